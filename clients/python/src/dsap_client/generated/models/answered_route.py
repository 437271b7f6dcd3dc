from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.answered_route_passed_over_item import AnsweredRoutePassedOverItem





T = TypeVar("T", bound="AnsweredRoute")



@_attrs_define
class AnsweredRoute:
    """ of an attempt whose model is a route of the settings

        Attributes:
            name (str): the name that was asked
            entry (str): the model that answered
            passed_over (list[AnsweredRoutePassedOverItem]): the models that were to answer before it, and why they did not
     """

    name: str
    entry: str
    passed_over: list[AnsweredRoutePassedOverItem]





    def to_dict(self) -> dict[str, Any]:
        from ..models.answered_route_passed_over_item import AnsweredRoutePassedOverItem # noqa: PLC0415
        name = self.name

        entry = self.entry

        passed_over = []
        for passed_over_item_data in self.passed_over:
            passed_over_item = passed_over_item_data.to_dict()
            passed_over.append(passed_over_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "entry": entry,
            "passedOver": passed_over,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.answered_route_passed_over_item import AnsweredRoutePassedOverItem # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name")

        entry = d.pop("entry")

        passed_over = []
        _passed_over = d.pop("passedOver")
        for passed_over_item_data in (_passed_over):
            passed_over_item = AnsweredRoutePassedOverItem.from_dict(passed_over_item_data)



            passed_over.append(passed_over_item)


        answered_route = cls(
            name=name,
            entry=entry,
            passed_over=passed_over,
        )

        return answered_route

