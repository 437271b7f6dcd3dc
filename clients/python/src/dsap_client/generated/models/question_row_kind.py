from typing import Literal

QuestionRowKind = Literal['approval', 'assertion', 'attempts_exhausted', 'backtracks_exhausted', 'budget', 'clarification', 'condition', 'context_overflow', 'deadlock', 'fatal', 'infeasible', 'infrastructure', 'input', 'internal', 'or_exhausted', 'stagnated', 'stalled']

QUESTION_ROW_KIND_VALUES: set[QuestionRowKind] = { 'approval', 'assertion', 'attempts_exhausted', 'backtracks_exhausted', 'budget', 'clarification', 'condition', 'context_overflow', 'deadlock', 'fatal', 'infeasible', 'infrastructure', 'input', 'internal', 'or_exhausted', 'stagnated', 'stalled',  }

def check_question_row_kind(value: str) -> QuestionRowKind:
    if value in QUESTION_ROW_KIND_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {QUESTION_ROW_KIND_VALUES!r}")
