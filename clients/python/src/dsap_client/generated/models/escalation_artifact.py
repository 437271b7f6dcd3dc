from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EscalationArtifact")



@_attrs_define
class EscalationArtifact:
    """ what the question is about: its first 2,000 characters

        Attributes:
            id (str):
            digest (str):
            text (str):
            cut (bool):
     """

    id: str
    digest: str
    text: str
    cut: bool





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        digest = self.digest

        text = self.text

        cut = self.cut


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "digest": digest,
            "text": text,
            "cut": cut,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        digest = d.pop("digest")

        text = d.pop("text")

        cut = d.pop("cut")

        escalation_artifact = cls(
            id=id,
            digest=digest,
            text=text,
            cut=cut,
        )

        return escalation_artifact

