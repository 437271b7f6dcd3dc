"""What is sent and when it is sent again. Nothing here waits or connects: `_sync` and `_async` do, for what these generators ask."""

from __future__ import annotations

import os
import random
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, Union

import httpx

from ._problem import DsapProblem, ServiceAway

DEFAULT_URL = "http://127.0.0.1:8080"


@dataclass(frozen=True)
class Send:
    """A request. It is answered with a response, or with the error that its connection met."""

    method: str
    path: str
    json: Any = None
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    #: In the place of `json`.
    content: str | None = None


@dataclass(frozen=True)
class Wait:
    """So many seconds."""

    seconds: float


Answer = Union[httpx.Response, httpx.TransportError, None]
T = TypeVar("T")
#: Asks for requests and waits, and is sent what each has come to; it returns what the caller gets.
Flow = Generator[Union[Send, Wait], Answer, T]


@dataclass(frozen=True)
class Settings:
    url: str
    headers: Mapping[str, str]
    #: How often a request is sent again.
    retries: int

    @staticmethod
    def of(url: str | None, key: str | None, retries: int) -> Settings:
        key = key if key is not None else os.environ.get("DSAP_API_KEY")
        headers = {} if key is None else {"authorization": f"Bearer {key}"}
        return Settings((url or os.environ.get("DSAP_URL") or DEFAULT_URL).rstrip("/"), headers, retries)


def exchange(settings: Settings, send: Send) -> Flow[httpx.Response]:
    """A request, sent again where that is safe. Raises `DsapProblem` and `ServiceAway`."""
    if send.method == "POST":
        send = Send(
            send.method, send.path, send.json, send.params, {"idempotency-key": str(uuid.uuid4()), **send.headers}, send.content
        )
    for tries in range(settings.retries + 1):
        answer = yield send
        error = failure_of(settings, answer)
        if error is None:
            assert isinstance(answer, httpx.Response)
            return answer
        # A PATCH has no key by which the service would know it again.
        may_repeat = send.method != "PATCH" and tries < settings.retries
        pause = pause_after(error, answer, tries) if may_repeat else None
        if pause is None:
            raise error
        yield Wait(pause)
    raise AssertionError("unreachable")


def failure_of(settings: Settings, answer: Answer) -> DsapProblem | ServiceAway | None:
    if not isinstance(answer, httpx.Response):
        assert answer is not None
        return ServiceAway(settings.url, answer)
    return None if answer.is_success else problem_of(answer)


def json_of(response: httpx.Response) -> Any:
    """Its document; what sends none is no dsap."""
    try:
        return response.json()
    except ValueError:
        raise DsapProblem(response.status_code, stranger(response)) from None


def problem_of(response: httpx.Response) -> DsapProblem:
    try:
        document = response.json()
    except ValueError:
        document = None
    return DsapProblem(response.status_code, document if isinstance(document, dict) else stranger(response))


def stranger(response: httpx.Response) -> dict[str, Any]:
    host = response.request.url.netloc.decode()
    detail = f"Something else than dsap answers at {host} ({response.status_code}). Check the address, and what stands before it."
    return {"detail": detail}


def pause_after(error: DsapProblem | ServiceAway, answer: Answer, tries: int) -> float | None:
    """Seconds until the next try; None where there should be none."""
    if isinstance(error, DsapProblem) and not (error.retryable and error.status in (409, 429, 503)):
        return None
    growing: float = min(0.25 * 2**tries, 5.0) * (0.8 + 0.4 * random.random())
    asked = answer.headers.get("retry-after", "") if isinstance(answer, httpx.Response) else ""
    return min(float(asked), 30.0) if asked.isdigit() else growing


class Frames:
    """The events of a stream, line by line."""

    def __init__(self) -> None:
        self._id: str | None = None
        self._data: list[str] = []

    def take(self, line: str) -> tuple[str | None, str] | None:
        """The id and the data of an event once its last line has come."""
        if line == "":
            data, self._data = self._data, []
            return (self._id, "\n".join(data)) if data else None
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
        return None
