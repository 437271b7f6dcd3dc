from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EscalationPageFalseLeavesItem")



@_attrs_define
class EscalationPageFalseLeavesItem:
    """ 
        Attributes:
            leaf (str):
            expected (str):
            found (str):
     """

    leaf: str
    expected: str
    found: str





    def to_dict(self) -> dict[str, Any]:
        leaf = self.leaf

        expected = self.expected

        found = self.found


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "leaf": leaf,
            "expected": expected,
            "found": found,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        leaf = d.pop("leaf")

        expected = d.pop("expected")

        found = d.pop("found")

        escalation_page_false_leaves_item = cls(
            leaf=leaf,
            expected=expected,
            found=found,
        )

        return escalation_page_false_leaves_item

