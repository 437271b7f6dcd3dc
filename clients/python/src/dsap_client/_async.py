"""The same client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
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


class AsyncClient:
    """A client of one service. `transport` takes the place of the network, in tests."""

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        retries: int = 4,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._settings = Settings.of(url, key, retries)
        self._http = httpx.AsyncClient(
            base_url=self._settings.url,
            headers=dict(self._settings.headers),
            timeout=httpx.Timeout(10, read=60),
            follow_redirects=False,
            transport=transport,
        )

    async def start(self, workflow: str | Mapping[str, Any], input: Any = None, **fields: Any) -> AsyncRun:
        """Starts a run of a published workflow, or of a definition. `fields`: `version`, `id`, `tags`, `budgets`, `specification`, …"""
        return AsyncRun(self, await self._drive(flows.start(self._settings, workflow, {**fields, **flows.given(input=input)})))

    def run(self, run_id: str) -> AsyncRun:
        """A run that is there already; nothing is asked yet."""
        return AsyncRun(self, run_id)

    async def runs(self, **filters: Any) -> AsyncIterator[RunRow]:
        """All runs that fit, newest first: `status`, `workflow`, `tag`, `createdAfter`, `createdBefore`, `q`."""
        async for row in self._pages("/v1/runs", {"view": "row", **filters}):
            yield RunRow.from_dict(row)

    async def publish(self, definition: str | Mapping[str, Any]) -> dict[str, Any]:
        """Publishes a definition, as YAML text or as a mapping; answers `name`, `version`, `bound`, `warnings`."""
        published: dict[str, Any] = await self._drive(flows.publish(self._settings, definition))
        return published

    def questions(self, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """Rows of the questions to people: `status`, `runId`, `kind`."""
        return self._pages("/v1/escalations", {"view": "row", **filters})

    def endpoints(self) -> AsyncIterator[dict[str, Any]]:
        """The endpoints of models: whether they are there, and what waits for them."""
        return self._pages("/v1/endpoints", {})

    async def endpoint(self, name: str) -> dict[str, Any]:
        """An endpoint: whether it is there, its keys, its last fault, and what its models take."""
        found: dict[str, Any] = await self._drive(flows.endpoint(self._settings, name))
        return found

    async def retry_endpoint(self, name: str, *, dry_run: bool = False, comment: str | None = None) -> dict[str, Any]:
        """Retries every open question that faults of the endpoint led to; with `dry_run` it says which, and changes nothing."""
        retried: dict[str, Any] = await self._drive(flows.retry_endpoint(self._settings, name, dry_run, comment))
        return retried

    def caps(self) -> AsyncIterator[dict[str, Any]]:
        """The caps on what all runs spend: used, reserved and remaining, and when each window turns."""
        return self._pages("/v1/caps", {})

    async def question(self, question_id: str) -> AsyncQuestion:
        """A question with its evidence and what each answer would do."""
        return AsyncQuestion(self, await self._drive(flows.question(self._settings, question_id)))

    async def request(self, method: str, path: str, *, json: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """Any operation; answers its document."""
        return await self._drive(flows.document(self._settings, Send(method, path, json, params or {})))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def _drive(self, flow: Flow[T]) -> T:
        answer: Answer = None
        try:
            while True:
                asked = flow.send(answer)
                if isinstance(asked, Wait):
                    await asyncio.sleep(asked.seconds)
                    answer = None
                else:
                    answer = await self._send(asked)
        except StopIteration as end:
            result: T = end.value
            return result

    async def _send(self, send: Send) -> Answer:
        try:
            return await self._http.request(send.method, send.path, params=dict(send.params), **body_of(send))
        except httpx.TransportError as error:
            return error

    async def _pages(self, path: str, params: Mapping[str, Any]) -> AsyncIterator[dict[str, Any]]:
        cursor: str | None = None
        while True:
            asked = {**params, **flows.given(cursor=cursor)}
            page = await self._drive(flows.document(self._settings, Send("GET", path, params=asked)))
            for row in page["data"]:
                yield row
            cursor = page["page"]["nextCursor"]
            if cursor is None:
                return

    async def _events(self, run_id: str, after: int) -> AsyncIterator[Event]:
        tries = 0
        while True:
            lost: DsapProblem | ServiceAway = ServiceAway(self._settings.url, EOFError("the stream ended before the run"))
            try:
                async for event in self._stream(run_id, after):
                    tries, after = 0, int(event.seq)
                    yield event
                    if event.type_ == "run.closed":
                        return
            except (DsapProblem, ServiceAway) as error:
                lost = error
            tries += 1
            if tries > self._settings.retries or (isinstance(lost, DsapProblem) and not lost.retryable):
                raise lost
            await asyncio.sleep(min(0.5 * 2**tries, 10))

    async def _stream(self, run_id: str, after: int) -> AsyncIterator[Event]:
        headers = {"accept": "text/event-stream", "last-event-id": str(after)}
        try:
            async with self._http.stream("GET", flows.at("runs", run_id, "events"), headers=headers) as response:
                if not response.is_success:
                    await response.aread()
                error = failure_of(self._settings, response)
                if error:
                    raise error
                frames = Frames()
                async for line in response.aiter_lines():
                    frame = frames.take(line)
                    if frame:
                        yield Event.from_dict(read_json(frame[1]))
        except httpx.TransportError as error:
            raise ServiceAway(self._settings.url, error) from error


class AsyncRun:
    """A run as a program sees it."""

    def __init__(self, client: AsyncClient, run_id: str) -> None:
        self._client = client
        self.id = run_id

    async def result(self, timeout: float | None = None) -> RunResult:
        """Waits for its end. Raises `RunNotCompleted`, and `TimeoutError` after so many seconds."""
        return await self._client._drive(flows.result(self._client._settings, self.id, timeout))

    def events(self, after: int = 0) -> AsyncIterator[Event]:
        """Its log from the event after `after`, as it grows, until the run has ended; a lost stream is taken up where it was."""
        return self._client._events(self.id, after)

    async def view(self) -> RunView:
        return RunView.from_dict(await self._client.request("GET", flows.at("runs", self.id)))

    def artifacts(self) -> AsyncIterator[dict[str, Any]]:
        return self._client._pages(flows.at("runs", self.id, "artifacts"), {})

    async def stop(self, reason: str | None = None, **fields: Any) -> dict[str, Any]:
        """Ends it; `resume` goes on where it was. `mode="after_attempt"` lets the attempt in flight finish."""
        return await self._control("stop", {**flows.given(reason=reason), **fields})

    async def pause(self, reason: str | None = None) -> dict[str, Any]:
        return await self._control("pause", flows.given(reason=reason))

    async def resume(self, reason: str | None = None) -> dict[str, Any]:
        return await self._control("resume", flows.given(reason=reason))

    async def terminate(self, reason: str | None = None) -> dict[str, Any]:
        return await self._control("terminate", flows.given(reason=reason))

    async def redirect(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Corrects it, as it stands now; where it moves on meanwhile, `DsapProblem` 412."""
        answer: dict[str, Any] = await self._client._drive(flows.redirect(self._client._settings, self.id, body))
        return answer

    async def fork(self, **fields: Any) -> AsyncRun:
        """A new run that makes `fromStep` and what depends on it again."""
        view = await self._client.request("POST", flows.at("runs", self.id, "fork"), json=fields)
        return AsyncRun(self._client, view["id"])

    async def _control(self, verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = await self._client._drive(flows.control(self._client._settings, self.id, verb, body))
        return answer

    def __repr__(self) -> str:
        return f"AsyncRun({self.id!r})"


class AsyncQuestion:
    """A question to a person, as it was read."""

    def __init__(self, client: AsyncClient, page: dict[str, Any]) -> None:
        self._client = client
        self.page = page
        self.model = EscalationPage.from_dict(page)
        self.id: str = page["id"]

    async def decide(self, action: str, **fields: Any) -> dict[str, Any]:
        """Answers it, as it was read: where it has moved on, nothing is decided (`DsapProblem` 409 `stale_decision`)."""
        answer: dict[str, Any] = await self._client._drive(flows.decide(self._client._settings, self.page, action, fields))
        return answer
