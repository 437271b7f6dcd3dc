from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="ResultArtifactsAdditionalProperty")



@_attrs_define
class ResultArtifactsAdditionalProperty:
    """ 
        Attributes:
            artifact_id (str):
            digest (str):
            media_type (str):
            content (str):
            final_state (Any | Unset): what an agent shows of its state
     """

    artifact_id: str
    digest: str
    media_type: str
    content: str
    final_state: Any | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        artifact_id = self.artifact_id

        digest = self.digest

        media_type = self.media_type

        content = self.content

        final_state = self.final_state


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "artifactId": artifact_id,
            "digest": digest,
            "mediaType": media_type,
            "content": content,
        })
        if final_state is not UNSET:
            field_dict["finalState"] = final_state

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        artifact_id = d.pop("artifactId")

        digest = d.pop("digest")

        media_type = d.pop("mediaType")

        content = d.pop("content")

        final_state = d.pop("finalState", UNSET)

        result_artifacts_additional_property = cls(
            artifact_id=artifact_id,
            digest=digest,
            media_type=media_type,
            content=content,
            final_state=final_state,
        )

        return result_artifacts_additional_property

