from typing import Literal

ResultEndedBy = Literal['base_case', 'end_state', 'final_state']

RESULT_ENDED_BY_VALUES: set[ResultEndedBy] = { 'base_case', 'end_state', 'final_state',  }

def check_result_ended_by(value: str) -> ResultEndedBy:
    if value in RESULT_ENDED_BY_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESULT_ENDED_BY_VALUES!r}")
