from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.agent_provenance_tools_item import AgentProvenanceToolsItem
  from ..models.agent_provenance_turns_item import AgentProvenanceTurnsItem





T = TypeVar("T", bound="AgentProvenance")



@_attrs_define
class AgentProvenance:
    """ 
        Attributes:
            name (str):
            iterations (float): calls of the model in this attempt
            tools (list[AgentProvenanceToolsItem]): every call of a tool, in order
            turns (list[AgentProvenanceTurnsItem] | Unset): the model that answered in each turn, as the provider names it,
                and the price of its cost
            final_state (Any | Unset): what the agent shows of its state
     """

    name: str
    iterations: float
    tools: list[AgentProvenanceToolsItem]
    turns: list[AgentProvenanceTurnsItem] | Unset = UNSET
    final_state: Any | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.agent_provenance_tools_item import AgentProvenanceToolsItem # noqa: PLC0415
        from ..models.agent_provenance_turns_item import AgentProvenanceTurnsItem # noqa: PLC0415
        name = self.name

        iterations = self.iterations

        tools = []
        for tools_item_data in self.tools:
            tools_item = tools_item_data.to_dict()
            tools.append(tools_item)



        turns: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.turns, Unset):
            turns = []
            for turns_item_data in self.turns:
                turns_item = turns_item_data.to_dict()
                turns.append(turns_item)



        final_state = self.final_state


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "iterations": iterations,
            "tools": tools,
        })
        if turns is not UNSET:
            field_dict["turns"] = turns
        if final_state is not UNSET:
            field_dict["finalState"] = final_state

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.agent_provenance_tools_item import AgentProvenanceToolsItem # noqa: PLC0415
        from ..models.agent_provenance_turns_item import AgentProvenanceTurnsItem # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name")

        iterations = d.pop("iterations")

        tools = []
        _tools = d.pop("tools")
        for tools_item_data in (_tools):
            tools_item = AgentProvenanceToolsItem.from_dict(tools_item_data)



            tools.append(tools_item)


        _turns = d.pop("turns", UNSET)
        turns: list[AgentProvenanceTurnsItem] | Unset = UNSET
        if _turns is not UNSET:
            turns = []
            for turns_item_data in _turns:
                turns_item = AgentProvenanceTurnsItem.from_dict(turns_item_data)



                turns.append(turns_item)


        final_state = d.pop("finalState", UNSET)

        agent_provenance = cls(
            name=name,
            iterations=iterations,
            tools=tools,
            turns=turns,
            final_state=final_state,
        )

        return agent_provenance

