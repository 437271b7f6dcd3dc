from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.decision_action import check_decision_action
from ..models.decision_action import DecisionAction
from ..types import UNSET, Unset
from typing import cast
import datetime






T = TypeVar("T", bound="Decision")



@_attrs_define
class Decision:
    """ 
        Attributes:
            action (DecisionAction):
            by (str):
            at (datetime.datetime):
            comment (str | Unset):
            shown (str | Unset): stands for all that this person was shown
     """

    action: DecisionAction
    by: str
    at: datetime.datetime
    comment: str | Unset = UNSET
    shown: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        action: str = self.action

        by = self.by

        at = self.at.isoformat()

        comment = self.comment

        shown = self.shown


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "action": action,
            "by": by,
            "at": at,
        })
        if comment is not UNSET:
            field_dict["comment"] = comment
        if shown is not UNSET:
            field_dict["shown"] = shown

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = check_decision_action(d.pop("action"))




        by = d.pop("by")

        at = datetime.datetime.fromisoformat(d.pop("at"))




        comment = d.pop("comment", UNSET)

        shown = d.pop("shown", UNSET)

        decision = cls(
            action=action,
            by=by,
            at=at,
            comment=comment,
            shown=shown,
        )

        return decision

