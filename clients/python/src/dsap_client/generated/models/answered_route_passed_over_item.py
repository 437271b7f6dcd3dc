from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.answered_route_passed_over_item_reason import AnsweredRoutePassedOverItemReason
from ..models.answered_route_passed_over_item_reason import check_answered_route_passed_over_item_reason
from typing import cast






T = TypeVar("T", bound="AnsweredRoutePassedOverItem")



@_attrs_define
class AnsweredRoutePassedOverItem:
    """ 
        Attributes:
            entry (str):
            reason (AnsweredRoutePassedOverItemReason):
            why (str):
     """

    entry: str
    reason: AnsweredRoutePassedOverItemReason
    why: str





    def to_dict(self) -> dict[str, Any]:
        entry = self.entry

        reason: str = self.reason

        why = self.why


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "entry": entry,
            "reason": reason,
            "why": why,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        entry = d.pop("entry")

        reason = check_answered_route_passed_over_item_reason(d.pop("reason"))




        why = d.pop("why")

        answered_route_passed_over_item = cls(
            entry=entry,
            reason=reason,
            why=why,
        )

        return answered_route_passed_over_item

