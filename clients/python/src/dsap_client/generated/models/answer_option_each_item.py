from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="AnswerOptionEachItem")



@_attrs_define
class AnswerOptionEachItem:
    """ 
        Attributes:
            step (str):
            resets (list[str]):
     """

    step: str
    resets: list[str]





    def to_dict(self) -> dict[str, Any]:
        step = self.step

        resets = self.resets




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "step": step,
            "resets": resets,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step = d.pop("step")

        resets = cast(list[str], d.pop("resets"))


        answer_option_each_item = cls(
            step=step,
            resets=resets,
        )

        return answer_option_each_item

