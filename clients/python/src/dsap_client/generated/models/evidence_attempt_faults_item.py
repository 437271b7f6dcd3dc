from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
import datetime






T = TypeVar("T", bound="EvidenceAttemptFaultsItem")



@_attrs_define
class EvidenceAttemptFaultsItem:
    """ 
        Attributes:
            at (datetime.datetime):
            phase (str):
            detail (str):
            partial (str | Unset): the text that had arrived when a stream was cut (R32)
     """

    at: datetime.datetime
    phase: str
    detail: str
    partial: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        phase = self.phase

        detail = self.detail

        partial = self.partial


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "at": at,
            "phase": phase,
            "detail": detail,
        })
        if partial is not UNSET:
            field_dict["partial"] = partial

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))




        phase = d.pop("phase")

        detail = d.pop("detail")

        partial = d.pop("partial", UNSET)

        evidence_attempt_faults_item = cls(
            at=at,
            phase=phase,
            detail=detail,
            partial=partial,
        )

        return evidence_attempt_faults_item

