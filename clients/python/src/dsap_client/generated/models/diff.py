from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="Diff")



@_attrs_define
class Diff:
    """ 
        Attributes:
            from_ (str):
            to (str):
            unified (str): empty when the texts are equal
     """

    from_: str
    to: str
    unified: str





    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_

        to = self.to

        unified = self.unified


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "from": from_,
            "to": to,
            "unified": unified,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        from_ = d.pop("from")

        to = d.pop("to")

        unified = d.pop("unified")

        diff = cls(
            from_=from_,
            to=to,
            unified=unified,
        )

        return diff

