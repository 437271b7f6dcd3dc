from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.usage import Usage





T = TypeVar("T", bound="RunUsage")



@_attrs_define
class RunUsage:
    """ 
        Attributes:
            input_tokens (float):
            cached_tokens (float):
            output_tokens (float):
            cost_usd (float | None): null: the price of a model is not known
            llm_calls (float):
            discarded (Usage):
            reasoning_tokens (float | Unset): the part of outputTokens that the model thought
            estimated (bool | Unset): some of it was counted by our own tokenizer: the provider told none
     """

    input_tokens: float
    cached_tokens: float
    output_tokens: float
    cost_usd: float | None
    llm_calls: float
    discarded: Usage
    reasoning_tokens: float | Unset = UNSET
    estimated: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.usage import Usage # noqa: PLC0415
        input_tokens = self.input_tokens

        cached_tokens = self.cached_tokens

        output_tokens = self.output_tokens

        cost_usd: float | None
        cost_usd = self.cost_usd

        llm_calls = self.llm_calls

        discarded = self.discarded.to_dict()

        reasoning_tokens = self.reasoning_tokens

        estimated = self.estimated


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "inputTokens": input_tokens,
            "cachedTokens": cached_tokens,
            "outputTokens": output_tokens,
            "costUsd": cost_usd,
            "llmCalls": llm_calls,
            "discarded": discarded,
        })
        if reasoning_tokens is not UNSET:
            field_dict["reasoningTokens"] = reasoning_tokens
        if estimated is not UNSET:
            field_dict["estimated"] = estimated

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.usage import Usage # noqa: PLC0415
        d = dict(src_dict)
        input_tokens = d.pop("inputTokens")

        cached_tokens = d.pop("cachedTokens")

        output_tokens = d.pop("outputTokens")

        def _parse_cost_usd(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        cost_usd = _parse_cost_usd(d.pop("costUsd"))


        llm_calls = d.pop("llmCalls")

        discarded = Usage.from_dict(d.pop("discarded"))




        reasoning_tokens = d.pop("reasoningTokens", UNSET)

        estimated = d.pop("estimated", UNSET)

        run_usage = cls(
            input_tokens=input_tokens,
            cached_tokens=cached_tokens,
            output_tokens=output_tokens,
            cost_usd=cost_usd,
            llm_calls=llm_calls,
            discarded=discarded,
            reasoning_tokens=reasoning_tokens,
            estimated=estimated,
        )

        return run_usage

