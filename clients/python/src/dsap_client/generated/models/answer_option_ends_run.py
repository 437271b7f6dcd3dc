from typing import Literal

AnswerOptionEndsRun = Literal['depends', 'no', 'yes']

ANSWER_OPTION_ENDS_RUN_VALUES: set[AnswerOptionEndsRun] = { 'depends', 'no', 'yes',  }

def check_answer_option_ends_run(value: str) -> AnswerOptionEndsRun:
    if value in ANSWER_OPTION_ENDS_RUN_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ANSWER_OPTION_ENDS_RUN_VALUES!r}")
