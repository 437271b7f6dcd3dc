from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.result_ended_by import check_result_ended_by
from ..models.result_ended_by import ResultEndedBy
from ..models.result_status import check_result_status
from ..models.result_status import ResultStatus
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.failure import Failure
  from ..models.result_artifacts import ResultArtifacts
  from ..models.result_missing_item import ResultMissingItem





T = TypeVar("T", bound="Result")



@_attrs_define
class Result:
    """ 
        Attributes:
            run_id (str):
            status (ResultStatus):
            missing (list[ResultMissingItem]): waived steps that have made nothing
            artifacts (ResultArtifacts):
            waived (list[str]):
            ended_by (ResultEndedBy | Unset): why a state machine is complete: its base case holds, it is in a final state,
                or no step names the state that it is in
            failure (Failure | Unset):
     """

    run_id: str
    status: ResultStatus
    missing: list[ResultMissingItem]
    artifacts: ResultArtifacts
    waived: list[str]
    ended_by: ResultEndedBy | Unset = UNSET
    failure: Failure | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.failure import Failure # noqa: PLC0415
        from ..models.result_artifacts import ResultArtifacts # noqa: PLC0415
        from ..models.result_missing_item import ResultMissingItem # noqa: PLC0415
        run_id = self.run_id

        status: str = self.status

        missing = []
        for missing_item_data in self.missing:
            missing_item = missing_item_data.to_dict()
            missing.append(missing_item)



        artifacts = self.artifacts.to_dict()

        waived = self.waived



        ended_by: str | Unset = UNSET
        if not isinstance(self.ended_by, Unset):
            ended_by = self.ended_by


        failure: dict[str, Any] | Unset = UNSET
        if not isinstance(self.failure, Unset):
            failure = self.failure.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "runId": run_id,
            "status": status,
            "missing": missing,
            "artifacts": artifacts,
            "waived": waived,
        })
        if ended_by is not UNSET:
            field_dict["endedBy"] = ended_by
        if failure is not UNSET:
            field_dict["failure"] = failure

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.failure import Failure # noqa: PLC0415
        from ..models.result_artifacts import ResultArtifacts # noqa: PLC0415
        from ..models.result_missing_item import ResultMissingItem # noqa: PLC0415
        d = dict(src_dict)
        run_id = d.pop("runId")

        status = check_result_status(d.pop("status"))




        missing = []
        _missing = d.pop("missing")
        for missing_item_data in (_missing):
            missing_item = ResultMissingItem.from_dict(missing_item_data)



            missing.append(missing_item)


        artifacts = ResultArtifacts.from_dict(d.pop("artifacts"))




        waived = cast(list[str], d.pop("waived"))


        _ended_by = d.pop("endedBy", UNSET)
        ended_by: ResultEndedBy | Unset
        if isinstance(_ended_by,  Unset):
            ended_by = UNSET
        else:
            ended_by = check_result_ended_by(_ended_by)




        _failure = d.pop("failure", UNSET)
        failure: Failure | Unset
        if isinstance(_failure,  Unset):
            failure = UNSET
        else:
            failure = Failure.from_dict(_failure)




        result = cls(
            run_id=run_id,
            status=status,
            missing=missing,
            artifacts=artifacts,
            waived=waived,
            ended_by=ended_by,
            failure=failure,
        )

        return result

