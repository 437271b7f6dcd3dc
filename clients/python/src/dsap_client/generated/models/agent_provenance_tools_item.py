from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="AgentProvenanceToolsItem")



@_attrs_define
class AgentProvenanceToolsItem:
    """ 
        Attributes:
            name (str):
            ok (bool):
            error (str | Unset): why it was refused or failed
     """

    name: str
    ok: bool
    error: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        ok = self.ok

        error = self.error


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "ok": ok,
        })
        if error is not UNSET:
            field_dict["error"] = error

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        ok = d.pop("ok")

        error = d.pop("error", UNSET)

        agent_provenance_tools_item = cls(
            name=name,
            ok=ok,
            error=error,
        )

        return agent_provenance_tools_item

