from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import Literal, cast






T = TypeVar("T", bound="Budgets")



@_attrs_define
class Budgets:
    """ 
        Attributes:
            max_parallel_agents (float):
            max_attempts (float | Unset):
            max_tokens (float | Unset):
            max_cost_usd (float | Unset):
            max_duration (str | Unset): ISO 8601 duration
            max_iterations (float | Unset):
            max_stall (float | Unset):
            max_swaps (float | Unset):
            unpriced (Literal['allow'] | Unset):
            note (str | Unset): what of the cost is not counted (R112)
     """

    max_parallel_agents: float
    max_attempts: float | Unset = UNSET
    max_tokens: float | Unset = UNSET
    max_cost_usd: float | Unset = UNSET
    max_duration: str | Unset = UNSET
    max_iterations: float | Unset = UNSET
    max_stall: float | Unset = UNSET
    max_swaps: float | Unset = UNSET
    unpriced: Literal['allow'] | Unset = UNSET
    note: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        max_parallel_agents = self.max_parallel_agents

        max_attempts = self.max_attempts

        max_tokens = self.max_tokens

        max_cost_usd = self.max_cost_usd

        max_duration = self.max_duration

        max_iterations = self.max_iterations

        max_stall = self.max_stall

        max_swaps = self.max_swaps

        unpriced = self.unpriced

        note = self.note


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "maxParallelAgents": max_parallel_agents,
        })
        if max_attempts is not UNSET:
            field_dict["maxAttempts"] = max_attempts
        if max_tokens is not UNSET:
            field_dict["maxTokens"] = max_tokens
        if max_cost_usd is not UNSET:
            field_dict["maxCostUsd"] = max_cost_usd
        if max_duration is not UNSET:
            field_dict["maxDuration"] = max_duration
        if max_iterations is not UNSET:
            field_dict["maxIterations"] = max_iterations
        if max_stall is not UNSET:
            field_dict["maxStall"] = max_stall
        if max_swaps is not UNSET:
            field_dict["maxSwaps"] = max_swaps
        if unpriced is not UNSET:
            field_dict["unpriced"] = unpriced
        if note is not UNSET:
            field_dict["note"] = note

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        max_parallel_agents = d.pop("maxParallelAgents")

        max_attempts = d.pop("maxAttempts", UNSET)

        max_tokens = d.pop("maxTokens", UNSET)

        max_cost_usd = d.pop("maxCostUsd", UNSET)

        max_duration = d.pop("maxDuration", UNSET)

        max_iterations = d.pop("maxIterations", UNSET)

        max_stall = d.pop("maxStall", UNSET)

        max_swaps = d.pop("maxSwaps", UNSET)

        unpriced = cast(Literal['allow'] | Unset , d.pop("unpriced", UNSET))
        if unpriced != 'allow'and not isinstance(unpriced, Unset):
            raise ValueError(f"unpriced must match const 'allow', got '{unpriced}'")

        note = d.pop("note", UNSET)

        budgets = cls(
            max_parallel_agents=max_parallel_agents,
            max_attempts=max_attempts,
            max_tokens=max_tokens,
            max_cost_usd=max_cost_usd,
            max_duration=max_duration,
            max_iterations=max_iterations,
            max_stall=max_stall,
            max_swaps=max_swaps,
            unpriced=unpriced,
            note=note,
        )

        return budgets

