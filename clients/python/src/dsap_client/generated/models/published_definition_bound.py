from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PublishedDefinitionBound")



@_attrs_define
class PublishedDefinitionBound:
    """ 
        Attributes:
            generations (float): the most generations a run can make (R26)
     """

    generations: float





    def to_dict(self) -> dict[str, Any]:
        generations = self.generations


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "generations": generations,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        generations = d.pop("generations")

        published_definition_bound = cls(
            generations=generations,
        )

        return published_definition_bound

