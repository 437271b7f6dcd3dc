from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.question_row_decided_type_0_action import check_question_row_decided_type_0_action
from ..models.question_row_decided_type_0_action import QuestionRowDecidedType0Action
from typing import cast






T = TypeVar("T", bound="QuestionRowDecidedType0")



@_attrs_define
class QuestionRowDecidedType0:
    """ 
        Attributes:
            action (QuestionRowDecidedType0Action):
            by (str):
     """

    action: QuestionRowDecidedType0Action
    by: str





    def to_dict(self) -> dict[str, Any]:
        action: str = self.action

        by = self.by


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "action": action,
            "by": by,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = check_question_row_decided_type_0_action(d.pop("action"))




        by = d.pop("by")

        question_row_decided_type_0 = cls(
            action=action,
            by=by,
        )

        return question_row_decided_type_0

