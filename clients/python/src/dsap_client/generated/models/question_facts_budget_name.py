from typing import Literal

QuestionFactsBudgetName = Literal['maxAttempts', 'maxCostUsd', 'maxDuration', 'maxIterations', 'maxParallelAgents', 'maxStall', 'maxTokens']

QUESTION_FACTS_BUDGET_NAME_VALUES: set[QuestionFactsBudgetName] = { 'maxAttempts', 'maxCostUsd', 'maxDuration', 'maxIterations', 'maxParallelAgents', 'maxStall', 'maxTokens',  }

def check_question_facts_budget_name(value: str) -> QuestionFactsBudgetName:
    if value in QUESTION_FACTS_BUDGET_NAME_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {QUESTION_FACTS_BUDGET_NAME_VALUES!r}")
