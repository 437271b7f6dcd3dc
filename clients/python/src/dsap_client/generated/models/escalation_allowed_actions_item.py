from typing import Literal

EscalationAllowedActionsItem = Literal['abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip']

ESCALATION_ALLOWED_ACTIONS_ITEM_VALUES: set[EscalationAllowedActionsItem] = { 'abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip',  }

def check_escalation_allowed_actions_item(value: str) -> EscalationAllowedActionsItem:
    if value in ESCALATION_ALLOWED_ACTIONS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_ALLOWED_ACTIONS_ITEM_VALUES!r}")
