from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EvidenceAttemptDroppedItem")



@_attrs_define
class EvidenceAttemptDroppedItem:
    """ 
        Attributes:
            kind (str):
            ref (str):
            reason (str):
     """

    kind: str
    ref: str
    reason: str





    def to_dict(self) -> dict[str, Any]:
        kind = self.kind

        ref = self.ref

        reason = self.reason


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "kind": kind,
            "ref": ref,
            "reason": reason,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = d.pop("kind")

        ref = d.pop("ref")

        reason = d.pop("reason")

        evidence_attempt_dropped_item = cls(
            kind=kind,
            ref=ref,
            reason=reason,
        )

        return evidence_attempt_dropped_item

