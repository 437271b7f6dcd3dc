from typing import Literal

EscalationPageAllowedActionsItem = Literal['abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip']

ESCALATION_PAGE_ALLOWED_ACTIONS_ITEM_VALUES: set[EscalationPageAllowedActionsItem] = { 'abort', 'amend', 'approve', 'raise', 'redo', 'reject', 'retry', 'skip',  }

def check_escalation_page_allowed_actions_item(value: str) -> EscalationPageAllowedActionsItem:
    if value in ESCALATION_PAGE_ALLOWED_ACTIONS_ITEM_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_PAGE_ALLOWED_ACTIONS_ITEM_VALUES!r}")
