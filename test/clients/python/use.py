"""Uses the installed client against a service, whose address is the first argument; tells what it met as one JSON object."""

import asyncio
import json
import random
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx

from dsap_client import AsyncClient, Client, DsapProblem, RunNotCompleted, ServiceAway

url, lossy_starts = sys.argv[1], int(sys.argv[2])
STEP = {"id": "say", "generator": {"kind": "fixed", "content": "Hello Ada!"}, "guard": {"use": "not-empty"}}
NEVER = {"use": "contains", "with": {"text": "Bye"}}
SKIPPED = {**STEP, "id": "gone", "guard": NEVER, "recovery": {"rMax": 0, "onExhausted": "skip"}}
SCRIPTED = {"name": "sim:script", "extra": {"sim": {"outputs": {"say": [{"status": 400}, "Here again."]}}}}
ASKED = {**STEP, "generator": {"kind": "llm", "prompt": "Say it."}}
ASKING = {**STEP, "guard": {"use": "human", "with": {"question": "Is it?"}}}


def failing(call):
    """The error's class, and what it says by its fields."""
    try:
        call()
    except (DsapProblem, RunNotCompleted, ServiceAway, TimeoutError) as error:
        told = {name: getattr(error, name) for name in ("status", "code", "retryable") if hasattr(error, name)}
        return {"class": type(error).__name__, "says": str(error), **told}
    return None


class Losing(httpx.BaseTransport):
    """Every third answer or so is lost on its way, after the service has sent it."""

    def __init__(self) -> None:
        self._real = httpx.HTTPTransport()
        self._random = random.Random(29)
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._real.handle_request(request)
        response.read()
        if self._random.random() < 0.35:
            self.lost += 1
            raise httpx.ReadError("lost", request=request)
        return response


class Dying(BaseHTTPRequestHandler):
    """A service that dies in a stream, each time."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


with Client(url) as dsap:
    told = {"published": dsap.publish({"name": "python-hello", "steps": [STEP]})["version"]}
    dsap.publish(json.dumps({"name": "python-asking", "steps": [ASKING]}))
    run = dsap.start("python-hello", input={"who": "Ada"}, tags=["python"], id="python-1")
    result = run.result(timeout=60)
    told["text"] = result.text("say")
    told["model"] = [result.model.run_id, run.view().status]
    told["events"] = [event.type_ for event in run.events()]
    told["from"] = [event.seq for event in run.events(after=2)][0]
    told["listed"] = [row.id for row in dsap.runs(tag="python")]
    told["artifacts"] = len(list(run.artifacts()))

    dsap.publish({"name": "python-partial", "steps": [STEP, SKIPPED]})
    partial = dsap.start("python-partial").result(timeout=60)
    told["missing"] = [result.missing, partial.missing, repr(partial).startswith("RunResult(missing={'gone': ")]

    dsap.publish({"name": "python-away", "model": SCRIPTED, "steps": [ASKED]})
    away = dsap.start("python-away")
    while not (questions := list(dsap.questions(runId=away.id, status="open"))):
        time.sleep(0.05)
    of_away = lambda retried: [row["runId"] == away.id for row in retried["questions"]]
    told["of endpoint"] = questions[0]["endpoint"]
    told["endpoints"] = [row["name"] for row in dsap.endpoints()]
    told["endpoint"] = [dsap.endpoint("sim")[name] for name in ("name", "state", "openQuestions")]
    told["would retry"] = of_away(dsap.retry_endpoint("sim", dry_run=True))
    told["retried"] = of_away(dsap.retry_endpoint("sim", comment="It is back."))
    told["back"] = away.result(timeout=60).text("say")
    told["nothing to retry"] = dsap.retry_endpoint("sim")
    told["no endpoint"] = failing(lambda: dsap.retry_endpoint("nowhere"))
    told["caps"] = list(dsap.caps())

    asking = dsap.start("python-asking")
    told["waits"] = failing(lambda: asking.result(timeout=1))
    question = dsap.question(next(iter(dsap.questions(runId=asking.id)))["id"])
    told["decided"] = question.decide("approve")["status"]
    told["approved"] = asking.result(timeout=60).text("say")
    told["twice"] = failing(lambda: question.decide("approve"))

    stopped = dsap.start("python-asking")
    told["stopped"] = stopped.stop("Enough.")["status"]
    told["not completed"] = failing(lambda: stopped.result(timeout=30))
    told["unknown"] = failing(lambda: dsap.start("nobody"))
    told["refused"] = failing(lambda: dsap.publish({"name": "broken", "steps": [{"id": "a"}]}))

told["away"] = failing(lambda: Client("http://127.0.0.1:1", retries=1).start("python-hello"))
server = HTTPServer(("127.0.0.1", 0), Dying)
threading.Thread(target=server.serve_forever, daemon=True).start()
stranger = Client(f"http://127.0.0.1:{server.server_port}", retries=2)
told["not dsap"] = failing(lambda: stranger.request("GET", "/v1/runs"))
told["dies"] = failing(lambda: list(stranger.run("any").events()))
server.shutdown()



def busy(call, *answers, sleep=time.sleep):
    """What a client waits, in seconds, that is told so; and how it ends."""
    waits, left = [], list(answers)

    def answer(request):
        status, headers, document = left.pop(0) if len(left) > 1 else left[0]
        return httpx.Response(status, headers=headers, json=document)

    time.sleep = waits.append
    try:
        with Client("http://h", transport=httpx.MockTransport(answer)) as dsap:
            return [waits, failing(lambda: call(dsap))]
    finally:
        time.sleep = sleep


LATER = {"code": "rate_limited", "detail": "Later.", "retryable": True}
DONE = (200, {}, {})
told["busy"] = busy(lambda dsap: dsap.request("GET", "/v1/me"), (429, {"retry-after": "90"}, LATER), DONE)
past = {"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}
told["busy until"] = busy(lambda dsap: dsap.request("GET", "/v1/me"), (429, past, LATER), DONE)
told["too busy"] = busy(lambda dsap: dsap.run("r").result(timeout=30), (429, {"retry-after": "90"}, LATER))
told["no address"] = []
for address in ("localhost:8080", "undefined", "ftp://h"):
    try:
        Client(address)
    except ValueError as error:
        told["no address"].append(str(error))

losing = Losing()
with Client(url, retries=20, transport=losing) as dsap:
    for _ in range(lossy_starts):
        dsap.start("python-hello", tags=["lossy"])
with Client(url) as dsap:
    told["lossy"] = [losing.lost > lossy_starts // 10, len(list(dsap.runs(tag="lossy", limit=200)))]


async def awaited() -> list[str]:
    async with AsyncClient(url) as dsap:
        run = await dsap.start("python-hello")
        seen = [event.type_ async for event in run.events()]
        return [seen[-1], (await run.result(timeout=60)).text("say")]


told["awaited"] = asyncio.run(awaited())
print(json.dumps(told))
