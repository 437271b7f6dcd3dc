from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.question_row_kind import check_question_row_kind
from ..models.question_row_kind import QuestionRowKind
from ..models.question_row_status import check_question_row_status
from ..models.question_row_status import QuestionRowStatus
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.question_facts import QuestionFacts
  from ..models.question_row_decided_type_0 import QuestionRowDecidedType0





T = TypeVar("T", bound="QuestionRow")



@_attrs_define
class QuestionRow:
    """ 
        Attributes:
            id (str):
            run_id (str):
            workflow (str):
            status (QuestionRowStatus):
            kind (QuestionRowKind):
            step (None | str):
            question (str): an ellipsis at its end says that there is more
            assignees (list[str]): the first of them
            more_assignees (float): how many assignees are left out
            opened_at (datetime.datetime):
            expires_at (datetime.datetime | None):
            decided (None | QuestionRowDecidedType0):
            endpoint (str | Unset): the endpoint whose fault it is: an outage, not an approval
            facts (QuestionFacts | Unset):
            feedback (str | Unset): the beginning of what the guard said; an ellipsis says that there is more
     """

    id: str
    run_id: str
    workflow: str
    status: QuestionRowStatus
    kind: QuestionRowKind
    step: None | str
    question: str
    assignees: list[str]
    more_assignees: float
    opened_at: datetime.datetime
    expires_at: datetime.datetime | None
    decided: None | QuestionRowDecidedType0
    endpoint: str | Unset = UNSET
    facts: QuestionFacts | Unset = UNSET
    feedback: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.question_facts import QuestionFacts # noqa: PLC0415
        from ..models.question_row_decided_type_0 import QuestionRowDecidedType0 # noqa: PLC0415
        id = self.id

        run_id = self.run_id

        workflow = self.workflow

        status: str = self.status

        kind: str = self.kind

        step: None | str
        step = self.step

        question = self.question

        assignees = self.assignees



        more_assignees = self.more_assignees

        opened_at = self.opened_at.isoformat()

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        decided: dict[str, Any] | None
        if isinstance(self.decided, QuestionRowDecidedType0):
            decided = self.decided.to_dict()
        else:
            decided = self.decided

        endpoint = self.endpoint

        facts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.facts, Unset):
            facts = self.facts.to_dict()

        feedback = self.feedback


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "runId": run_id,
            "workflow": workflow,
            "status": status,
            "kind": kind,
            "step": step,
            "question": question,
            "assignees": assignees,
            "moreAssignees": more_assignees,
            "openedAt": opened_at,
            "expiresAt": expires_at,
            "decided": decided,
        })
        if endpoint is not UNSET:
            field_dict["endpoint"] = endpoint
        if facts is not UNSET:
            field_dict["facts"] = facts
        if feedback is not UNSET:
            field_dict["feedback"] = feedback

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.question_facts import QuestionFacts # noqa: PLC0415
        from ..models.question_row_decided_type_0 import QuestionRowDecidedType0 # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        run_id = d.pop("runId")

        workflow = d.pop("workflow")

        status = check_question_row_status(d.pop("status"))




        kind = check_question_row_kind(d.pop("kind"))




        def _parse_step(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        step = _parse_step(d.pop("step"))


        question = d.pop("question")

        assignees = cast(list[str], d.pop("assignees"))


        more_assignees = d.pop("moreAssignees")

        opened_at = datetime.datetime.fromisoformat(d.pop("openedAt"))




        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)



                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))


        def _parse_decided(data: object) -> None | QuestionRowDecidedType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                decided_type_0 = QuestionRowDecidedType0.from_dict(data)



                return decided_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | QuestionRowDecidedType0, data)

        decided = _parse_decided(d.pop("decided"))


        endpoint = d.pop("endpoint", UNSET)

        _facts = d.pop("facts", UNSET)
        facts: QuestionFacts | Unset
        if isinstance(_facts,  Unset):
            facts = UNSET
        else:
            facts = QuestionFacts.from_dict(_facts)




        feedback = d.pop("feedback", UNSET)

        question_row = cls(
            id=id,
            run_id=run_id,
            workflow=workflow,
            status=status,
            kind=kind,
            step=step,
            question=question,
            assignees=assignees,
            more_assignees=more_assignees,
            opened_at=opened_at,
            expires_at=expires_at,
            decided=decided,
            endpoint=endpoint,
            facts=facts,
            feedback=feedback,
        )

        return question_row

