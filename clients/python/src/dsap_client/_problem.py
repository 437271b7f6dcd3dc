"""What can go wrong, as errors that say what happened and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class DsapProblem(Exception):
    """The service refused, or could not: its answer as RFC 9457 tells it."""

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        super().__init__(str(document.get("detail") or f"The service answered {status}."))
        self.status = status
        #: Stable snake case; `unexpected_answer` where something else than dsap answered.
        self.code = str(document.get("code", "unexpected_answer"))
        #: All that is wrong with the request, each with `pointer`, `code`, `detail`.
        self.errors: Sequence[Mapping[str, Any]] = document.get("errors") or []
        self.retryable = bool(document.get("retryable", False))
        #: The whole document, with further members such as `changed` or `allowedActions`.
        self.document = document


class ServiceAway(ConnectionError):
    """Nothing answers at the address, or the connection was lost each time it was tried."""

    def __init__(self, url: str, cause: BaseException) -> None:
        super().__init__(
            f"No service answers at {url} ({cause or type(cause).__name__}). "
            "Check the address, and whether the service runs; then try again."
        )
        self.url = url


class RunNotCompleted(Exception):
    """A run has ended otherwise than completed."""

    def __init__(self, run_id: str, status: str, failure: Mapping[str, Any] | None) -> None:
        why = f": {failure['detail']}" if failure and failure.get("detail") else ""
        super().__init__(f"The run {run_id} is {status}{why}. Ask GET /v1/runs/{run_id}/why.")
        self.run_id = run_id
        self.status = status
        self.failure = failure
