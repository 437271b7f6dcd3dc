from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="AgentProvenanceTurnsItem")



@_attrs_define
class AgentProvenanceTurnsItem:
    """ 
        Attributes:
            turn (float):
            answered_by (str | Unset):
            price (str | Unset):
     """

    turn: float
    answered_by: str | Unset = UNSET
    price: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        turn = self.turn

        answered_by = self.answered_by

        price = self.price


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "turn": turn,
        })
        if answered_by is not UNSET:
            field_dict["answeredBy"] = answered_by
        if price is not UNSET:
            field_dict["price"] = price

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        turn = d.pop("turn")

        answered_by = d.pop("answeredBy", UNSET)

        price = d.pop("price", UNSET)

        agent_provenance_turns_item = cls(
            turn=turn,
            answered_by=answered_by,
            price=price,
        )

        return agent_provenance_turns_item

