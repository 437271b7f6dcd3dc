from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="RunBound")



@_attrs_define
class RunBound:
    """ 
        Attributes:
            generations (float): the most that the run makes, raised by decisions that open steps again (R26)
            remaining (float): at most so many more beside those that have begun
     """

    generations: float
    remaining: float





    def to_dict(self) -> dict[str, Any]:
        generations = self.generations

        remaining = self.remaining


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "generations": generations,
            "remaining": remaining,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        generations = d.pop("generations")

        remaining = d.pop("remaining")

        run_bound = cls(
            generations=generations,
            remaining=remaining,
        )

        return run_bound

