from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EvidenceAttemptRenderedPromptItem")



@_attrs_define
class EvidenceAttemptRenderedPromptItem:
    """ 
        Attributes:
            role (str):
            content (str):
     """

    role: str
    content: str





    def to_dict(self) -> dict[str, Any]:
        role = self.role

        content = self.content


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "role": role,
            "content": content,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        role = d.pop("role")

        content = d.pop("content")

        evidence_attempt_rendered_prompt_item = cls(
            role=role,
            content=content,
        )

        return evidence_attempt_rendered_prompt_item

