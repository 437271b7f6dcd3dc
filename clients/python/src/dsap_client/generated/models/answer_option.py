from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.answer_option_action import AnswerOptionAction
from ..models.answer_option_action import check_answer_option_action
from ..models.answer_option_ends_run import AnswerOptionEndsRun
from ..models.answer_option_ends_run import check_answer_option_ends_run
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.answer_option_each_item import AnswerOptionEachItem
  from ..models.answer_option_fields_item import AnswerOptionFieldsItem
  from ..models.answer_option_wordless import AnswerOptionWordless





T = TypeVar("T", bound="AnswerOption")



@_attrs_define
class AnswerOption:
    """ 
        Attributes:
            action (AnswerOptionAction):
            label (str):
            primary (bool): of one option: the one to be thought of first
            consequence (str): what it would do, in a sentence
            resets (list[str]): steps that are made again
            generations (float): at most so many are made after it, those under way among them
            ends_run (AnswerOptionEndsRun):
            fields (list[AnswerOptionFieldsItem]):
            wordless (AnswerOptionWordless | Unset): the same of an answer whose words may be left out, without them
            each (list[AnswerOptionEachItem] | Unset): of a way back: the same for each step that may be chosen, of many for
                the first 20
            on (list[str] | Unset): the calls that must answer first, where it depends
            why (list[str] | Unset): why it is not known yet, in sentences
            over (list[str] | Unset): the guards that reject what it accepts
     """

    action: AnswerOptionAction
    label: str
    primary: bool
    consequence: str
    resets: list[str]
    generations: float
    ends_run: AnswerOptionEndsRun
    fields: list[AnswerOptionFieldsItem]
    wordless: AnswerOptionWordless | Unset = UNSET
    each: list[AnswerOptionEachItem] | Unset = UNSET
    on: list[str] | Unset = UNSET
    why: list[str] | Unset = UNSET
    over: list[str] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.answer_option_each_item import AnswerOptionEachItem # noqa: PLC0415
        from ..models.answer_option_fields_item import AnswerOptionFieldsItem # noqa: PLC0415
        from ..models.answer_option_wordless import AnswerOptionWordless # noqa: PLC0415
        action: str = self.action

        label = self.label

        primary = self.primary

        consequence = self.consequence

        resets = self.resets



        generations = self.generations

        ends_run: str = self.ends_run

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()
            fields.append(fields_item)



        wordless: dict[str, Any] | Unset = UNSET
        if not isinstance(self.wordless, Unset):
            wordless = self.wordless.to_dict()

        each: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.each, Unset):
            each = []
            for each_item_data in self.each:
                each_item = each_item_data.to_dict()
                each.append(each_item)



        on: list[str] | Unset = UNSET
        if not isinstance(self.on, Unset):
            on = self.on



        why: list[str] | Unset = UNSET
        if not isinstance(self.why, Unset):
            why = self.why



        over: list[str] | Unset = UNSET
        if not isinstance(self.over, Unset):
            over = self.over




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "action": action,
            "label": label,
            "primary": primary,
            "consequence": consequence,
            "resets": resets,
            "generations": generations,
            "endsRun": ends_run,
            "fields": fields,
        })
        if wordless is not UNSET:
            field_dict["wordless"] = wordless
        if each is not UNSET:
            field_dict["each"] = each
        if on is not UNSET:
            field_dict["on"] = on
        if why is not UNSET:
            field_dict["why"] = why
        if over is not UNSET:
            field_dict["over"] = over

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.answer_option_each_item import AnswerOptionEachItem # noqa: PLC0415
        from ..models.answer_option_fields_item import AnswerOptionFieldsItem # noqa: PLC0415
        from ..models.answer_option_wordless import AnswerOptionWordless # noqa: PLC0415
        d = dict(src_dict)
        action = check_answer_option_action(d.pop("action"))




        label = d.pop("label")

        primary = d.pop("primary")

        consequence = d.pop("consequence")

        resets = cast(list[str], d.pop("resets"))


        generations = d.pop("generations")

        ends_run = check_answer_option_ends_run(d.pop("endsRun"))




        fields = []
        _fields = d.pop("fields")
        for fields_item_data in (_fields):
            fields_item = AnswerOptionFieldsItem.from_dict(fields_item_data)



            fields.append(fields_item)


        _wordless = d.pop("wordless", UNSET)
        wordless: AnswerOptionWordless | Unset
        if isinstance(_wordless,  Unset):
            wordless = UNSET
        else:
            wordless = AnswerOptionWordless.from_dict(_wordless)




        _each = d.pop("each", UNSET)
        each: list[AnswerOptionEachItem] | Unset = UNSET
        if _each is not UNSET:
            each = []
            for each_item_data in _each:
                each_item = AnswerOptionEachItem.from_dict(each_item_data)



                each.append(each_item)


        on = cast(list[str], d.pop("on", UNSET))


        why = cast(list[str], d.pop("why", UNSET))


        over = cast(list[str], d.pop("over", UNSET))


        answer_option = cls(
            action=action,
            label=label,
            primary=primary,
            consequence=consequence,
            resets=resets,
            generations=generations,
            ends_run=ends_run,
            fields=fields,
            wordless=wordless,
            each=each,
            on=on,
            why=why,
            over=over,
        )

        return answer_option

