from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="RunControl")



@_attrs_define
class RunControl:
    """ 
        Attributes:
            stop_requested (bool):
            stop_reason (None | str):
            redirect_requested (bool):
            pause_requested (bool):
     """

    stop_requested: bool
    stop_reason: None | str
    redirect_requested: bool
    pause_requested: bool





    def to_dict(self) -> dict[str, Any]:
        stop_requested = self.stop_requested

        stop_reason: None | str
        stop_reason = self.stop_reason

        redirect_requested = self.redirect_requested

        pause_requested = self.pause_requested


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "stopRequested": stop_requested,
            "stopReason": stop_reason,
            "redirectRequested": redirect_requested,
            "pauseRequested": pause_requested,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        stop_requested = d.pop("stopRequested")

        def _parse_stop_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        stop_reason = _parse_stop_reason(d.pop("stopReason"))


        redirect_requested = d.pop("redirectRequested")

        pause_requested = d.pop("pauseRequested")

        run_control = cls(
            stop_requested=stop_requested,
            stop_reason=stop_reason,
            redirect_requested=redirect_requested,
            pause_requested=pause_requested,
        )

        return run_control

