from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="RefusedPromptPassedType0")



@_attrs_define
class RefusedPromptPassedType0:
    """ 
        Attributes:
            epoch (float):
            attempt (float):
            model (None | str):
     """

    epoch: float
    attempt: float
    model: None | str





    def to_dict(self) -> dict[str, Any]:
        epoch = self.epoch

        attempt = self.attempt

        model: None | str
        model = self.model


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "epoch": epoch,
            "attempt": attempt,
            "model": model,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        epoch = d.pop("epoch")

        attempt = d.pop("attempt")

        def _parse_model(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        model = _parse_model(d.pop("model"))


        refused_prompt_passed_type_0 = cls(
            epoch=epoch,
            attempt=attempt,
            model=model,
        )

        return refused_prompt_passed_type_0

