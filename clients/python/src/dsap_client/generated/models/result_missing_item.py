from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ResultMissingItem")



@_attrs_define
class ResultMissingItem:
    """ 
        Attributes:
            step (str):
            reason (str):
     """

    step: str
    reason: str





    def to_dict(self) -> dict[str, Any]:
        step = self.step

        reason = self.reason


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "step": step,
            "reason": reason,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step = d.pop("step")

        reason = d.pop("reason")

        result_missing_item = cls(
            step=step,
            reason=reason,
        )

        return result_missing_item

