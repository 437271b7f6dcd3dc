from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="ConditionEvidenceNamesItem")



@_attrs_define
class ConditionEvidenceNamesItem:
    """ 
        Attributes:
            name (str):
            value (Any | Unset): what it holds; of a long value the beginning, as text; absent where it holds nothing
     """

    name: str
    value: Any | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        value = self.value


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
        })
        if value is not UNSET:
            field_dict["value"] = value

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        value = d.pop("value", UNSET)

        condition_evidence_names_item = cls(
            name=name,
            value=value,
        )

        return condition_evidence_names_item

