from typing import Literal

DecisionAction = Literal['abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip']

DECISION_ACTION_VALUES: set[DecisionAction] = { 'abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip',  }

def check_decision_action(value: str) -> DecisionAction:
    if value in DECISION_ACTION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {DECISION_ACTION_VALUES!r}")
