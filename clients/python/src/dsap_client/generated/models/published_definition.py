from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.published_definition_bound import PublishedDefinitionBound





T = TypeVar("T", bound="PublishedDefinition")



@_attrs_define
class PublishedDefinition:
    """ 
        Attributes:
            name (str):
            version (float):
            digest (str):
            topology (str):
            bound (PublishedDefinitionBound):
            warnings (list[Any]):
     """

    name: str
    version: float
    digest: str
    topology: str
    bound: PublishedDefinitionBound
    warnings: list[Any]





    def to_dict(self) -> dict[str, Any]:
        from ..models.published_definition_bound import PublishedDefinitionBound # noqa: PLC0415
        name = self.name

        version = self.version

        digest = self.digest

        topology = self.topology

        bound = self.bound.to_dict()

        warnings = self.warnings




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "version": version,
            "digest": digest,
            "topology": topology,
            "bound": bound,
            "warnings": warnings,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.published_definition_bound import PublishedDefinitionBound # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name")

        version = d.pop("version")

        digest = d.pop("digest")

        topology = d.pop("topology")

        bound = PublishedDefinitionBound.from_dict(d.pop("bound"))




        warnings = cast(list[Any], d.pop("warnings"))


        published_definition = cls(
            name=name,
            version=version,
            digest=digest,
            topology=topology,
            bound=bound,
            warnings=warnings,
        )

        return published_definition

