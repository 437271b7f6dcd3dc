from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="RunAttempts")



@_attrs_define
class RunAttempts:
    """ 
        Attributes:
            used (float):
            max_ (float):
     """

    used: float
    max_: float





    def to_dict(self) -> dict[str, Any]:
        used = self.used

        max_ = self.max_


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "used": used,
            "max": max_,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        used = d.pop("used")

        max_ = d.pop("max")

        run_attempts = cls(
            used=used,
            max_=max_,
        )

        return run_attempts

