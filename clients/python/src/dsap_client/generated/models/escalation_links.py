from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="EscalationLinks")



@_attrs_define
class EscalationLinks:
    """ absolute addresses

        Attributes:
            self_ (str):
            decision (str):
            run (str):
            console (str): its page for people
            artifact (str | Unset):
     """

    self_: str
    decision: str
    run: str
    console: str
    artifact: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        self_ = self.self_

        decision = self.decision

        run = self.run

        console = self.console

        artifact = self.artifact


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "self": self_,
            "decision": decision,
            "run": run,
            "console": console,
        })
        if artifact is not UNSET:
            field_dict["artifact"] = artifact

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        self_ = d.pop("self")

        decision = d.pop("decision")

        run = d.pop("run")

        console = d.pop("console")

        artifact = d.pop("artifact", UNSET)

        escalation_links = cls(
            self_=self_,
            decision=decision,
            run=run,
            console=console,
            artifact=artifact,
        )

        return escalation_links

