from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.run_guards_additional_property import check_run_guards_additional_property
from ..models.run_guards_additional_property import RunGuardsAdditionalProperty
from typing import cast






T = TypeVar("T", bound="RunGuards")



@_attrs_define
class RunGuards:
    

    additional_properties: dict[str, RunGuardsAdditionalProperty] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        
        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            field_dict[prop_name] = prop


        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        run_guards = cls(
        )


        additional_properties = {}
        for prop_name, prop_dict in d.items():
            additional_property = check_run_guards_additional_property(prop_dict)



            additional_properties[prop_name] = additional_property

        run_guards.additional_properties = additional_properties
        return run_guards

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> RunGuardsAdditionalProperty:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: RunGuardsAdditionalProperty) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
