from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.waiting_reason import check_waiting_reason
from ..models.waiting_reason import WaitingReason
from ..types import UNSET, Unset
from typing import cast
import datetime






T = TypeVar("T", bound="Waiting")



@_attrs_define
class Waiting:
    """ a call waits before anything of it is sent, and goes on by itself

        Attributes:
            reason (WaitingReason): `outage`: its endpoint is away; `limit`: a rate limit is reached; `cap`: a cap on
                spending is
            since (datetime.datetime):
            until (datetime.datetime): when it is tried next
            endpoint (str | Unset): what it waits for, unless that is a cap
            cap (str | Unset):
     """

    reason: WaitingReason
    since: datetime.datetime
    until: datetime.datetime
    endpoint: str | Unset = UNSET
    cap: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        reason: str = self.reason

        since = self.since.isoformat()

        until = self.until.isoformat()

        endpoint = self.endpoint

        cap = self.cap


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "reason": reason,
            "since": since,
            "until": until,
        })
        if endpoint is not UNSET:
            field_dict["endpoint"] = endpoint
        if cap is not UNSET:
            field_dict["cap"] = cap

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reason = check_waiting_reason(d.pop("reason"))




        since = datetime.datetime.fromisoformat(d.pop("since"))




        until = datetime.datetime.fromisoformat(d.pop("until"))




        endpoint = d.pop("endpoint", UNSET)

        cap = d.pop("cap", UNSET)

        waiting = cls(
            reason=reason,
            since=since,
            until=until,
            endpoint=endpoint,
            cap=cap,
        )

        return waiting

