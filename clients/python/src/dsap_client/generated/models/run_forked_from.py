from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="RunForkedFrom")



@_attrs_define
class RunForkedFrom:
    """ what differs from the run that this one was forked from

        Attributes:
            run_id (str):
            changed (list[str]):
            from_step (str | Unset):
            from_turn (float | Unset): of a state machine, instead of a step
     """

    run_id: str
    changed: list[str]
    from_step: str | Unset = UNSET
    from_turn: float | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        run_id = self.run_id

        changed = self.changed



        from_step = self.from_step

        from_turn = self.from_turn


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "runId": run_id,
            "changed": changed,
        })
        if from_step is not UNSET:
            field_dict["fromStep"] = from_step
        if from_turn is not UNSET:
            field_dict["fromTurn"] = from_turn

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        run_id = d.pop("runId")

        changed = cast(list[str], d.pop("changed"))


        from_step = d.pop("fromStep", UNSET)

        from_turn = d.pop("fromTurn", UNSET)

        run_forked_from = cls(
            run_id=run_id,
            changed=changed,
            from_step=from_step,
            from_turn=from_turn,
        )

        return run_forked_from

