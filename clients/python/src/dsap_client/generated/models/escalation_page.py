from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.escalation_page_allowed_actions_item import check_escalation_page_allowed_actions_item
from ..models.escalation_page_allowed_actions_item import EscalationPageAllowedActionsItem
from ..models.escalation_page_kind import check_escalation_page_kind
from ..models.escalation_page_kind import EscalationPageKind
from ..models.escalation_page_status import check_escalation_page_status
from ..models.escalation_page_status import EscalationPageStatus
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.answer_option import AnswerOption
  from ..models.decision import Decision
  from ..models.escalation_page_artifact import EscalationPageArtifact
  from ..models.escalation_page_evidence import EscalationPageEvidence
  from ..models.escalation_page_example import EscalationPageExample
  from ..models.escalation_page_false_leaves_item import EscalationPageFalseLeavesItem
  from ..models.escalation_page_links import EscalationPageLinks
  from ..models.escalation_page_outcomes import EscalationPageOutcomes
  from ..models.question_facts import QuestionFacts
  from ..models.refused_prompt import RefusedPrompt





T = TypeVar("T", bound="EscalationPage")



@_attrs_define
class EscalationPage:
    """ 
        Attributes:
            id (str):
            run_id (str):
            workflow (str):
            status (EscalationPageStatus):
            kind (EscalationPageKind):
            question (str):
            feedback (str):
            allowed_actions (list[EscalationPageAllowedActionsItem]):
            outcomes (EscalationPageOutcomes): what each allowed action leads to
            example (EscalationPageExample): a decision to fill in; sent as it is, it is refused and decides nothing
            links (EscalationPageLinks): absolute addresses
            assignees (list[str]):
            opened_at (datetime.datetime):
            evidence (EscalationPageEvidence):
            options (list[AnswerOption]): what can be answered, and what each answer would do; none once it is closed
            endpoint (str | Unset): of kind infrastructure: the endpoint whose fault it is
            step (str | Unset):
            attempt (float | Unset):
            artifact_id (str | Unset):
            artifact_digest (str | Unset):
            facts (QuestionFacts | Unset):
            false_leaves (list[EscalationPageFalseLeavesItem] | Unset): of the base case, as it was verified last: what does
                not hold
            refused_prompt (RefusedPrompt | Unset):
            expires_at (datetime.datetime | Unset):
            answer (Any | Unset): the JSON Schema that an artifact given in answer must fit
            shown (str | Unset): of one question alone: stands for all that it shows; sent along, it binds the decision
            decision (Decision | Unset):
            artifact (EscalationPageArtifact | Unset):
            became (str | Unset): of one that is decided: what came of the answer, in a sentence
            withheld (str | Unset): which answers the definition does not allow (allow), in a sentence
     """

    id: str
    run_id: str
    workflow: str
    status: EscalationPageStatus
    kind: EscalationPageKind
    question: str
    feedback: str
    allowed_actions: list[EscalationPageAllowedActionsItem]
    outcomes: EscalationPageOutcomes
    example: EscalationPageExample
    links: EscalationPageLinks
    assignees: list[str]
    opened_at: datetime.datetime
    evidence: EscalationPageEvidence
    options: list[AnswerOption]
    endpoint: str | Unset = UNSET
    step: str | Unset = UNSET
    attempt: float | Unset = UNSET
    artifact_id: str | Unset = UNSET
    artifact_digest: str | Unset = UNSET
    facts: QuestionFacts | Unset = UNSET
    false_leaves: list[EscalationPageFalseLeavesItem] | Unset = UNSET
    refused_prompt: RefusedPrompt | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET
    answer: Any | Unset = UNSET
    shown: str | Unset = UNSET
    decision: Decision | Unset = UNSET
    artifact: EscalationPageArtifact | Unset = UNSET
    became: str | Unset = UNSET
    withheld: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.answer_option import AnswerOption # noqa: PLC0415
        from ..models.decision import Decision # noqa: PLC0415
        from ..models.escalation_page_artifact import EscalationPageArtifact # noqa: PLC0415
        from ..models.escalation_page_evidence import EscalationPageEvidence # noqa: PLC0415
        from ..models.escalation_page_example import EscalationPageExample # noqa: PLC0415
        from ..models.escalation_page_false_leaves_item import EscalationPageFalseLeavesItem # noqa: PLC0415
        from ..models.escalation_page_links import EscalationPageLinks # noqa: PLC0415
        from ..models.escalation_page_outcomes import EscalationPageOutcomes # noqa: PLC0415
        from ..models.question_facts import QuestionFacts # noqa: PLC0415
        from ..models.refused_prompt import RefusedPrompt # noqa: PLC0415
        id = self.id

        run_id = self.run_id

        workflow = self.workflow

        status: str = self.status

        kind: str = self.kind

        question = self.question

        feedback = self.feedback

        allowed_actions = []
        for allowed_actions_item_data in self.allowed_actions:
            allowed_actions_item: str = allowed_actions_item_data
            allowed_actions.append(allowed_actions_item)



        outcomes = self.outcomes.to_dict()

        example = self.example.to_dict()

        links = self.links.to_dict()

        assignees = self.assignees



        opened_at = self.opened_at.isoformat()

        evidence = self.evidence.to_dict()

        options = []
        for options_item_data in self.options:
            options_item = options_item_data.to_dict()
            options.append(options_item)



        endpoint = self.endpoint

        step = self.step

        attempt = self.attempt

        artifact_id = self.artifact_id

        artifact_digest = self.artifact_digest

        facts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facts, Unset):
            facts = self.facts.to_dict()

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

        artifact: dict[str, Any] | Unset = UNSET
        if not isinstance(self.artifact, Unset):
            artifact = self.artifact.to_dict()

        became = self.became

        withheld = self.withheld


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "runId": run_id,
            "workflow": workflow,
            "status": status,
            "kind": kind,
            "question": question,
            "feedback": feedback,
            "allowedActions": allowed_actions,
            "outcomes": outcomes,
            "example": example,
            "links": links,
            "assignees": assignees,
            "openedAt": opened_at,
            "evidence": evidence,
            "options": options,
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
        if artifact is not UNSET:
            field_dict["artifact"] = artifact
        if became is not UNSET:
            field_dict["became"] = became
        if withheld is not UNSET:
            field_dict["withheld"] = withheld

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.answer_option import AnswerOption # noqa: PLC0415
        from ..models.decision import Decision # noqa: PLC0415
        from ..models.escalation_page_artifact import EscalationPageArtifact # noqa: PLC0415
        from ..models.escalation_page_evidence import EscalationPageEvidence # noqa: PLC0415
        from ..models.escalation_page_example import EscalationPageExample # noqa: PLC0415
        from ..models.escalation_page_false_leaves_item import EscalationPageFalseLeavesItem # noqa: PLC0415
        from ..models.escalation_page_links import EscalationPageLinks # noqa: PLC0415
        from ..models.escalation_page_outcomes import EscalationPageOutcomes # noqa: PLC0415
        from ..models.question_facts import QuestionFacts # noqa: PLC0415
        from ..models.refused_prompt import RefusedPrompt # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        run_id = d.pop("runId")

        workflow = d.pop("workflow")

        status = check_escalation_page_status(d.pop("status"))




        kind = check_escalation_page_kind(d.pop("kind"))




        question = d.pop("question")

        feedback = d.pop("feedback")

        allowed_actions = []
        _allowed_actions = d.pop("allowedActions")
        for allowed_actions_item_data in (_allowed_actions):
            allowed_actions_item = check_escalation_page_allowed_actions_item(allowed_actions_item_data)



            allowed_actions.append(allowed_actions_item)


        outcomes = EscalationPageOutcomes.from_dict(d.pop("outcomes"))




        example = EscalationPageExample.from_dict(d.pop("example"))




        links = EscalationPageLinks.from_dict(d.pop("links"))




        assignees = cast(list[str], d.pop("assignees"))


        opened_at = datetime.datetime.fromisoformat(d.pop("openedAt"))




        evidence = EscalationPageEvidence.from_dict(d.pop("evidence"))




        options = []
        _options = d.pop("options")
        for options_item_data in (_options):
            options_item = AnswerOption.from_dict(options_item_data)



            options.append(options_item)


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




        _false_leaves = d.pop("falseLeaves", UNSET)
        false_leaves: list[EscalationPageFalseLeavesItem] | Unset = UNSET
        if _false_leaves is not UNSET:
            false_leaves = []
            for false_leaves_item_data in _false_leaves:
                false_leaves_item = EscalationPageFalseLeavesItem.from_dict(false_leaves_item_data)



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




        _artifact = d.pop("artifact", UNSET)
        artifact: EscalationPageArtifact | Unset
        if isinstance(_artifact,  Unset):
            artifact = UNSET
        else:
            artifact = EscalationPageArtifact.from_dict(_artifact)




        became = d.pop("became", UNSET)

        withheld = d.pop("withheld", UNSET)

        escalation_page = cls(
            id=id,
            run_id=run_id,
            workflow=workflow,
            status=status,
            kind=kind,
            question=question,
            feedback=feedback,
            allowed_actions=allowed_actions,
            outcomes=outcomes,
            example=example,
            links=links,
            assignees=assignees,
            opened_at=opened_at,
            evidence=evidence,
            options=options,
            endpoint=endpoint,
            step=step,
            attempt=attempt,
            artifact_id=artifact_id,
            artifact_digest=artifact_digest,
            facts=facts,
            false_leaves=false_leaves,
            refused_prompt=refused_prompt,
            expires_at=expires_at,
            answer=answer,
            shown=shown,
            decision=decision,
            artifact=artifact,
            became=became,
            withheld=withheld,
        )

        return escalation_page

