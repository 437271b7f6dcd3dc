from typing import Literal

VerdictNature = Literal['deterministic', 'human', 'judged']

VERDICT_NATURE_VALUES: set[VerdictNature] = { 'deterministic', 'human', 'judged',  }

def check_verdict_nature(value: str) -> VerdictNature:
    if value in VERDICT_NATURE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {VERDICT_NATURE_VALUES!r}")
