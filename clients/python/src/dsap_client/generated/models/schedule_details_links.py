from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ScheduleDetailsLinks")



@_attrs_define
class ScheduleDetailsLinks:
    """ 
        Attributes:
            self_ (str):
            runs (str):
     """

    self_: str
    runs: str





    def to_dict(self) -> dict[str, Any]:
        self_ = self.self_

        runs = self.runs


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "self": self_,
            "runs": runs,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        self_ = d.pop("self")

        runs = d.pop("runs")

        schedule_details_links = cls(
            self_=self_,
            runs=runs,
        )

        return schedule_details_links

