"""What a completed run has made."""

from __future__ import annotations

from typing import Any

from .generated.models.result import Result


class RunResult:
    """The result of a run, with its accepted texts by step."""

    def __init__(self, document: dict[str, Any]) -> None:
        #: The document as the service sent it.
        self.document = document
        #: The same as a typed model.
        self.model = Result.from_dict(document)

    @property
    def missing(self) -> dict[str, str]:
        """Steps that were waived and have made nothing, each with the reason; empty where nothing is missing."""
        return {one["step"]: one["reason"] for one in self.document["missing"]}

    def text(self, step: str) -> str:
        """The accepted text of a step; `KeyError` where it has none, or one too long to come along: read that by `artifacts`."""
        content: str = self.document["artifacts"][step]["content"]
        return content

    def __repr__(self) -> str:
        missing = f"missing={self.missing}, " if self.missing else ""
        return f"RunResult({missing}run={self.document['runId']!r}, steps={list(self.document['artifacts'])})"
