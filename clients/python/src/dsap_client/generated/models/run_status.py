from typing import Literal

RunStatus = Literal['awaiting_alignment', 'budget_exceeded', 'cancelled', 'completed', 'escalated', 'failed', 'paused', 'running', 'stopped', 'terminated']

RUN_STATUS_VALUES: set[RunStatus] = { 'awaiting_alignment', 'budget_exceeded', 'cancelled', 'completed', 'escalated', 'failed', 'paused', 'running', 'stopped', 'terminated',  }

def check_run_status(value: str) -> RunStatus:
    if value in RUN_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {RUN_STATUS_VALUES!r}")
