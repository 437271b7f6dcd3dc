from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.artifact_source import ArtifactSource
from ..models.artifact_source import check_artifact_source
from ..models.artifact_status import ArtifactStatus
from ..models.artifact_status import check_artifact_status
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.artifact_absent import ArtifactAbsent
  from ..models.artifact_parents_item import ArtifactParentsItem





T = TypeVar("T", bound="Artifact")



@_attrs_define
class Artifact:
    """ 
        Attributes:
            id (str):
            digest (str):
            media_type (str):
            bytes_ (float):
            source (ArtifactSource):
            status (ArtifactStatus):
            parents (list[ArtifactParentsItem]):
            created_at (datetime.datetime):
            run_id (str | Unset):
            step (str | Unset):
            epoch (float | Unset):
            attempt (float | Unset):
            absent (ArtifactAbsent | Unset):
     """

    id: str
    digest: str
    media_type: str
    bytes_: float
    source: ArtifactSource
    status: ArtifactStatus
    parents: list[ArtifactParentsItem]
    created_at: datetime.datetime
    run_id: str | Unset = UNSET
    step: str | Unset = UNSET
    epoch: float | Unset = UNSET
    attempt: float | Unset = UNSET
    absent: ArtifactAbsent | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.artifact_absent import ArtifactAbsent # noqa: PLC0415
        from ..models.artifact_parents_item import ArtifactParentsItem # noqa: PLC0415
        id = self.id

        digest = self.digest

        media_type = self.media_type

        bytes_ = self.bytes_

        source: str = self.source

        status: str = self.status

        parents = []
        for parents_item_data in self.parents:
            parents_item = parents_item_data.to_dict()
            parents.append(parents_item)



        created_at = self.created_at.isoformat()

        run_id = self.run_id

        step = self.step

        epoch = self.epoch

        attempt = self.attempt

        absent: dict[str, Any] | Unset = UNSET
        if not isinstance(self.absent, Unset):
            absent = self.absent.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "digest": digest,
            "mediaType": media_type,
            "bytes": bytes_,
            "source": source,
            "status": status,
            "parents": parents,
            "createdAt": created_at,
        })
        if run_id is not UNSET:
            field_dict["runId"] = run_id
        if step is not UNSET:
            field_dict["step"] = step
        if epoch is not UNSET:
            field_dict["epoch"] = epoch
        if attempt is not UNSET:
            field_dict["attempt"] = attempt
        if absent is not UNSET:
            field_dict["absent"] = absent

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.artifact_absent import ArtifactAbsent # noqa: PLC0415
        from ..models.artifact_parents_item import ArtifactParentsItem # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        digest = d.pop("digest")

        media_type = d.pop("mediaType")

        bytes_ = d.pop("bytes")

        source = check_artifact_source(d.pop("source"))




        status = check_artifact_status(d.pop("status"))




        parents = []
        _parents = d.pop("parents")
        for parents_item_data in (_parents):
            parents_item = ArtifactParentsItem.from_dict(parents_item_data)



            parents.append(parents_item)


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        run_id = d.pop("runId", UNSET)

        step = d.pop("step", UNSET)

        epoch = d.pop("epoch", UNSET)

        attempt = d.pop("attempt", UNSET)

        _absent = d.pop("absent", UNSET)
        absent: ArtifactAbsent | Unset
        if isinstance(_absent,  Unset):
            absent = UNSET
        else:
            absent = ArtifactAbsent.from_dict(_absent)




        artifact = cls(
            id=id,
            digest=digest,
            media_type=media_type,
            bytes_=bytes_,
            source=source,
            status=status,
            parents=parents,
            created_at=created_at,
            run_id=run_id,
            step=step,
            epoch=epoch,
            attempt=attempt,
            absent=absent,
        )

        return artifact

