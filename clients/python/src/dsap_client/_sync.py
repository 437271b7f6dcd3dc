"""The client whose calls wait."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, TypeVar

import httpx

from . import _flows as flows
from ._problem import DsapProblem, ServiceAway
from ._result import RunResult
from ._wire import Answer, Flow, Frames, Send, Settings, Wait, body_of, failure_of, read_json
from .generated.models.escalation_page import EscalationPage
from .generated.models.event import Event
from .generated.models.run import Run as RunView
from .generated.models.run_row import RunRow

T = TypeVar("T")


class Client:
    """A client of one service. `transport` takes the place of the network, in tests."""

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        retries: int = 4,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._settings = Settings.of(url, key, retries)
        self._http = httpx.Client(
            base_url=self._settings.url,
            headers=dict(self._settings.headers),
            timeout=httpx.Timeout(10, read=60),
            follow_redirects=False,
            transport=transport,
        )

    def start(self, workflow: str | Mapping[str, Any], input: Any = None, **fields: Any) -> Run:
        """Starts a run of a published workflow, or of a definition. `fields`: `version`, `id`, `tags`, `budgets`, `specification`, …"""
        return Run(self, self._drive(flows.start(self._settings, workflow, {**fields, **flows.given(input=input)})))

    def run(self, run_id: str) -> Run:
        """A run that is there already; nothing is asked yet."""
        return Run(self, run_id)

    def runs(self, **filters: Any) -> Iterator[RunRow]:
        """All runs that fit, newest first: `status`, `workflow`, `tag`, `createdAfter`, `createdBefore`, `q`."""
        for row in self._pages("/v1/runs", {"view": "row", **filters}):
            yield RunRow.from_dict(row)

    def publish(self, definition: str | Mapping[str, Any]) -> dict[str, Any]:
        """Publishes a definition, as YAML text or as a mapping; answers `name`, `version`, `bound`, `warnings`."""
        published: dict[str, Any] = self._drive(flows.publish(self._settings, definition))
        return published

    def questions(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Rows of the questions to people: `status`, `runId`, `kind`."""
        return self._pages("/v1/escalations", {"view": "row", **filters})

    def endpoints(self) -> Iterator[dict[str, Any]]:
        """The endpoints of models: whether they are there, and what waits for them."""
        return self._pages("/v1/endpoints", {})

    def endpoint(self, name: str) -> dict[str, Any]:
        """An endpoint: whether it is there, its keys, its last fault, and what its models take."""
        found: dict[str, Any] = self._drive(flows.endpoint(self._settings, name))
        return found

    def retry_endpoint(self, name: str, *, dry_run: bool = False, comment: str | None = None) -> dict[str, Any]:
        """Retries every open question that faults of the endpoint led to; with `dry_run` it says which, and changes nothing."""
        retried: dict[str, Any] = self._drive(flows.retry_endpoint(self._settings, name, dry_run, comment))
        return retried

    def caps(self) -> Iterator[dict[str, Any]]:
        """The caps on what all runs spend: used, reserved and remaining, and when each window turns."""
        return self._pages("/v1/caps", {})

    def question(self, question_id: str) -> Question:
        """A question with its evidence and what each answer would do."""
        return Question(self, self._drive(flows.question(self._settings, question_id)))

    def request(self, method: str, path: str, *, json: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """Any operation; answers its document."""
        return self._drive(flows.document(self._settings, Send(method, path, json, params or {})))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _drive(self, flow: Flow[T]) -> T:
        answer: Answer = None
        try:
            while True:
                asked = flow.send(answer)
                if isinstance(asked, Wait):
                    time.sleep(asked.seconds)
                    answer = None
                else:
                    answer = self._send(asked)
        except StopIteration as end:
            result: T = end.value
            return result

    def _send(self, send: Send) -> Answer:
        try:
            return self._http.request(send.method, send.path, params=dict(send.params), **body_of(send))
        except httpx.TransportError as error:
            return error

    def _pages(self, path: str, params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        cursor: str | None = None
        while True:
            asked = {**params, **flows.given(cursor=cursor)}
            page = self._drive(flows.document(self._settings, Send("GET", path, params=asked)))
            yield from page["data"]
            cursor = page["page"]["nextCursor"]
            if cursor is None:
                return

    def _events(self, run_id: str, after: int) -> Iterator[Event]:
        tries = 0
        while True:
            lost: DsapProblem | ServiceAway = ServiceAway(self._settings.url, EOFError("the stream ended before the run"))
            try:
                for event in self._stream(run_id, after):
                    tries, after = 0, int(event.seq)
                    yield event
                    if event.type_ == "run.closed":
                        return
            except (DsapProblem, ServiceAway) as error:
                lost = error
            tries += 1
            if tries > self._settings.retries or (isinstance(lost, DsapProblem) and not lost.retryable):
                raise lost
            time.sleep(min(0.5 * 2**tries, 10))

    def _stream(self, run_id: str, after: int) -> Iterator[Event]:
        headers = {"accept": "text/event-stream", "last-event-id": str(after)}
        try:
            with self._http.stream("GET", flows.at("runs", run_id, "events"), headers=headers) as response:
                if not response.is_success:
                    response.read()
                error = failure_of(self._settings, response)
                if error:
                    raise error
                frames = Frames()
                for line in response.iter_lines():
                    frame = frames.take(line)
                    if frame:
                        yield Event.from_dict(read_json(frame[1]))
        except httpx.TransportError as error:
            raise ServiceAway(self._settings.url, error) from error


class Run:
    """A run as a program sees it."""

    def __init__(self, client: Client, run_id: str) -> None:
        self._client = client
        self.id = run_id

    def result(self, timeout: float | None = None) -> RunResult:
        """Waits for its end. Raises `RunNotCompleted`, and `TimeoutError` after so many seconds."""
        return self._client._drive(flows.result(self._client._settings, self.id, timeout))

    def events(self, after: int = 0) -> Iterator[Event]:
        """Its log from the event after `after`, as it grows, until the run has ended; a lost stream is taken up where it was."""
        return self._client._events(self.id, after)

    def view(self) -> RunView:
        return RunView.from_dict(self._client.request("GET", flows.at("runs", self.id)))

    def artifacts(self) -> Iterator[dict[str, Any]]:
        return self._client._pages(flows.at("runs", self.id, "artifacts"), {})

    def stop(self, reason: str | None = None, **fields: Any) -> dict[str, Any]:
        """Ends it; `resume` goes on where it was. `mode="after_attempt"` lets the attempt in flight finish."""
        return self._control("stop", {**flows.given(reason=reason), **fields})

    def pause(self, reason: str | None = None) -> dict[str, Any]:
        return self._control("pause", flows.given(reason=reason))

    def resume(self, reason: str | None = None) -> dict[str, Any]:
        return self._control("resume", flows.given(reason=reason))

    def terminate(self, reason: str | None = None) -> dict[str, Any]:
        return self._control("terminate", flows.given(reason=reason))

    def redirect(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Corrects it, as it stands now; where it moves on meanwhile, `DsapProblem` 412."""
        answer: dict[str, Any] = self._client._drive(flows.redirect(self._client._settings, self.id, body))
        return answer

    def fork(self, **fields: Any) -> Run:
        """A new run that makes `fromStep` and what depends on it again."""
        view = self._client.request("POST", flows.at("runs", self.id, "fork"), json=fields)
        return Run(self._client, view["id"])

    def _control(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = self._client._drive(flows.control(self._client._settings, self.id, verb, body))
        return answer

    def __repr__(self) -> str:
        return f"Run({self.id!r})"


class Question:
    """A question to a person, as it was read."""

    def __init__(self, client: Client, page: dict[str, Any]) -> None:
        self._client = client
        self.page = page
        self.model = EscalationPage.from_dict(page)
        self.id: str = page["id"]

    def decide(self, action: str, **fields: Any) -> dict[str, Any]:
        """Answers it, as it was read: where it has moved on, nothing is decided (`DsapProblem` 409 `stale_decision`)."""
        answer: dict[str, Any] = self._client._drive(flows.decide(self._client._settings, self.page, action, fields))
        return answer
