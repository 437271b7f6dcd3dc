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
  from ..models.escalation_evidence_choices_item import EscalationEvidenceChoicesItem
  from ..models.evidence_attempt import EvidenceAttempt
  from ..models.usage import Usage





T = TypeVar("T", bound="EscalationEvidence")



@_attrs_define
class EscalationEvidence:
    """ 
        Attributes:
            attempts (list[EvidenceAttempt]):
            summary (str):
            injected (list[Any]):
            spend (Usage):
            condition (ConditionEvidence | Unset):
            choices (list[EscalationEvidenceChoicesItem] | Unset): of a search: what each choice of its groups came to
     """

    attempts: list[EvidenceAttempt]
    summary: str
    injected: list[Any]
    spend: Usage
    condition: ConditionEvidence | Unset = UNSET
    choices: list[EscalationEvidenceChoicesItem] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition_evidence import ConditionEvidence # noqa: PLC0415
        from ..models.escalation_evidence_choices_item import EscalationEvidenceChoicesItem # noqa: PLC0415
        from ..models.evidence_attempt import EvidenceAttempt # noqa: PLC0415
        from ..models.usage import Usage # noqa: PLC0415
        attempts = []
        for attempts_item_data in self.attempts:
            attempts_item = attempts_item_data.to_dict()
            attempts.append(attempts_item)



        summary = self.summary

        injected = self.injected



        spend = self.spend.to_dict()

        condition: dict[str, Any] | Unset = UNSET
        if not isinstance(self.condition, Unset):
            condition = self.condition.to_dict()

        choices: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.choices, Unset):
            choices = []
            for choices_item_data in self.choices:
                choices_item = choices_item_data.to_dict()
                choices.append(choices_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "attempts": attempts,
            "summary": summary,
            "injected": injected,
            "spend": spend,
        })
        if condition is not UNSET:
            field_dict["condition"] = condition
        if choices is not UNSET:
            field_dict["choices"] = choices

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition_evidence import ConditionEvidence # noqa: PLC0415
        from ..models.escalation_evidence_choices_item import EscalationEvidenceChoicesItem # noqa: PLC0415
        from ..models.evidence_attempt import EvidenceAttempt # noqa: PLC0415
        from ..models.usage import Usage # noqa: PLC0415
        d = dict(src_dict)
        attempts = []
        _attempts = d.pop("attempts")
        for attempts_item_data in (_attempts):
            attempts_item = EvidenceAttempt.from_dict(attempts_item_data)



            attempts.append(attempts_item)


        summary = d.pop("summary")

        injected = cast(list[Any], d.pop("injected"))


        spend = Usage.from_dict(d.pop("spend"))




        _condition = d.pop("condition", UNSET)
        condition: ConditionEvidence | Unset
        if isinstance(_condition,  Unset):
            condition = UNSET
        else:
            condition = ConditionEvidence.from_dict(_condition)




        _choices = d.pop("choices", UNSET)
        choices: list[EscalationEvidenceChoicesItem] | Unset = UNSET
        if _choices is not UNSET:
            choices = []
            for choices_item_data in _choices:
                choices_item = EscalationEvidenceChoicesItem.from_dict(choices_item_data)



                choices.append(choices_item)


        escalation_evidence = cls(
            attempts=attempts,
            summary=summary,
            injected=injected,
            spend=spend,
            condition=condition,
            choices=choices,
        )

        return escalation_evidence

