from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.refused_prompt_passed_type_0 import RefusedPromptPassedType0
  from ..models.refused_prompt_sections_item import RefusedPromptSectionsItem





T = TypeVar("T", bound="RefusedPrompt")



@_attrs_define
class RefusedPrompt:
    """ 
        Attributes:
            epoch (float):
            attempt (float):
            step (str):
            model (None | str):
            filter_ (str): what the content filter of the provider objects to, in its own words
            passed (None | RefusedPromptPassedType0): the attempt with the newest prompt of this step that passed; null:
                none has
            sections (list[RefusedPromptSectionsItem]): what is new in the prompt since the one that passed: at most ten
                sections; empty if none has passed
            left_out (float): further sections with something new
     """

    epoch: float
    attempt: float
    step: str
    model: None | str
    filter_: str
    passed: None | RefusedPromptPassedType0
    sections: list[RefusedPromptSectionsItem]
    left_out: float





    def to_dict(self) -> dict[str, Any]:
        from ..models.refused_prompt_passed_type_0 import RefusedPromptPassedType0 # noqa: PLC0415
        from ..models.refused_prompt_sections_item import RefusedPromptSectionsItem # noqa: PLC0415
        epoch = self.epoch

        attempt = self.attempt

        step = self.step

        model: None | str
        model = self.model

        filter_ = self.filter_

        passed: dict[str, Any] | None
        if isinstance(self.passed, RefusedPromptPassedType0):
            passed = self.passed.to_dict()
        else:
            passed = self.passed

        sections = []
        for sections_item_data in self.sections:
            sections_item = sections_item_data.to_dict()
            sections.append(sections_item)



        left_out = self.left_out


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "epoch": epoch,
            "attempt": attempt,
            "step": step,
            "model": model,
            "filter": filter_,
            "passed": passed,
            "sections": sections,
            "leftOut": left_out,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.refused_prompt_passed_type_0 import RefusedPromptPassedType0 # noqa: PLC0415
        from ..models.refused_prompt_sections_item import RefusedPromptSectionsItem # noqa: PLC0415
        d = dict(src_dict)
        epoch = d.pop("epoch")

        attempt = d.pop("attempt")

        step = d.pop("step")

        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))


        filter_ = d.pop("filter")

        def _parse_passed(data: object) -> None | RefusedPromptPassedType0:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                passed_type_0 = RefusedPromptPassedType0.from_dict(data)



                return passed_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RefusedPromptPassedType0, data)

        passed = _parse_passed(d.pop("passed"))


        sections = []
        _sections = d.pop("sections")
        for sections_item_data in (_sections):
            sections_item = RefusedPromptSectionsItem.from_dict(sections_item_data)



            sections.append(sections_item)


        left_out = d.pop("leftOut")

        refused_prompt = cls(
            epoch=epoch,
            attempt=attempt,
            step=step,
            model=model,
            filter_=filter_,
            passed=passed,
            sections=sections,
            left_out=left_out,
        )

        return refused_prompt

