from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.escalation_allowed_actions_item import check_escalation_allowed_actions_item
from ..models.escalation_allowed_actions_item import EscalationAllowedActionsItem
from ..models.escalation_kind import check_escalation_kind
from ..models.escalation_kind import EscalationKind
from ..models.escalation_status import check_escalation_status
from ..models.escalation_status import EscalationStatus
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.decision import Decision
  from ..models.escalation_artifact import EscalationArtifact
  from ..models.escalation_evidence import EscalationEvidence
  from ..models.escalation_example import EscalationExample
  from ..models.escalation_false_leaves_item import EscalationFalseLeavesItem
  from ..models.escalation_links import EscalationLinks
  from ..models.escalation_outcomes import EscalationOutcomes
  from ..models.question_facts import QuestionFacts
  from ..models.refused_prompt import RefusedPrompt





T = TypeVar("T", bound="Escalation")



@_attrs_define
class Escalation:
    """ 
        Attributes:
            id (str):
            run_id (str):
            workflow (str):
            status (EscalationStatus):
            kind (EscalationKind):
            question (str):
            feedback (str):
            evidence (EscalationEvidence):
            allowed_actions (list[EscalationAllowedActionsItem]):
            outcomes (EscalationOutcomes): what each allowed action leads to
            example (EscalationExample): a decision to fill in; sent as it is, it is refused and decides nothing
            links (EscalationLinks): absolute addresses
            assignees (list[str]):
            opened_at (datetime.datetime):
            endpoint (str | Unset): of kind infrastructure: the endpoint whose fault it is
            step (str | Unset):
            attempt (float | Unset):
            artifact_id (str | Unset):
            artifact_digest (str | Unset):
            facts (QuestionFacts | Unset):
            artifact (EscalationArtifact | Unset): what the question is about: its first 2,000 characters
            false_leaves (list[EscalationFalseLeavesItem] | Unset): of the base case, as it was verified last: what does not
                hold
            refused_prompt (RefusedPrompt | Unset):
            expires_at (datetime.datetime | Unset):
            answer (Any | Unset): the JSON Schema that an artifact given in answer must fit
            shown (str | Unset): of one question alone: stands for all that it shows; sent along, it binds the decision
            decision (Decision | Unset):
     """

    id: str
    run_id: str
    workflow: str
    status: EscalationStatus
    kind: EscalationKind
    question: str
    feedback: str
    evidence: EscalationEvidence
    allowed_actions: list[EscalationAllowedActionsItem]
    outcomes: EscalationOutcomes
    example: EscalationExample
    links: EscalationLinks
    assignees: list[str]
    opened_at: datetime.datetime
    endpoint: str | Unset = UNSET
    step: str | Unset = UNSET
    attempt: float | Unset = UNSET
    artifact_id: str | Unset = UNSET
    artifact_digest: str | Unset = UNSET
    facts: QuestionFacts | Unset = UNSET
    artifact: EscalationArtifact | Unset = UNSET
    false_leaves: list[EscalationFalseLeavesItem] | Unset = UNSET
    refused_prompt: RefusedPrompt | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET
    answer: Any | Unset = UNSET
    shown: str | Unset = UNSET
    decision: Decision | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.decision import Decision # noqa: PLC0415
        from ..models.escalation_artifact import EscalationArtifact # noqa: PLC0415
        from ..models.escalation_evidence import EscalationEvidence # noqa: PLC0415
        from ..models.escalation_example import EscalationExample # noqa: PLC0415
        from ..models.escalation_false_leaves_item import EscalationFalseLeavesItem # noqa: PLC0415
        from ..models.escalation_links import EscalationLinks # noqa: PLC0415
        from ..models.escalation_outcomes import EscalationOutcomes # noqa: PLC0415
        from ..models.question_facts import QuestionFacts # noqa: PLC0415
        from ..models.refused_prompt import RefusedPrompt # noqa: PLC0415
        id = self.id

        run_id = self.run_id

        workflow = self.workflow

        status: str = self.status

        kind: str = self.kind

        question = self.question

        feedback = self.feedback

        evidence = self.evidence.to_dict()

        allowed_actions = []
        for allowed_actions_item_data in self.allowed_actions:
            allowed_actions_item: str = allowed_actions_item_data
            allowed_actions.append(allowed_actions_item)



        outcomes = self.outcomes.to_dict()

        example = self.example.to_dict()

        links = self.links.to_dict()

        assignees = self.assignees



        opened_at = self.opened_at.isoformat()

        endpoint = self.endpoint

        step = self.step

        attempt = self.attempt

        artifact_id = self.artifact_id

        artifact_digest = self.artifact_digest

        facts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facts, Unset):
            facts = self.facts.to_dict()

        artifact: dict[str, Any] | Unset = UNSET
        if not isinstance(self.artifact, Unset):
            artifact = self.artifact.to_dict()

        false_leaves: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.false_leaves, Unset):
            false_leaves = []
            for false_leaves_item_data in self.false_leaves:
                false_leaves_item = false_leaves_item_data.to_dict()
                false_leaves.append(false_leaves_item)



        refused_prompt: dict[str, Any] | Unset = UNSET
        if not isinstance(self.refused_prompt, Unset):
            refused_prompt = self.refused_prompt.to_dict()

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()

        answer = self.answer

        shown = self.shown

        decision: dict[str, Any] | Unset = UNSET
        if not isinstance(self.decision, Unset):
            decision = self.decision.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "runId": run_id,
            "workflow": workflow,
            "status": status,
            "kind": kind,
            "question": question,
            "feedback": feedback,
            "evidence": evidence,
            "allowedActions": allowed_actions,
            "outcomes": outcomes,
            "example": example,
            "links": links,
            "assignees": assignees,
            "openedAt": opened_at,
        })
        if endpoint is not UNSET:
            field_dict["endpoint"] = endpoint
        if step is not UNSET:
            field_dict["step"] = step
        if attempt is not UNSET:
            field_dict["attempt"] = attempt
        if artifact_id is not UNSET:
            field_dict["artifactId"] = artifact_id
        if artifact_digest is not UNSET:
            field_dict["artifactDigest"] = artifact_digest
        if facts is not UNSET:
            field_dict["facts"] = facts
        if artifact is not UNSET:
            field_dict["artifact"] = artifact
        if false_leaves is not UNSET:
            field_dict["falseLeaves"] = false_leaves
        if refused_prompt is not UNSET:
            field_dict["refusedPrompt"] = refused_prompt
        if expires_at is not UNSET:
            field_dict["expiresAt"] = expires_at
        if answer is not UNSET:
            field_dict["answer"] = answer
        if shown is not UNSET:
            field_dict["shown"] = shown
        if decision is not UNSET:
            field_dict["decision"] = decision

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.decision import Decision # noqa: PLC0415
        from ..models.escalation_artifact import EscalationArtifact # noqa: PLC0415
        from ..models.escalation_evidence import EscalationEvidence # noqa: PLC0415
        from ..models.escalation_example import EscalationExample # noqa: PLC0415
        from ..models.escalation_false_leaves_item import EscalationFalseLeavesItem # noqa: PLC0415
        from ..models.escalation_links import EscalationLinks # noqa: PLC0415
        from ..models.escalation_outcomes import EscalationOutcomes # noqa: PLC0415
        from ..models.question_facts import QuestionFacts # noqa: PLC0415
        from ..models.refused_prompt import RefusedPrompt # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        run_id = d.pop("runId")

        workflow = d.pop("workflow")

        status = check_escalation_status(d.pop("status"))




        kind = check_escalation_kind(d.pop("kind"))




        question = d.pop("question")

        feedback = d.pop("feedback")

        evidence = EscalationEvidence.from_dict(d.pop("evidence"))




        allowed_actions = []
        _allowed_actions = d.pop("allowedActions")
        for allowed_actions_item_data in (_allowed_actions):
            allowed_actions_item = check_escalation_allowed_actions_item(allowed_actions_item_data)



            allowed_actions.append(allowed_actions_item)


        outcomes = EscalationOutcomes.from_dict(d.pop("outcomes"))




        example = EscalationExample.from_dict(d.pop("example"))




        links = EscalationLinks.from_dict(d.pop("links"))




        assignees = cast(list[str], d.pop("assignees"))


        opened_at = datetime.datetime.fromisoformat(d.pop("openedAt"))




        endpoint = d.pop("endpoint", UNSET)

        step = d.pop("step", UNSET)

        attempt = d.pop("attempt", UNSET)

        artifact_id = d.pop("artifactId", UNSET)

        artifact_digest = d.pop("artifactDigest", UNSET)

        _facts = d.pop("facts", UNSET)
        facts: QuestionFacts | Unset
        if isinstance(_facts,  Unset):
            facts = UNSET
        else:
            facts = QuestionFacts.from_dict(_facts)




        _artifact = d.pop("artifact", UNSET)
        artifact: EscalationArtifact | Unset
        if isinstance(_artifact,  Unset):
            artifact = UNSET
        else:
            artifact = EscalationArtifact.from_dict(_artifact)




        _false_leaves = d.pop("falseLeaves", UNSET)
        false_leaves: list[EscalationFalseLeavesItem] | Unset = UNSET
        if _false_leaves is not UNSET:
            false_leaves = []
            for false_leaves_item_data in _false_leaves:
                false_leaves_item = EscalationFalseLeavesItem.from_dict(false_leaves_item_data)



                false_leaves.append(false_leaves_item)


        _refused_prompt = d.pop("refusedPrompt", UNSET)
        refused_prompt: RefusedPrompt | Unset
        if isinstance(_refused_prompt,  Unset):
            refused_prompt = UNSET
        else:
            refused_prompt = RefusedPrompt.from_dict(_refused_prompt)




        _expires_at = d.pop("expiresAt", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at,  Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)




        answer = d.pop("answer", UNSET)

        shown = d.pop("shown", UNSET)

        _decision = d.pop("decision", UNSET)
        decision: Decision | Unset
        if isinstance(_decision,  Unset):
            decision = UNSET
        else:
            decision = Decision.from_dict(_decision)




        escalation = cls(
            id=id,
            run_id=run_id,
            workflow=workflow,
            status=status,
            kind=kind,
            question=question,
            feedback=feedback,
            evidence=evidence,
            allowed_actions=allowed_actions,
            outcomes=outcomes,
            example=example,
            links=links,
            assignees=assignees,
            opened_at=opened_at,
            endpoint=endpoint,
            step=step,
            attempt=attempt,
            artifact_id=artifact_id,
            artifact_digest=artifact_digest,
            facts=facts,
            artifact=artifact,
            false_leaves=false_leaves,
            refused_prompt=refused_prompt,
            expires_at=expires_at,
            answer=answer,
            shown=shown,
            decision=decision,
        )

        return escalation

