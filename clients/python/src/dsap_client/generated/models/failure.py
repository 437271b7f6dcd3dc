from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.failure_provenance_item import FailureProvenanceItem





T = TypeVar("T", bound="Failure")



@_attrs_define
class Failure:
    """ 
        Attributes:
            code (str):
            detail (str):
            provenance (list[FailureProvenanceItem]): the rejected attempts in order
            step (str | Unset):
     """

    code: str
    detail: str
    provenance: list[FailureProvenanceItem]
    step: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.failure_provenance_item import FailureProvenanceItem # noqa: PLC0415
        code = self.code

        detail = self.detail

        provenance = []
        for provenance_item_data in self.provenance:
            provenance_item = provenance_item_data.to_dict()
            provenance.append(provenance_item)



        step = self.step


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "code": code,
            "detail": detail,
            "provenance": provenance,
        })
        if step is not UNSET:
            field_dict["step"] = step

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.failure_provenance_item import FailureProvenanceItem # noqa: PLC0415
        d = dict(src_dict)
        code = d.pop("code")

        detail = d.pop("detail")

        provenance = []
        _provenance = d.pop("provenance")
        for provenance_item_data in (_provenance):
            provenance_item = FailureProvenanceItem.from_dict(provenance_item_data)



            provenance.append(provenance_item)


        step = d.pop("step", UNSET)

        failure = cls(
            code=code,
            detail=detail,
            provenance=provenance,
            step=step,
        )

        return failure

