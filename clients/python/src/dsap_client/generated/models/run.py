from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.run_status import check_run_status
from ..models.run_status import RunStatus
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.budgets import Budgets
  from ..models.failure import Failure
  from ..models.result import Result
  from ..models.run_attempts import RunAttempts
  from ..models.run_bound import RunBound
  from ..models.run_control import RunControl
  from ..models.run_forked_from import RunForkedFrom
  from ..models.run_guards import RunGuards
  from ..models.run_links import RunLinks
  from ..models.run_usage import RunUsage
  from ..models.run_workflow import RunWorkflow
  from ..models.waiting import Waiting





T = TypeVar("T", bound="Run")



@_attrs_define
class Run:
    """ 
        Attributes:
            id (str):
            status (RunStatus):
            workflow (RunWorkflow):
            input_ (Any): left out of lists if its JSON has more than 16 KiB
            tags (list[str]):
            revision (float): the last seq; also the ETag
            current_steps (list[str]):
            guards (RunGuards):
            attempts (RunAttempts):
            bound (RunBound):
            usage (RunUsage):
            budgets (Budgets):
            control (RunControl):
            open_escalations (list[str]):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            links (RunLinks):
            specification (str | Unset):
            forked_from (RunForkedFrom | Unset): what differs from the run that this one was forked from
            waiting (Waiting | Unset): a call waits before anything of it is sent, and goes on by itself
            missing (list[str] | Unset): what has to be agreed on before the run may start, while it waits for that
            result (Result | Unset):
            failure (Failure | Unset):
            ended_at (datetime.datetime | Unset):
     """

    id: str
    status: RunStatus
    workflow: RunWorkflow
    input_: Any
    tags: list[str]
    revision: float
    current_steps: list[str]
    guards: RunGuards
    attempts: RunAttempts
    bound: RunBound
    usage: RunUsage
    budgets: Budgets
    control: RunControl
    open_escalations: list[str]
    created_at: datetime.datetime
    updated_at: datetime.datetime
    links: RunLinks
    specification: str | Unset = UNSET
    forked_from: RunForkedFrom | Unset = UNSET
    waiting: Waiting | Unset = UNSET
    missing: list[str] | Unset = UNSET
    result: Result | Unset = UNSET
    failure: Failure | Unset = UNSET
    ended_at: datetime.datetime | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.budgets import Budgets # noqa: PLC0415
        from ..models.failure import Failure # noqa: PLC0415
        from ..models.result import Result # noqa: PLC0415
        from ..models.run_attempts import RunAttempts # noqa: PLC0415
        from ..models.run_bound import RunBound # noqa: PLC0415
        from ..models.run_control import RunControl # noqa: PLC0415
        from ..models.run_forked_from import RunForkedFrom # noqa: PLC0415
        from ..models.run_guards import RunGuards # noqa: PLC0415
        from ..models.run_links import RunLinks # noqa: PLC0415
        from ..models.run_usage import RunUsage # noqa: PLC0415
        from ..models.run_workflow import RunWorkflow # noqa: PLC0415
        from ..models.waiting import Waiting # noqa: PLC0415
        id = self.id

        status: str = self.status

        workflow = self.workflow.to_dict()

        input_ = self.input_

        tags = self.tags



        revision = self.revision

        current_steps = self.current_steps



        guards = self.guards.to_dict()

        attempts = self.attempts.to_dict()

        bound = self.bound.to_dict()

        usage = self.usage.to_dict()

        budgets = self.budgets.to_dict()

        control = self.control.to_dict()

        open_escalations = self.open_escalations



        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        links = self.links.to_dict()

        specification = self.specification

        forked_from: dict[str, Any] | Unset = UNSET
        if not isinstance(self.forked_from, Unset):
            forked_from = self.forked_from.to_dict()

        waiting: dict[str, Any] | Unset = UNSET
        if not isinstance(self.waiting, Unset):
            waiting = self.waiting.to_dict()

        missing: list[str] | Unset = UNSET
        if not isinstance(self.missing, Unset):
            missing = self.missing



        result: dict[str, Any] | Unset = UNSET
        if not isinstance(self.result, Unset):
            result = self.result.to_dict()

        failure: dict[str, Any] | Unset = UNSET
        if not isinstance(self.failure, Unset):
            failure = self.failure.to_dict()

        ended_at: str | Unset = UNSET
        if not isinstance(self.ended_at, Unset):
            ended_at = self.ended_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "status": status,
            "workflow": workflow,
            "input": input_,
            "tags": tags,
            "revision": revision,
            "currentSteps": current_steps,
            "guards": guards,
            "attempts": attempts,
            "bound": bound,
            "usage": usage,
            "budgets": budgets,
            "control": control,
            "openEscalations": open_escalations,
            "createdAt": created_at,
            "updatedAt": updated_at,
            "links": links,
        })
        if specification is not UNSET:
            field_dict["specification"] = specification
        if forked_from is not UNSET:
            field_dict["forkedFrom"] = forked_from
        if waiting is not UNSET:
            field_dict["waiting"] = waiting
        if missing is not UNSET:
            field_dict["missing"] = missing
        if result is not UNSET:
            field_dict["result"] = result
        if failure is not UNSET:
            field_dict["failure"] = failure
        if ended_at is not UNSET:
            field_dict["endedAt"] = ended_at

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.budgets import Budgets # noqa: PLC0415
        from ..models.failure import Failure # noqa: PLC0415
        from ..models.result import Result # noqa: PLC0415
        from ..models.run_attempts import RunAttempts # noqa: PLC0415
        from ..models.run_bound import RunBound # noqa: PLC0415
        from ..models.run_control import RunControl # noqa: PLC0415
        from ..models.run_forked_from import RunForkedFrom # noqa: PLC0415
        from ..models.run_guards import RunGuards # noqa: PLC0415
        from ..models.run_links import RunLinks # noqa: PLC0415
        from ..models.run_usage import RunUsage # noqa: PLC0415
        from ..models.run_workflow import RunWorkflow # noqa: PLC0415
        from ..models.waiting import Waiting # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        status = check_run_status(d.pop("status"))




        workflow = RunWorkflow.from_dict(d.pop("workflow"))




        input_ = d.pop("input")

        tags = cast(list[str], d.pop("tags"))


        revision = d.pop("revision")

        current_steps = cast(list[str], d.pop("currentSteps"))


        guards = RunGuards.from_dict(d.pop("guards"))




        attempts = RunAttempts.from_dict(d.pop("attempts"))




        bound = RunBound.from_dict(d.pop("bound"))




        usage = RunUsage.from_dict(d.pop("usage"))




        budgets = Budgets.from_dict(d.pop("budgets"))




        control = RunControl.from_dict(d.pop("control"))




        open_escalations = cast(list[str], d.pop("openEscalations"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        links = RunLinks.from_dict(d.pop("links"))




        specification = d.pop("specification", UNSET)

        _forked_from = d.pop("forkedFrom", UNSET)
        forked_from: RunForkedFrom | Unset
        if isinstance(_forked_from,  Unset):
            forked_from = UNSET
        else:
            forked_from = RunForkedFrom.from_dict(_forked_from)




        _waiting = d.pop("waiting", UNSET)
        waiting: Waiting | Unset
        if isinstance(_waiting,  Unset):
            waiting = UNSET
        else:
            waiting = Waiting.from_dict(_waiting)




        missing = cast(list[str], d.pop("missing", UNSET))


        _result = d.pop("result", UNSET)
        result: Result | Unset
        if isinstance(_result,  Unset):
            result = UNSET
        else:
            result = Result.from_dict(_result)




        _failure = d.pop("failure", UNSET)
        failure: Failure | Unset
        if isinstance(_failure,  Unset):
            failure = UNSET
        else:
            failure = Failure.from_dict(_failure)




        _ended_at = d.pop("endedAt", UNSET)
        ended_at: datetime.datetime | Unset
        if isinstance(_ended_at,  Unset):
            ended_at = UNSET
        else:
            ended_at = datetime.datetime.fromisoformat(_ended_at)




        run = cls(
            id=id,
            status=status,
            workflow=workflow,
            input_=input_,
            tags=tags,
            revision=revision,
            current_steps=current_steps,
            guards=guards,
            attempts=attempts,
            bound=bound,
            usage=usage,
            budgets=budgets,
            control=control,
            open_escalations=open_escalations,
            created_at=created_at,
            updated_at=updated_at,
            links=links,
            specification=specification,
            forked_from=forked_from,
            waiting=waiting,
            missing=missing,
            result=result,
            failure=failure,
            ended_at=ended_at,
        )

        return run

