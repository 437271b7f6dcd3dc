from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="FailureProvenanceItem")



@_attrs_define
class FailureProvenanceItem:
    """ 
        Attributes:
            step (str):
            attempt (float):
            artifact_id (None | str):
            verdict (None | str):
            feedback (str):
     """

    step: str
    attempt: float
    artifact_id: None | str
    verdict: None | str
    feedback: str





    def to_dict(self) -> dict[str, Any]:
        step = self.step

        attempt = self.attempt

        artifact_id: None | str
        artifact_id = self.artifact_id

        verdict: None | str
        verdict = self.verdict

        feedback = self.feedback


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "step": step,
            "attempt": attempt,
            "artifactId": artifact_id,
            "verdict": verdict,
            "feedback": feedback,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step = d.pop("step")

        attempt = d.pop("attempt")

        def _parse_artifact_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        artifact_id = _parse_artifact_id(d.pop("artifactId"))


        def _parse_verdict(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        verdict = _parse_verdict(d.pop("verdict"))


        feedback = d.pop("feedback")

        failure_provenance_item = cls(
            step=step,
            attempt=attempt,
            artifact_id=artifact_id,
            verdict=verdict,
            feedback=feedback,
        )

        return failure_provenance_item

