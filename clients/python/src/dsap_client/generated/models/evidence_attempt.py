from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.evidence_attempt_status import check_evidence_attempt_status
from ..models.evidence_attempt_status import EvidenceAttemptStatus
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.agent_provenance import AgentProvenance
  from ..models.answered_route import AnsweredRoute
  from ..models.diff import Diff
  from ..models.evidence_attempt_absent import EvidenceAttemptAbsent
  from ..models.evidence_attempt_beside import EvidenceAttemptBeside
  from ..models.evidence_attempt_dependencies import EvidenceAttemptDependencies
  from ..models.evidence_attempt_dropped_item import EvidenceAttemptDroppedItem
  from ..models.evidence_attempt_faults_item import EvidenceAttemptFaultsItem
  from ..models.evidence_attempt_feedback_history_item import EvidenceAttemptFeedbackHistoryItem
  from ..models.evidence_attempt_rendered_prompt_item import EvidenceAttemptRenderedPromptItem
  from ..models.evidence_attempt_warnings_item import EvidenceAttemptWarningsItem
  from ..models.leaf_of_guard import LeafOfGuard
  from ..models.usage import Usage
  from ..models.verdict import Verdict





T = TypeVar("T", bound="EvidenceAttempt")



@_attrs_define
class EvidenceAttempt:
    """ 
        Attributes:
            step (str):
            epoch (float):
            attempt (float):
            status (EvidenceAttemptStatus):
            artifact_id (None | str):
            digest (None | str):
            source (None | str):
            model (None | str): the model that was asked
            usage (Usage):
            finish_reason (None | str):
            prompt_digest (None | str):
            specification (None | str):
            constraints (None | str):
            rendered_prompt (list[EvidenceAttemptRenderedPromptItem]):
            injected (list[Any]):
            dependencies (EvidenceAttemptDependencies):
            feedback_history (list[EvidenceAttemptFeedbackHistoryItem]):
            dropped (list[EvidenceAttemptDroppedItem]):
            verdict (None | Verdict):
            faults (list[EvidenceAttemptFaultsItem]):
            started_at (datetime.datetime):
            ended_at (datetime.datetime | None):
            feedback (str):
            n (float | Unset): the step's ordinal over all epochs; absent on discarded rows (R25, R27)
            route (AnsweredRoute | Unset): of an attempt whose model is a route of the settings
            answered_by (str | Unset): the model that answered, as the provider names it; several of the turns of an agent
            price (str | Unset): the entry of `prices` by which the cost was computed, or `provider` for a cost that the
                answer named; absent where the price is not known
            warnings (list[EvidenceAttemptWarningsItem] | Unset): what a person should know of the answer, though nothing
                has failed
            parameters (Any | Unset):
            raw_usage (Any | Unset): the provider's own usage object
            raw_finish_reason (str | Unset):
            answer (str | Unset): the model's whole answer, where the artifact was taken out of it or merged with it (R130)
            beside (EvidenceAttemptBeside | Unset): fields that the provider sent beside the answer, such as
                reasoning_content
            agent (AgentProvenance | Unset):
            absent (EvidenceAttemptAbsent | Unset): dependencies that were missing, with why
            leaves (list[LeafOfGuard] | Unset): of an attempt that is asked for by its ordinal, while its guard waits for a
                person
            diff (Diff | Unset):
     """

    step: str
    epoch: float
    attempt: float
    status: EvidenceAttemptStatus
    artifact_id: None | str
    digest: None | str
    source: None | str
    model: None | str
    usage: Usage
    finish_reason: None | str
    prompt_digest: None | str
    specification: None | str
    constraints: None | str
    rendered_prompt: list[EvidenceAttemptRenderedPromptItem]
    injected: list[Any]
    dependencies: EvidenceAttemptDependencies
    feedback_history: list[EvidenceAttemptFeedbackHistoryItem]
    dropped: list[EvidenceAttemptDroppedItem]
    verdict: None | Verdict
    faults: list[EvidenceAttemptFaultsItem]
    started_at: datetime.datetime
    ended_at: datetime.datetime | None
    feedback: str
    n: float | Unset = UNSET
    route: AnsweredRoute | Unset = UNSET
    answered_by: str | Unset = UNSET
    price: str | Unset = UNSET
    warnings: list[EvidenceAttemptWarningsItem] | Unset = UNSET
    parameters: Any | Unset = UNSET
    raw_usage: Any | Unset = UNSET
    raw_finish_reason: str | Unset = UNSET
    answer: str | Unset = UNSET
    beside: EvidenceAttemptBeside | Unset = UNSET
    agent: AgentProvenance | Unset = UNSET
    absent: EvidenceAttemptAbsent | Unset = UNSET
    leaves: list[LeafOfGuard] | Unset = UNSET
    diff: Diff | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.agent_provenance import AgentProvenance # noqa: PLC0415
        from ..models.answered_route import AnsweredRoute # noqa: PLC0415
        from ..models.diff import Diff # noqa: PLC0415
        from ..models.evidence_attempt_absent import EvidenceAttemptAbsent # noqa: PLC0415
        from ..models.evidence_attempt_beside import EvidenceAttemptBeside # noqa: PLC0415
        from ..models.evidence_attempt_dependencies import EvidenceAttemptDependencies # noqa: PLC0415
        from ..models.evidence_attempt_dropped_item import EvidenceAttemptDroppedItem # noqa: PLC0415
        from ..models.evidence_attempt_faults_item import EvidenceAttemptFaultsItem # noqa: PLC0415
        from ..models.evidence_attempt_feedback_history_item import EvidenceAttemptFeedbackHistoryItem # noqa: PLC0415
        from ..models.evidence_attempt_rendered_prompt_item import EvidenceAttemptRenderedPromptItem # noqa: PLC0415
        from ..models.evidence_attempt_warnings_item import EvidenceAttemptWarningsItem # noqa: PLC0415
        from ..models.leaf_of_guard import LeafOfGuard # noqa: PLC0415
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

        prompt_digest: None | str
        prompt_digest = self.prompt_digest

        specification: None | str
        specification = self.specification

        constraints: None | str
        constraints = self.constraints

        rendered_prompt = []
        for rendered_prompt_item_data in self.rendered_prompt:
            rendered_prompt_item = rendered_prompt_item_data.to_dict()
            rendered_prompt.append(rendered_prompt_item)



        injected = self.injected



        dependencies = self.dependencies.to_dict()

        feedback_history = []
        for feedback_history_item_data in self.feedback_history:
            feedback_history_item = feedback_history_item_data.to_dict()
            feedback_history.append(feedback_history_item)



        dropped = []
        for dropped_item_data in self.dropped:
            dropped_item = dropped_item_data.to_dict()
            dropped.append(dropped_item)



        verdict: dict[str, Any] | None
        if isinstance(self.verdict, Verdict):
            verdict = self.verdict.to_dict()
        else:
            verdict = self.verdict

        faults = []
        for faults_item_data in self.faults:
            faults_item = faults_item_data.to_dict()
            faults.append(faults_item)



        started_at = self.started_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        feedback = self.feedback

        n = self.n

        route: dict[str, Any] | Unset = UNSET
        if not isinstance(self.route, Unset):
            route = self.route.to_dict()

        answered_by = self.answered_by

        price = self.price

        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)



        parameters = self.parameters

        raw_usage = self.raw_usage

        raw_finish_reason = self.raw_finish_reason

        answer = self.answer

        beside: dict[str, Any] | Unset = UNSET
        if not isinstance(self.beside, Unset):
            beside = self.beside.to_dict()

        agent: dict[str, Any] | Unset = UNSET
        if not isinstance(self.agent, Unset):
            agent = self.agent.to_dict()

        absent: dict[str, Any] | Unset = UNSET
        if not isinstance(self.absent, Unset):
            absent = self.absent.to_dict()

        leaves: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.leaves, Unset):
            leaves = []
            for leaves_item_data in self.leaves:
                leaves_item = leaves_item_data.to_dict()
                leaves.append(leaves_item)



        diff: dict[str, Any] | Unset = UNSET
        if not isinstance(self.diff, Unset):
            diff = self.diff.to_dict()


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
            "promptDigest": prompt_digest,
            "specification": specification,
            "constraints": constraints,
            "renderedPrompt": rendered_prompt,
            "injected": injected,
            "dependencies": dependencies,
            "feedbackHistory": feedback_history,
            "dropped": dropped,
            "verdict": verdict,
            "faults": faults,
            "startedAt": started_at,
            "endedAt": ended_at,
            "feedback": feedback,
        })
        if n is not UNSET:
            field_dict["n"] = n
        if route is not UNSET:
            field_dict["route"] = route
        if answered_by is not UNSET:
            field_dict["answeredBy"] = answered_by
        if price is not UNSET:
            field_dict["price"] = price
        if warnings is not UNSET:
            field_dict["warnings"] = warnings
        if parameters is not UNSET:
            field_dict["parameters"] = parameters
        if raw_usage is not UNSET:
            field_dict["rawUsage"] = raw_usage
        if raw_finish_reason is not UNSET:
            field_dict["rawFinishReason"] = raw_finish_reason
        if answer is not UNSET:
            field_dict["answer"] = answer
        if beside is not UNSET:
            field_dict["beside"] = beside
        if agent is not UNSET:
            field_dict["agent"] = agent
        if absent is not UNSET:
            field_dict["absent"] = absent
        if leaves is not UNSET:
            field_dict["leaves"] = leaves
        if diff is not UNSET:
            field_dict["diff"] = diff

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.agent_provenance import AgentProvenance # noqa: PLC0415
        from ..models.answered_route import AnsweredRoute # noqa: PLC0415
        from ..models.diff import Diff # noqa: PLC0415
        from ..models.evidence_attempt_absent import EvidenceAttemptAbsent # noqa: PLC0415
        from ..models.evidence_attempt_beside import EvidenceAttemptBeside # noqa: PLC0415
        from ..models.evidence_attempt_dependencies import EvidenceAttemptDependencies # noqa: PLC0415
        from ..models.evidence_attempt_dropped_item import EvidenceAttemptDroppedItem # noqa: PLC0415
        from ..models.evidence_attempt_faults_item import EvidenceAttemptFaultsItem # noqa: PLC0415
        from ..models.evidence_attempt_feedback_history_item import EvidenceAttemptFeedbackHistoryItem # noqa: PLC0415
        from ..models.evidence_attempt_rendered_prompt_item import EvidenceAttemptRenderedPromptItem # noqa: PLC0415
        from ..models.evidence_attempt_warnings_item import EvidenceAttemptWarningsItem # noqa: PLC0415
        from ..models.leaf_of_guard import LeafOfGuard # noqa: PLC0415
        from ..models.usage import Usage # noqa: PLC0415
        from ..models.verdict import Verdict # noqa: PLC0415
        d = dict(src_dict)
        step = d.pop("step")

        epoch = d.pop("epoch")

        attempt = d.pop("attempt")

        status = check_evidence_attempt_status(d.pop("status"))




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


        def _parse_prompt_digest(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        prompt_digest = _parse_prompt_digest(d.pop("promptDigest"))


        def _parse_specification(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        specification = _parse_specification(d.pop("specification"))


        def _parse_constraints(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        constraints = _parse_constraints(d.pop("constraints"))


        rendered_prompt = []
        _rendered_prompt = d.pop("renderedPrompt")
        for rendered_prompt_item_data in (_rendered_prompt):
            rendered_prompt_item = EvidenceAttemptRenderedPromptItem.from_dict(rendered_prompt_item_data)



            rendered_prompt.append(rendered_prompt_item)


        injected = cast(list[Any], d.pop("injected"))


        dependencies = EvidenceAttemptDependencies.from_dict(d.pop("dependencies"))




        feedback_history = []
        _feedback_history = d.pop("feedbackHistory")
        for feedback_history_item_data in (_feedback_history):
            feedback_history_item = EvidenceAttemptFeedbackHistoryItem.from_dict(feedback_history_item_data)



            feedback_history.append(feedback_history_item)


        dropped = []
        _dropped = d.pop("dropped")
        for dropped_item_data in (_dropped):
            dropped_item = EvidenceAttemptDroppedItem.from_dict(dropped_item_data)



            dropped.append(dropped_item)


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


        faults = []
        _faults = d.pop("faults")
        for faults_item_data in (_faults):
            faults_item = EvidenceAttemptFaultsItem.from_dict(faults_item_data)



            faults.append(faults_item)


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

        _route = d.pop("route", UNSET)
        route: AnsweredRoute | Unset
        if isinstance(_route,  Unset):
            route = UNSET
        else:
            route = AnsweredRoute.from_dict(_route)




        answered_by = d.pop("answeredBy", UNSET)

        price = d.pop("price", UNSET)

        _warnings = d.pop("warnings", UNSET)
        warnings: list[EvidenceAttemptWarningsItem] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = EvidenceAttemptWarningsItem.from_dict(warnings_item_data)



                warnings.append(warnings_item)


        parameters = d.pop("parameters", UNSET)

        raw_usage = d.pop("rawUsage", UNSET)

        raw_finish_reason = d.pop("rawFinishReason", UNSET)

        answer = d.pop("answer", UNSET)

        _beside = d.pop("beside", UNSET)
        beside: EvidenceAttemptBeside | Unset
        if isinstance(_beside,  Unset):
            beside = UNSET
        else:
            beside = EvidenceAttemptBeside.from_dict(_beside)




        _agent = d.pop("agent", UNSET)
        agent: AgentProvenance | Unset
        if isinstance(_agent,  Unset):
            agent = UNSET
        else:
            agent = AgentProvenance.from_dict(_agent)




        _absent = d.pop("absent", UNSET)
        absent: EvidenceAttemptAbsent | Unset
        if isinstance(_absent,  Unset):
            absent = UNSET
        else:
            absent = EvidenceAttemptAbsent.from_dict(_absent)




        _leaves = d.pop("leaves", UNSET)
        leaves: list[LeafOfGuard] | Unset = UNSET
        if _leaves is not UNSET:
            leaves = []
            for leaves_item_data in _leaves:
                leaves_item = LeafOfGuard.from_dict(leaves_item_data)



                leaves.append(leaves_item)


        _diff = d.pop("diff", UNSET)
        diff: Diff | Unset
        if isinstance(_diff,  Unset):
            diff = UNSET
        else:
            diff = Diff.from_dict(_diff)




        evidence_attempt = cls(
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
            prompt_digest=prompt_digest,
            specification=specification,
            constraints=constraints,
            rendered_prompt=rendered_prompt,
            injected=injected,
            dependencies=dependencies,
            feedback_history=feedback_history,
            dropped=dropped,
            verdict=verdict,
            faults=faults,
            started_at=started_at,
            ended_at=ended_at,
            feedback=feedback,
            n=n,
            route=route,
            answered_by=answered_by,
            price=price,
            warnings=warnings,
            parameters=parameters,
            raw_usage=raw_usage,
            raw_finish_reason=raw_finish_reason,
            answer=answer,
            beside=beside,
            agent=agent,
            absent=absent,
            leaves=leaves,
            diff=diff,
        )

        return evidence_attempt

