from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ScheduleDetailsCounts")



@_attrs_define
class ScheduleDetailsCounts:
    """ of its fires; left out while Temporal does not answer

        Attributes:
            fired (float):
            skipped (float): held back for good by the run of an earlier fire
            missed (float): later than catchUp
     """

    fired: float
    skipped: float
    missed: float





    def to_dict(self) -> dict[str, Any]:
        fired = self.fired

        skipped = self.skipped

        missed = self.missed


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "fired": fired,
            "skipped": skipped,
            "missed": missed,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        fired = d.pop("fired")

        skipped = d.pop("skipped")

        missed = d.pop("missed")

        schedule_details_counts = cls(
            fired=fired,
            skipped=skipped,
            missed=missed,
        )

        return schedule_details_counts

