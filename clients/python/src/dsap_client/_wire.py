"""What is sent and when it is sent again. Nothing here waits or connects: `_sync` and `_async` do, for what these generators ask."""

from __future__ import annotations

import json
import os
import random
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar, Union
from urllib.parse import urlsplit

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
        return Settings(checked_url(url or os.environ.get("DSAP_URL") or DEFAULT_URL), headers, retries)


def checked_url(url: str) -> str:
    """Without a slash at its end. Raises `ValueError` for what is no address of a service."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f'"{url}" is no address of a dsap service. Give one as url, or in DSAP_URL, such as "{DEFAULT_URL}".')
    return url.rstrip("/")


def exchange(settings: Settings, send: Send, deadline: float | None = None) -> Flow[httpx.Response]:
    """
    A request, sent again where that is safe. Raises `DsapProblem` and `ServiceAway`, and `TimeoutError` where the next try would come after the
    deadline, in seconds of `time.monotonic`.
    """
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
        if deadline is not None and time.monotonic() + pause > deadline:
            raise TimeoutError(f"There is no answer in time, and the next try is due in {pause:.0f} s: {error}") from error
        yield Wait(pause)
    raise AssertionError("unreachable")


def body_of(send: Send) -> dict[str, Any]:
    """What `httpx` is told of the body and its headers."""
    if send.content is not None or send.json is None:
        return {"headers": dict(send.headers), **({} if send.content is None else {"content": send.content})}
    return {"headers": {"content-type": "application/json", **send.headers}, "content": write_json(send.json)}


def failure_of(settings: Settings, answer: Answer) -> DsapProblem | ServiceAway | None:
    if not isinstance(answer, httpx.Response):
        assert answer is not None
        return ServiceAway(settings.url, answer)
    return None if answer.is_success else problem_of(answer)


def read_json(text: str | bytes) -> Any:
    """A JSON document. A number that a float would print otherwise is a `Decimal`, with all its digits; an integer stays an `int`."""
    return json.loads(text, parse_float=number_of)


def number_of(text: str) -> float | Decimal:
    number = float(text)
    exact = Decimal(text)
    return number if Decimal(repr(number)) == exact else exact


def write_json(document: Any) -> str:
    """A document as JSON; a `Decimal` is written as a number, with all its digits."""
    mark = uuid.uuid4().hex

    def marked(value: Any) -> str:
        if not isinstance(value, Decimal) or not value.is_finite():
            raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
        return f"{mark}{value}{mark}"

    return json.dumps(document, default=marked, allow_nan=False).replace(f'"{mark}', "").replace(f'{mark}"', "")


def json_of(response: httpx.Response) -> Any:
    """Its document; what sends none is no dsap."""
    try:
        return read_json(response.content)
    except ValueError:
        raise DsapProblem(response.status_code, stranger(response)) from None


def problem_of(response: httpx.Response) -> DsapProblem:
    try:
        document = read_json(response.content)
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
    asked = asked_pause(answer.headers.get("retry-after", "")) if isinstance(answer, httpx.Response) else None
    if asked is None:
        return growing
    # Whoever asks too often waits as long as the service says; one that is down may be back sooner.
    return asked if isinstance(answer, httpx.Response) and answer.status_code == 429 else min(asked, 30.0)


def asked_pause(after: str) -> float | None:
    """Seconds: as they stand, or until a date, as a proxy may write it."""
    if after.isdigit():
        return float(after)
    try:
        return max(0.0, parsedate_to_datetime(after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


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
