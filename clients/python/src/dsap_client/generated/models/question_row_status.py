from typing import Literal

QuestionRowStatus = Literal['decided', 'expired', 'open', 'withdrawn']

QUESTION_ROW_STATUS_VALUES: set[QuestionRowStatus] = { 'decided', 'expired', 'open', 'withdrawn',  }

def check_question_row_status(value: str) -> QuestionRowStatus:
    if value in QUESTION_ROW_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {QUESTION_ROW_STATUS_VALUES!r}")
