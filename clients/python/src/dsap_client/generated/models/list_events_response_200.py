from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.event import Event
  from ..models.list_events_response_200_page import ListEventsResponse200Page





T = TypeVar("T", bound="ListEventsResponse200")



@_attrs_define
class ListEventsResponse200:
    """ 
        Attributes:
            data (list[Event]):
            page (ListEventsResponse200Page):
     """

    data: list[Event]
    page: ListEventsResponse200Page





    def to_dict(self) -> dict[str, Any]:
        from ..models.event import Event # noqa: PLC0415
        from ..models.list_events_response_200_page import ListEventsResponse200Page # noqa: PLC0415
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()
            data.append(data_item)



        page = self.page.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "data": data,
            "page": page,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event import Event # noqa: PLC0415
        from ..models.list_events_response_200_page import ListEventsResponse200Page # noqa: PLC0415
        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in (_data):
            data_item = Event.from_dict(data_item_data)



            data.append(data_item)


        page = ListEventsResponse200Page.from_dict(d.pop("page"))




        list_events_response_200 = cls(
            data=data,
            page=page,
        )

        return list_events_response_200

