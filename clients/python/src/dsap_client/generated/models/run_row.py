from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.run_row_status import check_run_row_status
from ..models.run_row_status import RunRowStatus
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.run_row_attempts import RunRowAttempts
  from ..models.run_row_workflow import RunRowWorkflow
  from ..models.waiting import Waiting





T = TypeVar("T", bound="RunRow")



@_attrs_define
class RunRow:
    """ 
        Attributes:
            id (str):
            status (RunRowStatus):
            workflow (RunRowWorkflow):
            step (None | str): one that is under way, or that a person is asked about
            sentence (str): how the run stands; an ellipsis at its end says that there is more
            attempts (RunRowAttempts):
            cost_usd (float | None): null: the price of a model is not known
            open_questions (float):
            tags (list[str]): the first of them
            more_tags (float): how many tags are left out
            created_at (datetime.datetime):
            ended_at (datetime.datetime | None):
            changed_at (datetime.datetime): the time of its newest event
            revision (float): the last seq
            retrying (bool | Unset): a call under way has failed, and is tried again
            waiting (Waiting | Unset): a call waits before anything of it is sent, and goes on by itself
            needs_worker (bool | Unset): a call under way asks a task queue of somebody else's that no worker polls
     """

    id: str
    status: RunRowStatus
    workflow: RunRowWorkflow
    step: None | str
    sentence: str
    attempts: RunRowAttempts
    cost_usd: float | None
    open_questions: float
    tags: list[str]
    more_tags: float
    created_at: datetime.datetime
    ended_at: datetime.datetime | None
    changed_at: datetime.datetime
    revision: float
    retrying: bool | Unset = UNSET
    waiting: Waiting | Unset = UNSET
    needs_worker: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.run_row_attempts import RunRowAttempts # noqa: PLC0415
        from ..models.run_row_workflow import RunRowWorkflow # noqa: PLC0415
        from ..models.waiting import Waiting # noqa: PLC0415
        id = self.id

        status: str = self.status

        workflow = self.workflow.to_dict()

        step: None | str
        step = self.step

        sentence = self.sentence

        attempts = self.attempts.to_dict()

        cost_usd: float | None
        cost_usd = self.cost_usd

        open_questions = self.open_questions

        tags = self.tags



        more_tags = self.more_tags

        created_at = self.created_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        changed_at = self.changed_at.isoformat()

        revision = self.revision

        retrying = self.retrying

        waiting: dict[str, Any] | Unset = UNSET
        if not isinstance(self.waiting, Unset):
            waiting = self.waiting.to_dict()

        needs_worker = self.needs_worker


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "status": status,
            "workflow": workflow,
            "step": step,
            "sentence": sentence,
            "attempts": attempts,
            "costUsd": cost_usd,
            "openQuestions": open_questions,
            "tags": tags,
            "moreTags": more_tags,
            "createdAt": created_at,
            "endedAt": ended_at,
            "changedAt": changed_at,
            "revision": revision,
        })
        if retrying is not UNSET:
            field_dict["retrying"] = retrying
        if waiting is not UNSET:
            field_dict["waiting"] = waiting
        if needs_worker is not UNSET:
            field_dict["needsWorker"] = needs_worker

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.run_row_attempts import RunRowAttempts # noqa: PLC0415
        from ..models.run_row_workflow import RunRowWorkflow # noqa: PLC0415
        from ..models.waiting import Waiting # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        status = check_run_row_status(d.pop("status"))




        workflow = RunRowWorkflow.from_dict(d.pop("workflow"))




        def _parse_step(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        step = _parse_step(d.pop("step"))


        sentence = d.pop("sentence")

        attempts = RunRowAttempts.from_dict(d.pop("attempts"))




        def _parse_cost_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        cost_usd = _parse_cost_usd(d.pop("costUsd"))


        open_questions = d.pop("openQuestions")

        tags = cast(list[str], d.pop("tags"))


        more_tags = d.pop("moreTags")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




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


        changed_at = datetime.datetime.fromisoformat(d.pop("changedAt"))




        revision = d.pop("revision")

        retrying = d.pop("retrying", UNSET)

        _waiting = d.pop("waiting", UNSET)
        waiting: Waiting | Unset
        if isinstance(_waiting,  Unset):
            waiting = UNSET
        else:
            waiting = Waiting.from_dict(_waiting)




        needs_worker = d.pop("needsWorker", UNSET)

        run_row = cls(
            id=id,
            status=status,
            workflow=workflow,
            step=step,
            sentence=sentence,
            attempts=attempts,
            cost_usd=cost_usd,
            open_questions=open_questions,
            tags=tags,
            more_tags=more_tags,
            created_at=created_at,
            ended_at=ended_at,
            changed_at=changed_at,
            revision=revision,
            retrying=retrying,
            waiting=waiting,
            needs_worker=needs_worker,
        )

        return run_row

