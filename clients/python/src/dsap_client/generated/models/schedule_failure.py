from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.issue import Issue





T = TypeVar("T", bound="ScheduleFailure")



@_attrs_define
class ScheduleFailure:
    """ 
        Attributes:
            at (datetime.datetime): the moment that the fire was for
            status (int):
            code (str):
            detail (str):
            errors (list[Issue] | Unset):
     """

    at: datetime.datetime
    status: int
    code: str
    detail: str
    errors: list[Issue] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.issue import Issue # noqa: PLC0415
        at = self.at.isoformat()

        status = self.status

        code = self.code

        detail = self.detail

        errors: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = []
            for errors_item_data in self.errors:
                errors_item = errors_item_data.to_dict()
                errors.append(errors_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "at": at,
            "status": status,
            "code": code,
            "detail": detail,
        })
        if errors is not UNSET:
            field_dict["errors"] = errors

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.issue import Issue # noqa: PLC0415
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))




        status = d.pop("status")

        code = d.pop("code")

        detail = d.pop("detail")

        _errors = d.pop("errors", UNSET)
        errors: list[Issue] | Unset = UNSET
        if _errors is not UNSET:
            errors = []
            for errors_item_data in _errors:
                errors_item = Issue.from_dict(errors_item_data)



                errors.append(errors_item)


        schedule_failure = cls(
            at=at,
            status=status,
            code=code,
            detail=detail,
            errors=errors,
        )

        return schedule_failure

