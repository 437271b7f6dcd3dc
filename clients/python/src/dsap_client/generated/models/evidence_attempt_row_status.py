from typing import Literal

EvidenceAttemptRowStatus = Literal['accepted', 'discarded', 'pending', 'rejected', 'superseded', 'waived']

EVIDENCE_ATTEMPT_ROW_STATUS_VALUES: set[EvidenceAttemptRowStatus] = { 'accepted', 'discarded', 'pending', 'rejected', 'superseded', 'waived',  }

def check_evidence_attempt_row_status(value: str) -> EvidenceAttemptRowStatus:
    if value in EVIDENCE_ATTEMPT_ROW_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EVIDENCE_ATTEMPT_ROW_STATUS_VALUES!r}")
