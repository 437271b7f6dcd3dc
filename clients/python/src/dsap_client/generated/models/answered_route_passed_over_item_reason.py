from typing import Literal

AnsweredRoutePassedOverItemReason = Literal['limit', 'outage', 'quota']

ANSWERED_ROUTE_PASSED_OVER_ITEM_REASON_VALUES: set[AnsweredRoutePassedOverItemReason] = { 'limit', 'outage', 'quota',  }

def check_answered_route_passed_over_item_reason(value: str) -> AnsweredRoutePassedOverItemReason:
    if value in ANSWERED_ROUTE_PASSED_OVER_ITEM_REASON_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ANSWERED_ROUTE_PASSED_OVER_ITEM_REASON_VALUES!r}")
