from typing import Literal

AnswerOptionAction = Literal['abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip']

ANSWER_OPTION_ACTION_VALUES: set[AnswerOptionAction] = { 'abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip',  }

def check_answer_option_action(value: str) -> AnswerOptionAction:
    if value in ANSWER_OPTION_ACTION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ANSWER_OPTION_ACTION_VALUES!r}")
