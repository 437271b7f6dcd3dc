from typing import Literal

EscalationPageEvidenceChoicesItemStatus = Literal['failed', 'lost', 'trying', 'untried', 'won']

ESCALATION_PAGE_EVIDENCE_CHOICES_ITEM_STATUS_VALUES: set[EscalationPageEvidenceChoicesItemStatus] = { 'failed', 'lost', 'trying', 'untried', 'won',  }

def check_escalation_page_evidence_choices_item_status(value: str) -> EscalationPageEvidenceChoicesItemStatus:
    if value in ESCALATION_PAGE_EVIDENCE_CHOICES_ITEM_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_PAGE_EVIDENCE_CHOICES_ITEM_STATUS_VALUES!r}")
