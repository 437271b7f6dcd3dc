from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EvidenceAttemptRowChanges")



@_attrs_define
class EvidenceAttemptRowChanges:
    """ from the step's artifact before to this one

        Attributes:
            unified (str): at most its first 4 KiB, and 16 KiB of the artifact asked about
            cut (bool):
     """

    unified: str
    cut: bool





    def to_dict(self) -> dict[str, Any]:
        unified = self.unified

        cut = self.cut


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "unified": unified,
            "cut": cut,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        unified = d.pop("unified")

        cut = d.pop("cut")

        evidence_attempt_row_changes = cls(
            unified=unified,
            cut=cut,
        )

        return evidence_attempt_row_changes

