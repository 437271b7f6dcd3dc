from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.evidence_attempt_row_status import check_evidence_attempt_row_status
from ..models.evidence_attempt_row_status import EvidenceAttemptRowStatus
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.evidence_attempt_row_changes import EvidenceAttemptRowChanges
  from ..models.usage import Usage
  from ..models.verdict import Verdict





T = TypeVar("T", bound="EvidenceAttemptRow")



@_attrs_define
class EvidenceAttemptRow:
    """ 
        Attributes:
            step (str):
            epoch (float):
            attempt (float):
            status (EvidenceAttemptRowStatus):
            artifact_id (None | str):
            digest (None | str):
            source (None | str):
            model (None | str): the model that was asked
            usage (Usage):
            finish_reason (None | str):
            verdict (None | Verdict):
            started_at (datetime.datetime):
            ended_at (datetime.datetime | None):
            feedback (str):
            n (float | Unset): the step's ordinal over all epochs; absent on discarded rows (R25, R27)
            changes (EvidenceAttemptRowChanges | Unset): from the step's artifact before to this one
            rejected_by (str | Unset): who rejected it, where a person did
     """

    step: str
    epoch: float
    attempt: float
    status: EvidenceAttemptRowStatus
    artifact_id: None | str
    digest: None | str
    source: None | str
    model: None | str
    usage: Usage
    finish_reason: None | str
    verdict: None | Verdict
    started_at: datetime.datetime
    ended_at: datetime.datetime | None
    feedback: str
    n: float | Unset = UNSET
    changes: EvidenceAttemptRowChanges | Unset = UNSET
    rejected_by: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.evidence_attempt_row_changes import EvidenceAttemptRowChanges # noqa: PLC0415
        from ..models.usage import Usage # noqa: PLC0415
        from ..models.verdict import Verdict # noqa: PLC0415
        step = self.step

        epoch = self.epoch

        attempt = self.attempt

        status: str = self.status

        artifact_id: None | str
        artifact_id = self.artifact_id

        digest: None | str
        digest = self.digest

        source: None | str
        source = self.source

        model: None | str
        model = self.model

        usage = self.usage.to_dict()

        finish_reason: None | str
        finish_reason = self.finish_reason

        verdict: dict[str, Any] | None
        if isinstance(self.verdict, Verdict):
            verdict = self.verdict.to_dict()
        else:
            verdict = self.verdict

        started_at = self.started_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        feedback = self.feedback

        n = self.n

        changes: dict[str, Any] | Unset = UNSET
        if not isinstance(self.changes, Unset):
            changes = self.changes.to_dict()

        rejected_by = self.rejected_by


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "step": step,
            "epoch": epoch,
            "attempt": attempt,
            "status": status,
            "artifactId": artifact_id,
            "digest": digest,
            "source": source,
            "model": model,
            "usage": usage,
            "finishReason": finish_reason,
            "verdict": verdict,
            "startedAt": started_at,
            "endedAt": ended_at,
            "feedback": feedback,
        })
        if n is not UNSET:
            field_dict["n"] = n
        if changes is not UNSET:
            field_dict["changes"] = changes
        if rejected_by is not UNSET:
            field_dict["rejectedBy"] = rejected_by

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.evidence_attempt_row_changes import EvidenceAttemptRowChanges # noqa: PLC0415
        from ..models.usage import Usage # noqa: PLC0415
        from ..models.verdict import Verdict # noqa: PLC0415
        d = dict(src_dict)
        step = d.pop("step")

        epoch = d.pop("epoch")

        attempt = d.pop("attempt")

        status = check_evidence_attempt_row_status(d.pop("status"))




        def _parse_artifact_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        artifact_id = _parse_artifact_id(d.pop("artifactId"))


        def _parse_digest(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        digest = _parse_digest(d.pop("digest"))


        def _parse_source(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        source = _parse_source(d.pop("source"))


        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))


        usage = Usage.from_dict(d.pop("usage"))




        def _parse_finish_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        finish_reason = _parse_finish_reason(d.pop("finishReason"))


        def _parse_verdict(data: object) -> None | Verdict:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                verdict_type_0 = Verdict.from_dict(data)



                return verdict_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Verdict, data)

        verdict = _parse_verdict(d.pop("verdict"))


        started_at = datetime.datetime.fromisoformat(d.pop("startedAt"))




        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)



                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("endedAt"))


        feedback = d.pop("feedback")

        n = d.pop("n", UNSET)

        _changes = d.pop("changes", UNSET)
        changes: EvidenceAttemptRowChanges | Unset
        if isinstance(_changes,  Unset):
            changes = UNSET
        else:
            changes = EvidenceAttemptRowChanges.from_dict(_changes)




        rejected_by = d.pop("rejectedBy", UNSET)

        evidence_attempt_row = cls(
            step=step,
            epoch=epoch,
            attempt=attempt,
            status=status,
            artifact_id=artifact_id,
            digest=digest,
            source=source,
            model=model,
            usage=usage,
            finish_reason=finish_reason,
            verdict=verdict,
            started_at=started_at,
            ended_at=ended_at,
            feedback=feedback,
            n=n,
            changes=changes,
            rejected_by=rejected_by,
        )

        return evidence_attempt_row

