"""A client of dsap: `Client` waits, `AsyncClient` is awaited."""

from ._async import AsyncClient, AsyncQuestion, AsyncRun
from ._problem import DsapProblem, RunNotCompleted, ServiceAway
from ._result import RunResult
from ._sync import Client, Question, Run

__all__ = [
    "AsyncClient",
    "AsyncQuestion",
    "AsyncRun",
    "Client",
    "DsapProblem",
    "Question",
    "Run",
    "RunNotCompleted",
    "RunResult",
    "ServiceAway",
]
