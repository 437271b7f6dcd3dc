from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.schedule_details_overlap import check_schedule_details_overlap
from ..models.schedule_details_overlap import ScheduleDetailsOverlap
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.issue import Issue
  from ..models.schedule_details_counts import ScheduleDetailsCounts
  from ..models.schedule_details_links import ScheduleDetailsLinks
  from ..models.schedule_details_workflow import ScheduleDetailsWorkflow
  from ..models.schedule_failure import ScheduleFailure





T = TypeVar("T", bound="ScheduleDetails")



@_attrs_define
class ScheduleDetails:
    """ 
        Attributes:
            id (str):
            workflow (ScheduleDetailsWorkflow):
            timezone (str):
            overlap (ScheduleDetailsOverlap):
            catch_up (str):
            paused (bool):
            created_by (str):
            created_at (datetime.datetime):
            updated_at (datetime.datetime):
            links (ScheduleDetailsLinks):
            warnings (list[Issue]): what its times mean and may not be meant; pointers lead into the schedule
            open_runs (list[str]): what its fires have started and is open; at most 100
            failures (list[ScheduleFailure]): its newest fires whose start was refused, newest first; at most 20
            input_ (Any | Unset): left out of lists if its JSON has more than 16 KiB
            specification (str | Unset):
            budgets (Any | Unset):
            tags (list[str] | Unset):
            cron (str | Unset):
            every (str | Unset):
            note (str | Unset): why it was last paused or resumed
            next_ (list[datetime.datetime] | Unset): when it will fire; left out while Temporal does not answer
            counts (ScheduleDetailsCounts | Unset): of its fires; left out while Temporal does not answer
     """

    id: str
    workflow: ScheduleDetailsWorkflow
    timezone: str
    overlap: ScheduleDetailsOverlap
    catch_up: str
    paused: bool
    created_by: str
    created_at: datetime.datetime
    updated_at: datetime.datetime
    links: ScheduleDetailsLinks
    warnings: list[Issue]
    open_runs: list[str]
    failures: list[ScheduleFailure]
    input_: Any | Unset = UNSET
    specification: str | Unset = UNSET
    budgets: Any | Unset = UNSET
    tags: list[str] | Unset = UNSET
    cron: str | Unset = UNSET
    every: str | Unset = UNSET
    note: str | Unset = UNSET
    next_: list[datetime.datetime] | Unset = UNSET
    counts: ScheduleDetailsCounts | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.issue import Issue # noqa: PLC0415
        from ..models.schedule_details_counts import ScheduleDetailsCounts # noqa: PLC0415
        from ..models.schedule_details_links import ScheduleDetailsLinks # noqa: PLC0415
        from ..models.schedule_details_workflow import ScheduleDetailsWorkflow # noqa: PLC0415
        from ..models.schedule_failure import ScheduleFailure # noqa: PLC0415
        id = self.id

        workflow = self.workflow.to_dict()

        timezone = self.timezone

        overlap: str = self.overlap

        catch_up = self.catch_up

        paused = self.paused

        created_by = self.created_by

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        links = self.links.to_dict()

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)



        open_runs = self.open_runs



        failures = []
        for failures_item_data in self.failures:
            failures_item = failures_item_data.to_dict()
            failures.append(failures_item)



        input_ = self.input_

        specification = self.specification

        budgets = self.budgets

        tags: list[str] | Unset = UNSET
        if not isinstance(self.tags, Unset):
            tags = self.tags



        cron = self.cron

        every = self.every

        note = self.note

        next_: list[str] | Unset = UNSET
        if not isinstance(self.next_, Unset):
            next_ = []
            for next_item_data in self.next_:
                next_item = next_item_data.isoformat()
                next_.append(next_item)



        counts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.counts, Unset):
            counts = self.counts.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "workflow": workflow,
            "timezone": timezone,
            "overlap": overlap,
            "catchUp": catch_up,
            "paused": paused,
            "createdBy": created_by,
            "createdAt": created_at,
            "updatedAt": updated_at,
            "links": links,
            "warnings": warnings,
            "openRuns": open_runs,
            "failures": failures,
        })
        if input_ is not UNSET:
            field_dict["input"] = input_
        if specification is not UNSET:
            field_dict["specification"] = specification
        if budgets is not UNSET:
            field_dict["budgets"] = budgets
        if tags is not UNSET:
            field_dict["tags"] = tags
        if cron is not UNSET:
            field_dict["cron"] = cron
        if every is not UNSET:
            field_dict["every"] = every
        if note is not UNSET:
            field_dict["note"] = note
        if next_ is not UNSET:
            field_dict["next"] = next_
        if counts is not UNSET:
            field_dict["counts"] = counts

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.issue import Issue # noqa: PLC0415
        from ..models.schedule_details_counts import ScheduleDetailsCounts # noqa: PLC0415
        from ..models.schedule_details_links import ScheduleDetailsLinks # noqa: PLC0415
        from ..models.schedule_details_workflow import ScheduleDetailsWorkflow # noqa: PLC0415
        from ..models.schedule_failure import ScheduleFailure # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        workflow = ScheduleDetailsWorkflow.from_dict(d.pop("workflow"))




        timezone = d.pop("timezone")

        overlap = check_schedule_details_overlap(d.pop("overlap"))




        catch_up = d.pop("catchUp")

        paused = d.pop("paused")

        created_by = d.pop("createdBy")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        links = ScheduleDetailsLinks.from_dict(d.pop("links"))




        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in (_warnings):
            warnings_item = Issue.from_dict(warnings_item_data)



            warnings.append(warnings_item)


        open_runs = cast(list[str], d.pop("openRuns"))


        failures = []
        _failures = d.pop("failures")
        for failures_item_data in (_failures):
            failures_item = ScheduleFailure.from_dict(failures_item_data)



            failures.append(failures_item)


        input_ = d.pop("input", UNSET)

        specification = d.pop("specification", UNSET)

        budgets = d.pop("budgets", UNSET)

        tags = cast(list[str], d.pop("tags", UNSET))


        cron = d.pop("cron", UNSET)

        every = d.pop("every", UNSET)

        note = d.pop("note", UNSET)

        _next_ = d.pop("next", UNSET)
        next_: list[datetime.datetime] | Unset = UNSET
        if _next_ is not UNSET:
            next_ = []
            for next_item_data in _next_:
                next_item = datetime.datetime.fromisoformat(next_item_data)



                next_.append(next_item)


        _counts = d.pop("counts", UNSET)
        counts: ScheduleDetailsCounts | Unset
        if isinstance(_counts,  Unset):
            counts = UNSET
        else:
            counts = ScheduleDetailsCounts.from_dict(_counts)




        schedule_details = cls(
            id=id,
            workflow=workflow,
            timezone=timezone,
            overlap=overlap,
            catch_up=catch_up,
            paused=paused,
            created_by=created_by,
            created_at=created_at,
            updated_at=updated_at,
            links=links,
            warnings=warnings,
            open_runs=open_runs,
            failures=failures,
            input_=input_,
            specification=specification,
            budgets=budgets,
            tags=tags,
            cron=cron,
            every=every,
            note=note,
            next_=next_,
            counts=counts,
        )

        return schedule_details

