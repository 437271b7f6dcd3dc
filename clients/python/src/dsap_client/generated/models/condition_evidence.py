from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.condition_evidence_names_item import ConditionEvidenceNamesItem





T = TypeVar("T", bound="ConditionEvidence")



@_attrs_define
class ConditionEvidence:
    """ 
        Attributes:
            expression (str): as it is written
            names (list[ConditionEvidenceNamesItem]): every name that it reads, with what it holds
            reasons (list[str]): why it cannot be calculated
     """

    expression: str
    names: list[ConditionEvidenceNamesItem]
    reasons: list[str]





    def to_dict(self) -> dict[str, Any]:
        from ..models.condition_evidence_names_item import ConditionEvidenceNamesItem # noqa: PLC0415
        expression = self.expression

        names = []
        for names_item_data in self.names:
            names_item = names_item_data.to_dict()
            names.append(names_item)



        reasons = self.reasons




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "expression": expression,
            "names": names,
            "reasons": reasons,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.condition_evidence_names_item import ConditionEvidenceNamesItem # noqa: PLC0415
        d = dict(src_dict)
        expression = d.pop("expression")

        names = []
        _names = d.pop("names")
        for names_item_data in (_names):
            names_item = ConditionEvidenceNamesItem.from_dict(names_item_data)



            names.append(names_item)


        reasons = cast(list[str], d.pop("reasons"))


        condition_evidence = cls(
            expression=expression,
            names=names,
            reasons=reasons,
        )

        return condition_evidence

