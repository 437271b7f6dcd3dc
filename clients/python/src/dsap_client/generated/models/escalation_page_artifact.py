from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EscalationPageArtifact")



@_attrs_define
class EscalationPageArtifact:
    """ 
        Attributes:
            id (str):
            digest (str):
            media_type (str):
            bytes_ (float):
            text (str): at most its first 16 KiB
            cut (bool):
     """

    id: str
    digest: str
    media_type: str
    bytes_: float
    text: str
    cut: bool





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        digest = self.digest

        media_type = self.media_type

        bytes_ = self.bytes_

        text = self.text

        cut = self.cut


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "digest": digest,
            "mediaType": media_type,
            "bytes": bytes_,
            "text": text,
            "cut": cut,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        digest = d.pop("digest")

        media_type = d.pop("mediaType")

        bytes_ = d.pop("bytes")

        text = d.pop("text")

        cut = d.pop("cut")

        escalation_page_artifact = cls(
            id=id,
            digest=digest,
            media_type=media_type,
            bytes_=bytes_,
            text=text,
            cut=cut,
        )

        return escalation_page_artifact

