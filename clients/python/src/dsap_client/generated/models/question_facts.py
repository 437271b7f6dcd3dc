from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.question_facts_budget import QuestionFactsBudget





T = TypeVar("T", bound="QuestionFacts")



@_attrs_define
class QuestionFacts:
    """ 
        Attributes:
            guard (str | Unset): the guard that rejected the newest attempt
            attempts (int | Unset): attempts of the step in its epoch
            targets (list[str] | Unset): steps that the step may send the run back to; of kind infeasible, those that wait
                for it
            group (str | Unset): the group of alternatives in which no other choice is left
            advice (str | Unset): what to change, if the same failure repeated itself
            budget (QuestionFactsBudget | Unset): the limit that is used up
            swaps_used_up (bool | Unset): another choice is left, but the run has made all its swaps
     """

    guard: str | Unset = UNSET
    attempts: int | Unset = UNSET
    targets: list[str] | Unset = UNSET
    group: str | Unset = UNSET
    advice: str | Unset = UNSET
    budget: QuestionFactsBudget | Unset = UNSET
    swaps_used_up: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.question_facts_budget import QuestionFactsBudget # noqa: PLC0415
        guard = self.guard

        attempts = self.attempts

        targets: list[str] | Unset = UNSET
        if not isinstance(self.targets, Unset):
            targets = self.targets



        group = self.group

        advice = self.advice

        budget: dict[str, Any] | Unset = UNSET
        if not isinstance(self.budget, Unset):
            budget = self.budget.to_dict()

        swaps_used_up = self.swaps_used_up


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if guard is not UNSET:
            field_dict["guard"] = guard
        if attempts is not UNSET:
            field_dict["attempts"] = attempts
        if targets is not UNSET:
            field_dict["targets"] = targets
        if group is not UNSET:
            field_dict["group"] = group
        if advice is not UNSET:
            field_dict["advice"] = advice
        if budget is not UNSET:
            field_dict["budget"] = budget
        if swaps_used_up is not UNSET:
            field_dict["swapsUsedUp"] = swaps_used_up

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.question_facts_budget import QuestionFactsBudget # noqa: PLC0415
        d = dict(src_dict)
        guard = d.pop("guard", UNSET)

        attempts = d.pop("attempts", UNSET)

        targets = cast(list[str], d.pop("targets", UNSET))


        group = d.pop("group", UNSET)

        advice = d.pop("advice", UNSET)

        _budget = d.pop("budget", UNSET)
        budget: QuestionFactsBudget | Unset
        if isinstance(_budget,  Unset):
            budget = UNSET
        else:
            budget = QuestionFactsBudget.from_dict(_budget)




        swaps_used_up = d.pop("swapsUsedUp", UNSET)

        question_facts = cls(
            guard=guard,
            attempts=attempts,
            targets=targets,
            group=group,
            advice=advice,
            budget=budget,
            swaps_used_up=swaps_used_up,
        )

        return question_facts

