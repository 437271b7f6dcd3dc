from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ArtifactParentsItem")



@_attrs_define
class ArtifactParentsItem:
    """ 
        Attributes:
            artifact_id (str):
            relation (str):
     """

    artifact_id: str
    relation: str





    def to_dict(self) -> dict[str, Any]:
        artifact_id = self.artifact_id

        relation = self.relation


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "artifactId": artifact_id,
            "relation": relation,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        artifact_id = d.pop("artifactId")

        relation = d.pop("relation")

        artifact_parents_item = cls(
            artifact_id=artifact_id,
            relation=relation,
        )

        return artifact_parents_item

