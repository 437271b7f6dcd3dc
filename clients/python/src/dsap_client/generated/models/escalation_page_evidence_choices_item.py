from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.escalation_page_evidence_choices_item_status import check_escalation_page_evidence_choices_item_status
from ..models.escalation_page_evidence_choices_item_status import EscalationPageEvidenceChoicesItemStatus
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="EscalationPageEvidenceChoicesItem")



@_attrs_define
class EscalationPageEvidenceChoicesItem:
    """ 
        Attributes:
            or_group (str):
            choice (str):
            status (EscalationPageEvidenceChoicesItemStatus):
            why (str | Unset):
     """

    or_group: str
    choice: str
    status: EscalationPageEvidenceChoicesItemStatus
    why: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        or_group = self.or_group

        choice = self.choice

        status: str = self.status

        why = self.why


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "orGroup": or_group,
            "choice": choice,
            "status": status,
        })
        if why is not UNSET:
            field_dict["why"] = why

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        or_group = d.pop("orGroup")

        choice = d.pop("choice")

        status = check_escalation_page_evidence_choices_item_status(d.pop("status"))




        why = d.pop("why", UNSET)

        escalation_page_evidence_choices_item = cls(
            or_group=or_group,
            choice=choice,
            status=status,
            why=why,
        )

        return escalation_page_evidence_choices_item

