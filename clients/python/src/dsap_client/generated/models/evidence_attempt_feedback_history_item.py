from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EvidenceAttemptFeedbackHistoryItem")



@_attrs_define
class EvidenceAttemptFeedbackHistoryItem:
    """ 
        Attributes:
            artifact_id (str):
            feedback (str):
     """

    artifact_id: str
    feedback: str





    def to_dict(self) -> dict[str, Any]:
        artifact_id = self.artifact_id

        feedback = self.feedback


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "artifactId": artifact_id,
            "feedback": feedback,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        artifact_id = d.pop("artifactId")

        feedback = d.pop("feedback")

        evidence_attempt_feedback_history_item = cls(
            artifact_id=artifact_id,
            feedback=feedback,
        )

        return evidence_attempt_feedback_history_item

