from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="ListEventsResponse200Page")



@_attrs_define
class ListEventsResponse200Page:
    """ 
        Attributes:
            next_cursor (None | str):
            has_more (bool):
     """

    next_cursor: None | str
    has_more: bool





    def to_dict(self) -> dict[str, Any]:
        next_cursor: None | str
        next_cursor = self.next_cursor

        has_more = self.has_more


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "nextCursor": next_cursor,
            "hasMore": has_more,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_next_cursor(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        next_cursor = _parse_next_cursor(d.pop("nextCursor"))


        has_more = d.pop("hasMore")

        list_events_response_200_page = cls(
            next_cursor=next_cursor,
            has_more=has_more,
        )

        return list_events_response_200_page

