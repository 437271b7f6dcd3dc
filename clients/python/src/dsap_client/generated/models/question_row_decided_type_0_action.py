from typing import Literal

QuestionRowDecidedType0Action = Literal['abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip']

QUESTION_ROW_DECIDED_TYPE_0_ACTION_VALUES: set[QuestionRowDecidedType0Action] = { 'abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip',  }

def check_question_row_decided_type_0_action(value: str) -> QuestionRowDecidedType0Action:
    if value in QUESTION_ROW_DECIDED_TYPE_0_ACTION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {QUESTION_ROW_DECIDED_TYPE_0_ACTION_VALUES!r}")
