from typing import Literal

EscalationPageKind = Literal['approval', 'assertion', 'attempts_exhausted', 'backtracks_exhausted', 'budget', 'clarification', 'condition', 'context_overflow', 'deadlock', 'fatal', 'infeasible', 'infrastructure', 'input', 'internal', 'or_exhausted', 'stagnated', 'stalled']

ESCALATION_PAGE_KIND_VALUES: set[EscalationPageKind] = { 'approval', 'assertion', 'attempts_exhausted', 'backtracks_exhausted', 'budget', 'clarification', 'condition', 'context_overflow', 'deadlock', 'fatal', 'infeasible', 'infrastructure', 'input', 'internal', 'or_exhausted', 'stagnated', 'stalled',  }

def check_escalation_page_kind(value: str) -> EscalationPageKind:
    if value in ESCALATION_PAGE_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_PAGE_KIND_VALUES!r}")
