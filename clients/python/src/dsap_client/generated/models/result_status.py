from typing import Literal

ResultStatus = Literal['awaiting_alignment', 'budget_exceeded', 'cancelled', 'completed', 'escalated', 'failed', 'paused', 'running', 'stopped', 'terminated']

RESULT_STATUS_VALUES: set[ResultStatus] = { 'awaiting_alignment', 'budget_exceeded', 'cancelled', 'completed', 'escalated', 'failed', 'paused', 'running', 'stopped', 'terminated',  }

def check_result_status(value: str) -> ResultStatus:
    if value in RESULT_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RESULT_STATUS_VALUES!r}")
