from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.verdict_nature import check_verdict_nature
from ..models.verdict_nature import VerdictNature
from ..models.verdict_verdict import check_verdict_verdict
from ..models.verdict_verdict import VerdictVerdict
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.usage import Usage





T = TypeVar("T", bound="Verdict")



@_attrs_define
class Verdict:
    """ 
        Attributes:
            verdict (VerdictVerdict):
            feedback (str):
            guard (str):
            nature (VerdictNature):
            duration_ms (float):
            sub_results (list[Verdict]):
            signature (str | Unset):
            score (float | Unset):
            data (Any | Unset):
            tampered (bool | Unset): the artifact tried to decide its own verdict; a second time is fatal
            usage (Usage | Unset):
            generated (bool | Unset):
     """

    verdict: VerdictVerdict
    feedback: str
    guard: str
    nature: VerdictNature
    duration_ms: float
    sub_results: list[Verdict]
    signature: str | Unset = UNSET
    score: float | Unset = UNSET
    data: Any | Unset = UNSET
    tampered: bool | Unset = UNSET
    usage: Usage | Unset = UNSET
    generated: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.usage import Usage # noqa: PLC0415
        verdict: str = self.verdict

        feedback = self.feedback

        guard = self.guard

        nature: str = self.nature

        duration_ms = self.duration_ms

        sub_results = []
        for sub_results_item_data in self.sub_results:
            sub_results_item = sub_results_item_data.to_dict()
            sub_results.append(sub_results_item)



        signature = self.signature

        score = self.score

        data = self.data

        tampered = self.tampered

        usage: dict[str, Any] | Unset = UNSET
        if not isinstance(self.usage, Unset):
            usage = self.usage.to_dict()

        generated = self.generated


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "verdict": verdict,
            "feedback": feedback,
            "guard": guard,
            "nature": nature,
            "durationMs": duration_ms,
            "subResults": sub_results,
        })
        if signature is not UNSET:
            field_dict["signature"] = signature
        if score is not UNSET:
            field_dict["score"] = score
        if data is not UNSET:
            field_dict["data"] = data
        if tampered is not UNSET:
            field_dict["tampered"] = tampered
        if usage is not UNSET:
            field_dict["usage"] = usage
        if generated is not UNSET:
            field_dict["generated"] = generated

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.usage import Usage # noqa: PLC0415
        d = dict(src_dict)
        verdict = check_verdict_verdict(d.pop("verdict"))




        feedback = d.pop("feedback")

        guard = d.pop("guard")

        nature = check_verdict_nature(d.pop("nature"))




        duration_ms = d.pop("durationMs")

        sub_results = []
        _sub_results = d.pop("subResults")
        for sub_results_item_data in (_sub_results):
            sub_results_item = Verdict.from_dict(sub_results_item_data)



            sub_results.append(sub_results_item)


        signature = d.pop("signature", UNSET)

        score = d.pop("score", UNSET)

        data = d.pop("data", UNSET)

        tampered = d.pop("tampered", UNSET)

        _usage = d.pop("usage", UNSET)
        usage: Usage | Unset
        if isinstance(_usage,  Unset):
            usage = UNSET
        else:
            usage = Usage.from_dict(_usage)




        generated = d.pop("generated", UNSET)

        verdict = cls(
            verdict=verdict,
            feedback=feedback,
            guard=guard,
            nature=nature,
            duration_ms=duration_ms,
            sub_results=sub_results,
            signature=signature,
            score=score,
            data=data,
            tampered=tampered,
            usage=usage,
            generated=generated,
        )

        return verdict

