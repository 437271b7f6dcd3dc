from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="RunLinks")



@_attrs_define
class RunLinks:
    """ 
        Attributes:
            self_ (str):
            events (str):
            graph (str):
            console (str): its page for people
            temporal_ui (None | str):
     """

    self_: str
    events: str
    graph: str
    console: str
    temporal_ui: None | str





    def to_dict(self) -> dict[str, Any]:
        self_ = self.self_

        events = self.events

        graph = self.graph

        console = self.console

        temporal_ui: None | str
        temporal_ui = self.temporal_ui


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "self": self_,
            "events": events,
            "graph": graph,
            "console": console,
            "temporalUi": temporal_ui,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        self_ = d.pop("self")

        events = d.pop("events")

        graph = d.pop("graph")

        console = d.pop("console")

        def _parse_temporal_ui(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        temporal_ui = _parse_temporal_ui(d.pop("temporalUi"))


        run_links = cls(
            self_=self_,
            events=events,
            graph=graph,
            console=console,
            temporal_ui=temporal_ui,
        )

        return run_links

