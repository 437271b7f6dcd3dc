from typing import Literal

EscalationKind = Literal['approval', 'assertion', 'attempts_exhausted', 'backtracks_exhausted', 'budget', 'clarification', 'condition', 'context_overflow', 'deadlock', 'fatal', 'infeasible', 'infrastructure', 'input', 'internal', 'or_exhausted', 'stagnated', 'stalled']

ESCALATION_KIND_VALUES: set[EscalationKind] = { 'approval', 'assertion', 'attempts_exhausted', 'backtracks_exhausted', 'budget', 'clarification', 'condition', 'context_overflow', 'deadlock', 'fatal', 'infeasible', 'infrastructure', 'input', 'internal', 'or_exhausted', 'stagnated', 'stalled',  }

def check_escalation_kind(value: str) -> EscalationKind:
    if value in ESCALATION_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {ESCALATION_KIND_VALUES!r}")
