from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.question_facts_budget_name import check_question_facts_budget_name
from ..models.question_facts_budget_name import QuestionFactsBudgetName
from typing import cast






T = TypeVar("T", bound="QuestionFactsBudget")



@_attrs_define
class QuestionFactsBudget:
    """ the limit that is used up

        Attributes:
            name (QuestionFactsBudgetName):
            used (float):
            limit (float):
     """

    name: QuestionFactsBudgetName
    used: float
    limit: float





    def to_dict(self) -> dict[str, Any]:
        name: str = self.name

        used = self.used

        limit = self.limit


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "used": used,
            "limit": limit,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = check_question_facts_budget_name(d.pop("name"))




        used = d.pop("used")

        limit = d.pop("limit")

        question_facts_budget = cls(
            name=name,
            used=used,
            limit=limit,
        )

        return question_facts_budget

