from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="RefusedPromptSectionsItem")



@_attrs_define
class RefusedPromptSectionsItem:
    """ 
        Attributes:
            role (str):
            heading (None | str): null: what stands before the first heading, or the whole message
            is_whole (bool): the section was not in the prompt that passed
            text (str): what is new in it, at most 2,000 characters
            cut (bool):
     """

    role: str
    heading: None | str
    is_whole: bool
    text: str
    cut: bool





    def to_dict(self) -> dict[str, Any]:
        role = self.role

        heading: None | str
        heading = self.heading

        is_whole = self.is_whole

        text = self.text

        cut = self.cut


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "role": role,
            "heading": heading,
            "isWhole": is_whole,
            "text": text,
            "cut": cut,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        role = d.pop("role")

        def _parse_heading(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        heading = _parse_heading(d.pop("heading"))


        is_whole = d.pop("isWhole")

        text = d.pop("text")

        cut = d.pop("cut")

        refused_prompt_sections_item = cls(
            role=role,
            heading=heading,
            is_whole=is_whole,
            text=text,
            cut=cut,
        )

        return refused_prompt_sections_item

