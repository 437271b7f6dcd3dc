from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="AnswerOptionWordless")



@_attrs_define
class AnswerOptionWordless:
    """ the same of an answer whose words may be left out, without them

        Attributes:
            label (str):
            consequence (str):
     """

    label: str
    consequence: str





    def to_dict(self) -> dict[str, Any]:
        label = self.label

        consequence = self.consequence


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "label": label,
            "consequence": consequence,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        label = d.pop("label")

        consequence = d.pop("consequence")

        answer_option_wordless = cls(
            label=label,
            consequence=consequence,
        )

        return answer_option_wordless

