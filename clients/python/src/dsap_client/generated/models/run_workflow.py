from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="RunWorkflow")



@_attrs_define
class RunWorkflow:
    """ 
        Attributes:
            name (str):
            version (float):
            digest (str):
            topology (str):
     """

    name: str
    version: float
    digest: str
    topology: str





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        version = self.version

        digest = self.digest

        topology = self.topology


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "version": version,
            "digest": digest,
            "topology": topology,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        version = d.pop("version")

        digest = d.pop("digest")

        topology = d.pop("topology")

        run_workflow = cls(
            name=name,
            version=version,
            digest=digest,
            topology=topology,
        )

        return run_workflow

