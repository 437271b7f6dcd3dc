from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.evidence_attempt_warnings_item_code import check_evidence_attempt_warnings_item_code
from ..models.evidence_attempt_warnings_item_code import EvidenceAttemptWarningsItemCode
from typing import cast






T = TypeVar("T", bound="EvidenceAttemptWarningsItem")



@_attrs_define
class EvidenceAttemptWarningsItem:
    """ 
        Attributes:
            code (EvidenceAttemptWarningsItemCode):
            text (str):
     """

    code: EvidenceAttemptWarningsItemCode
    text: str





    def to_dict(self) -> dict[str, Any]:
        code: str = self.code

        text = self.text


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "code": code,
            "text": text,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = check_evidence_attempt_warnings_item_code(d.pop("code"))




        text = d.pop("text")

        evidence_attempt_warnings_item = cls(
            code=code,
            text=text,
        )

        return evidence_attempt_warnings_item

