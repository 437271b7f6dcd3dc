from typing import Literal

VerdictVerdict = Literal['fatal', 'pass', 'retry']

VERDICT_VERDICT_VALUES: set[VerdictVerdict] = { 'fatal', 'pass', 'retry',  }

def check_verdict_verdict(value: str) -> VerdictVerdict:
    if value in VERDICT_VERDICT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {VERDICT_VERDICT_VALUES!r}")
