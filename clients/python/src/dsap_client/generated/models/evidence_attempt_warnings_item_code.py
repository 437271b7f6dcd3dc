from typing import Literal

EvidenceAttemptWarningsItemCode = Literal['other_model', 'passed_over', 'prompt_truncated']

EVIDENCE_ATTEMPT_WARNINGS_ITEM_CODE_VALUES: set[EvidenceAttemptWarningsItemCode] = { 'other_model', 'passed_over', 'prompt_truncated',  }

def check_evidence_attempt_warnings_item_code(value: str) -> EvidenceAttemptWarningsItemCode:
    if value in EVIDENCE_ATTEMPT_WARNINGS_ITEM_CODE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {EVIDENCE_ATTEMPT_WARNINGS_ITEM_CODE_VALUES!r}")
