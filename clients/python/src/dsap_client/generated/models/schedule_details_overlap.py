from typing import Literal

ScheduleDetailsOverlap = Literal['allow', 'cancel', 'queue', 'skip']

SCHEDULE_DETAILS_OVERLAP_VALUES: set[ScheduleDetailsOverlap] = { 'allow', 'cancel', 'queue', 'skip',  }

def check_schedule_details_overlap(value: str) -> ScheduleDetailsOverlap:
    if value in SCHEDULE_DETAILS_OVERLAP_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SCHEDULE_DETAILS_OVERLAP_VALUES!r}")
