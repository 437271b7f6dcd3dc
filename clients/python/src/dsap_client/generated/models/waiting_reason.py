from typing import Literal

WaitingReason = Literal['cap', 'limit', 'outage']

WAITING_REASON_VALUES: set[WaitingReason] = { 'cap', 'limit', 'outage',  }

def check_waiting_reason(value: str) -> WaitingReason:
    if value in WAITING_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {WAITING_REASON_VALUES!r}")
