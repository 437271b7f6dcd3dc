from typing import Literal

EvidenceAttemptStatus = Literal['accepted', 'discarded', 'pending', 'rejected', 'superseded', 'waived']

EVIDENCE_ATTEMPT_STATUS_VALUES: set[EvidenceAttemptStatus] = { 'accepted', 'discarded', 'pending', 'rejected', 'superseded', 'waived',  }

def check_evidence_attempt_status(value: str) -> EvidenceAttemptStatus:
    if value in EVIDENCE_ATTEMPT_STATUS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EVIDENCE_ATTEMPT_STATUS_VALUES!r}")
