from typing import Literal

EscalationEvidenceChoicesItemStatus = Literal['failed', 'lost', 'trying', 'untried', 'won']

ESCALATION_EVIDENCE_CHOICES_ITEM_STATUS_VALUES: set[EscalationEvidenceChoicesItemStatus] = { 'failed', 'lost', 'trying', 'untried', 'won',  }

def check_escalation_evidence_choices_item_status(value: str) -> EscalationEvidenceChoicesItemStatus:
    if value in ESCALATION_EVIDENCE_CHOICES_ITEM_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_EVIDENCE_CHOICES_ITEM_STATUS_VALUES!r}")
