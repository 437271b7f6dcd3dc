"""What can be asked of the service, once for both clients."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ._problem import RunNotCompleted
from ._result import RunResult
from ._wire import Flow, Send, Settings, exchange, json_of

#: The service itself holds a wait no longer than a minute.
LONGEST_WAIT = 30


def at(kind: str, name: str, *more: str) -> str:
    return "/".join([f"/v1/{kind}", *(quote(part, safe="") for part in (name, *more))])


def given(**fields: Any) -> dict[str, Any]:
    """The fields that are not None."""
    return {name: value for name, value in fields.items() if value is not None}


def document(settings: Settings, send: Send) -> Flow[Any]:
    response = yield from exchange(settings, send)
    return None if response.status_code == 204 else json_of(response)


def start(settings: Settings, workflow: str | Mapping[str, Any], fields: Mapping[str, Any]) -> Flow[str]:
    which = {"name": workflow} if isinstance(workflow, str) else {"definition": workflow}
    version = fields.get("version")
    body = {**fields, "workflow": {**which, **given(version=version)}}
    body.pop("version", None)
    view = yield from document(settings, Send("POST", "/v1/runs", given(**body)))
    run: str = view["id"]
    return run


def result(settings: Settings, run: str, timeout: float | None) -> Flow[RunResult]:
    deadline = None if timeout is None else time.monotonic() + timeout
    while True:
        left = LONGEST_WAIT if deadline is None else max(0.0, deadline - time.monotonic())
        wait = f"{min(LONGEST_WAIT, left):.3f}s"
        response = yield from exchange(settings, Send("GET", at("runs", run, "result"), params={"wait": wait}), deadline)
        view = json_of(response)
        if response.status_code == 200:
            if view["status"] != "completed":
                raise RunNotCompleted(run, view["status"], view.get("failure"))
            return RunResult(view)
        if deadline is not None and time.monotonic() >= deadline:
            raise TimeoutError(f"The run {run} has not ended after {timeout} s; it is {view['status']} and goes on.")


def control(settings: Settings, run: str, verb: str, body: Mapping[str, Any]) -> Flow[Any]:
    return document(settings, Send("POST", at("runs", run, verb), body, {"wait": "10s"}))


def redirect(settings: Settings, run: str, body: Mapping[str, Any]) -> Flow[Any]:
    """Of the run as it stands now: where it moves on meanwhile, the service refuses with 412."""
    view = yield from document(settings, Send("GET", at("runs", run)))
    headers = {"if-match": f'"{view["revision"]}"'}
    return (yield from document(settings, Send("POST", at("runs", run, "redirect"), body, {"wait": "10s"}, headers)))


def publish(settings: Settings, definition: str | Mapping[str, Any]) -> Flow[Any]:
    if isinstance(definition, str):
        return document(
            settings, Send("POST", "/v1/workflows", content=definition, headers={"content-type": "application/yaml"})
        )
    return document(settings, Send("POST", "/v1/workflows", definition))


def endpoint(settings: Settings, name: str) -> Flow[Any]:
    return document(settings, Send("GET", at("endpoints", name)))


def retry_endpoint(settings: Settings, name: str, dry_run: bool, comment: str | None) -> Flow[Any]:
    body = {"dryRun": dry_run} if comment is None else {"dryRun": dry_run, "comment": comment}
    return document(settings, Send("POST", at("endpoints", name, "retry"), body))


def question(settings: Settings, name: str) -> Flow[Any]:
    return document(settings, Send("GET", at("escalations", name), params={"view": "page"}))


def decide(settings: Settings, page: Mapping[str, Any], action: str, fields: Mapping[str, Any]) -> Flow[Any]:
    """Bound to what the page shows: where the question has moved on, nothing is decided (409 `stale_decision`)."""
    body = {"action": action, "shown": page["shown"], **fields}
    return document(settings, Send("POST", at("escalations", page["id"], "decision"), body, {"wait": "30s"}))
