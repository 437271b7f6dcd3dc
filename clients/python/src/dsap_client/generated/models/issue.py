from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="Issue")



@_attrs_define
class Issue:
    """ 
        Attributes:
            pointer (str):
            code (str):
            detail (str):
            line (float | Unset): of a text: where it stands, counted from 1, to its end, exclusive
            column (float | Unset):
            end_line (float | Unset):
            end_column (float | Unset):
     """

    pointer: str
    code: str
    detail: str
    line: float | Unset = UNSET
    column: float | Unset = UNSET
    end_line: float | Unset = UNSET
    end_column: float | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        pointer = self.pointer

        code = self.code

        detail = self.detail

        line = self.line

        column = self.column

        end_line = self.end_line

        end_column = self.end_column


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "pointer": pointer,
            "code": code,
            "detail": detail,
        })
        if line is not UNSET:
            field_dict["line"] = line
        if column is not UNSET:
            field_dict["column"] = column
        if end_line is not UNSET:
            field_dict["endLine"] = end_line
        if end_column is not UNSET:
            field_dict["endColumn"] = end_column

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        pointer = d.pop("pointer")

        code = d.pop("code")

        detail = d.pop("detail")

        line = d.pop("line", UNSET)

        column = d.pop("column", UNSET)

        end_line = d.pop("endLine", UNSET)

        end_column = d.pop("endColumn", UNSET)

        issue = cls(
            pointer=pointer,
            code=code,
            detail=detail,
            line=line,
            column=column,
            end_line=end_line,
            end_column=end_column,
        )

        return issue

