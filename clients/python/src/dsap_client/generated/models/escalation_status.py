from typing import Literal

EscalationStatus = Literal['decided', 'expired', 'open', 'withdrawn']

ESCALATION_STATUS_VALUES: set[EscalationStatus] = { 'decided', 'expired', 'open', 'withdrawn',  }

def check_escalation_status(value: str) -> EscalationStatus:
    if value in ESCALATION_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_STATUS_VALUES!r}")
