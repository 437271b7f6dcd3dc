from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.list_runs_response_200_page import ListRunsResponse200Page
  from ..models.run import Run
  from ..models.run_row import RunRow





T = TypeVar("T", bound="ListRunsResponse200")



@_attrs_define
class ListRunsResponse200:
    """ 
        Attributes:
            data (list[Run | RunRow]):
            page (ListRunsResponse200Page):
     """

    data: list[Run | RunRow]
    page: ListRunsResponse200Page





    def to_dict(self) -> dict[str, Any]:
        from ..models.list_runs_response_200_page import ListRunsResponse200Page # noqa: PLC0415
        from ..models.run import Run # noqa: PLC0415
        from ..models.run_row import RunRow # noqa: PLC0415
        data = []
        for data_item_data in self.data:
            data_item: dict[str, Any]
            if isinstance(data_item_data, RunRow):
                data_item = data_item_data.to_dict()
            else:
                data_item = data_item_data.to_dict()

            data.append(data_item)



        page = self.page.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "data": data,
            "page": page,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.list_runs_response_200_page import ListRunsResponse200Page # noqa: PLC0415
        from ..models.run import Run # noqa: PLC0415
        from ..models.run_row import RunRow # noqa: PLC0415
        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in (_data):
            def _parse_data_item(data: object) -> Run | RunRow:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    data_item_type_0 = RunRow.from_dict(data)



                    return data_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                data_item_type_1 = Run.from_dict(data)



                return data_item_type_1

            data_item = _parse_data_item(data_item_data)

            data.append(data_item)


        page = ListRunsResponse200Page.from_dict(d.pop("page"))




        list_runs_response_200 = cls(
            data=data,
            page=page,
        )

        return list_runs_response_200

