from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="AnswerOptionFieldsItem")



@_attrs_define
class AnswerOptionFieldsItem:
    """ 
        Attributes:
            name (str):
            required (bool):
            values (list[str] | Unset):
            chosen (str | Unset): the value that the consequence is told for
     """

    name: str
    required: bool
    values: list[str] | Unset = UNSET
    chosen: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        required = self.required

        values: list[str] | Unset = UNSET
        if not isinstance(self.values, Unset):
            values = self.values



        chosen = self.chosen


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "required": required,
        })
        if values is not UNSET:
            field_dict["values"] = values
        if chosen is not UNSET:
            field_dict["chosen"] = chosen

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        required = d.pop("required")

        values = cast(list[str], d.pop("values", UNSET))


        chosen = d.pop("chosen", UNSET)

        answer_option_fields_item = cls(
            name=name,
            required=required,
            values=values,
            chosen=chosen,
        )

        return answer_option_fields_item

