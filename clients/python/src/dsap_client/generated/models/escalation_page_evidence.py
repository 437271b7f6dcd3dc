from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.condition_evidence import ConditionEvidence
  from ..models.escalation_page_evidence_choices_item import EscalationPageEvidenceChoicesItem
  from ..models.evidence_attempt_row import EvidenceAttemptRow
  from ..models.leaf_of_guard import LeafOfGuard
  from ..models.usage import Usage





T = TypeVar("T", bound="EscalationPageEvidence")



@_attrs_define
class EscalationPageEvidence:
    """ 
        Attributes:
            summary (str):
            injected (list[Any]):
            spend (Usage):
            attempts (list[EvidenceAttemptRow]):
            condition (ConditionEvidence | Unset):
            choices (list[EscalationPageEvidenceChoicesItem] | Unset): of a search: what each choice of its groups came to
            leaves (list[LeafOfGuard] | Unset):
     """

    summary: str
    injected: list[Any]
    spend: Usage
    attempts: list[EvidenceAttemptRow]
    condition: ConditionEvidence | Unset = UNSET
    choices: list[EscalationPageEvidenceChoicesItem] | Unset = UNSET
    leaves: list[LeafOfGuard] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition_evidence import ConditionEvidence # noqa: PLC0415
        from ..models.escalation_page_evidence_choices_item import EscalationPageEvidenceChoicesItem # noqa: PLC0415
        from ..models.evidence_attempt_row import EvidenceAttemptRow # noqa: PLC0415
        from ..models.leaf_of_guard import LeafOfGuard # noqa: PLC0415
        from ..models.usage import Usage # noqa: PLC0415
        summary = self.summary

        injected = self.injected



        spend = self.spend.to_dict()

        attempts = []
        for attempts_item_data in self.attempts:
            attempts_item = attempts_item_data.to_dict()
            attempts.append(attempts_item)



        condition: dict[str, Any] | Unset = UNSET
        if not isinstance(self.condition, Unset):
            condition = self.condition.to_dict()

        choices: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.choices, Unset):
            choices = []
            for choices_item_data in self.choices:
                choices_item = choices_item_data.to_dict()
                choices.append(choices_item)



        leaves: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.leaves, Unset):
            leaves = []
            for leaves_item_data in self.leaves:
                leaves_item = leaves_item_data.to_dict()
                leaves.append(leaves_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "summary": summary,
            "injected": injected,
            "spend": spend,
            "attempts": attempts,
        })
        if condition is not UNSET:
            field_dict["condition"] = condition
        if choices is not UNSET:
            field_dict["choices"] = choices
        if leaves is not UNSET:
            field_dict["leaves"] = leaves

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition_evidence import ConditionEvidence # noqa: PLC0415
        from ..models.escalation_page_evidence_choices_item import EscalationPageEvidenceChoicesItem # noqa: PLC0415
        from ..models.evidence_attempt_row import EvidenceAttemptRow # noqa: PLC0415
        from ..models.leaf_of_guard import LeafOfGuard # noqa: PLC0415
        from ..models.usage import Usage # noqa: PLC0415
        d = dict(src_dict)
        summary = d.pop("summary")

        injected = cast(list[Any], d.pop("injected"))


        spend = Usage.from_dict(d.pop("spend"))




        attempts = []
        _attempts = d.pop("attempts")
        for attempts_item_data in (_attempts):
            attempts_item = EvidenceAttemptRow.from_dict(attempts_item_data)



            attempts.append(attempts_item)


        _condition = d.pop("condition", UNSET)
        condition: ConditionEvidence | Unset
        if isinstance(_condition,  Unset):
            condition = UNSET
        else:
            condition = ConditionEvidence.from_dict(_condition)




        _choices = d.pop("choices", UNSET)
        choices: list[EscalationPageEvidenceChoicesItem] | Unset = UNSET
        if _choices is not UNSET:
            choices = []
            for choices_item_data in _choices:
                choices_item = EscalationPageEvidenceChoicesItem.from_dict(choices_item_data)



                choices.append(choices_item)


        _leaves = d.pop("leaves", UNSET)
        leaves: list[LeafOfGuard] | Unset = UNSET
        if _leaves is not UNSET:
            leaves = []
            for leaves_item_data in _leaves:
                leaves_item = LeafOfGuard.from_dict(leaves_item_data)



                leaves.append(leaves_item)


        escalation_page_evidence = cls(
            summary=summary,
            injected=injected,
            spend=spend,
            attempts=attempts,
            condition=condition,
            choices=choices,
            leaves=leaves,
        )

        return escalation_page_evidence

