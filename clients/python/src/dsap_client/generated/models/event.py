from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.event_data import EventData





T = TypeVar("T", bound="Event")



@_attrs_define
class Event:
    """ 
        Attributes:
            seq (float):
            id (str):
            type_ (str):
            time (datetime.datetime):
            run_id (str):
            data (EventData):
     """

    seq: float
    id: str
    type_: str
    time: datetime.datetime
    run_id: str
    data: EventData





    def to_dict(self) -> dict[str, Any]:
        from ..models.event_data import EventData # noqa: PLC0415
        seq = self.seq

        id = self.id

        type_ = self.type_

        time = self.time.isoformat()

        run_id = self.run_id

        data = self.data.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "seq": seq,
            "id": id,
            "type": type_,
            "time": time,
            "runId": run_id,
            "data": data,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event_data import EventData # noqa: PLC0415
        d = dict(src_dict)
        seq = d.pop("seq")

        id = d.pop("id")

        type_ = d.pop("type")

        time = datetime.datetime.fromisoformat(d.pop("time"))




        run_id = d.pop("runId")

        data = EventData.from_dict(d.pop("data"))




        event = cls(
            seq=seq,
            id=id,
            type_=type_,
            time=time,
            run_id=run_id,
            data=data,
        )

        return event

