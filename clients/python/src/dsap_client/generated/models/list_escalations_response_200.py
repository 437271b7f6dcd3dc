from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.escalation import Escalation
  from ..models.list_escalations_response_200_page import ListEscalationsResponse200Page
  from ..models.question_row import QuestionRow





T = TypeVar("T", bound="ListEscalationsResponse200")



@_attrs_define
class ListEscalationsResponse200:
    """ 
        Attributes:
            data (list[Escalation | QuestionRow]):
            page (ListEscalationsResponse200Page):
     """

    data: list[Escalation | QuestionRow]
    page: ListEscalationsResponse200Page





    def to_dict(self) -> dict[str, Any]:
        from ..models.escalation import Escalation # noqa: PLC0415
        from ..models.list_escalations_response_200_page import ListEscalationsResponse200Page # noqa: PLC0415
        from ..models.question_row import QuestionRow # noqa: PLC0415
        data = []
        for data_item_data in self.data:
            data_item: dict[str, Any]
            if isinstance(data_item_data, Escalation):
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
        from ..models.escalation import Escalation # noqa: PLC0415
        from ..models.list_escalations_response_200_page import ListEscalationsResponse200Page # noqa: PLC0415
        from ..models.question_row import QuestionRow # noqa: PLC0415
        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in (_data):
            def _parse_data_item(data: object) -> Escalation | QuestionRow:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    data_item_type_0 = Escalation.from_dict(data)



                    return data_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                data_item_type_1 = QuestionRow.from_dict(data)



                return data_item_type_1

            data_item = _parse_data_item(data_item_data)

            data.append(data_item)


        page = ListEscalationsResponse200Page.from_dict(d.pop("page"))




        list_escalations_response_200 = cls(
            data=data,
            page=page,
        )

        return list_escalations_response_200

