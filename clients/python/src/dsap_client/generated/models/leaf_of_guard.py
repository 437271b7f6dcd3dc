from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.leaf_of_guard_nature import check_leaf_of_guard_nature
from ..models.leaf_of_guard_nature import LeafOfGuardNature
from ..models.leaf_of_guard_standing import check_leaf_of_guard_standing
from ..models.leaf_of_guard_standing import LeafOfGuardStanding
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="LeafOfGuard")



@_attrs_define
class LeafOfGuard:
    """ of a guard that waits for a person: which of its leaves have passed, and which is asked about

        Attributes:
            path (str): where it stands in the guard, by position from 0, such as /1/0; empty for the only one
            leaf (str):
            guard (str): the guard that it uses
            standing (LeafOfGuardStanding): `open`: it is told with the verdict
            nature (LeafOfGuardNature | Unset):
            options (str | Unset): what it is to look for, in short
     """

    path: str
    leaf: str
    guard: str
    standing: LeafOfGuardStanding
    nature: LeafOfGuardNature | Unset = UNSET
    options: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        path = self.path

        leaf = self.leaf

        guard = self.guard

        standing: str = self.standing

        nature: str | Unset = UNSET
        if not isinstance(self.nature, Unset):
            nature = self.nature


        options = self.options


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "path": path,
            "leaf": leaf,
            "guard": guard,
            "standing": standing,
        })
        if nature is not UNSET:
            field_dict["nature"] = nature
        if options is not UNSET:
            field_dict["options"] = options

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        path = d.pop("path")

        leaf = d.pop("leaf")

        guard = d.pop("guard")

        standing = check_leaf_of_guard_standing(d.pop("standing"))




        _nature = d.pop("nature", UNSET)
        nature: LeafOfGuardNature | Unset
        if isinstance(_nature,  Unset):
            nature = UNSET
        else:
            nature = check_leaf_of_guard_nature(_nature)




        options = d.pop("options", UNSET)

        leaf_of_guard = cls(
            path=path,
            leaf=leaf,
            guard=guard,
            standing=standing,
            nature=nature,
            options=options,
        )

        return leaf_of_guard

