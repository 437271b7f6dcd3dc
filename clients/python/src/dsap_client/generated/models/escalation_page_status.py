from typing import Literal

EscalationPageStatus = Literal['decided', 'expired', 'open', 'withdrawn']

ESCALATION_PAGE_STATUS_VALUES: set[EscalationPageStatus] = { 'decided', 'expired', 'open', 'withdrawn',  }

def check_escalation_page_status(value: str) -> EscalationPageStatus:
    if value in ESCALATION_PAGE_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_PAGE_STATUS_VALUES!r}")
