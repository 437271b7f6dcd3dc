from typing import Literal

RunRowStatus = Literal['awaiting_alignment', 'budget_exceeded', 'cancelled', 'completed', 'escalated', 'failed', 'paused', 'running', 'stopped', 'terminated']

RUN_ROW_STATUS_VALUES: set[RunRowStatus] = { 'awaiting_alignment', 'budget_exceeded', 'cancelled', 'completed', 'escalated', 'failed', 'paused', 'running', 'stopped', 'terminated',  }

def check_run_row_status(value: str) -> RunRowStatus:
    if value in RUN_ROW_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_ROW_STATUS_VALUES!r}")
