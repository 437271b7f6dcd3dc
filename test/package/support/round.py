"""With the installed client, waiting and for asyncio: a run that is stopped; then resumed, redirected and decided. `round.py URL before|after`."""

import asyncio
import sys
import time

from dsap_client import AsyncClient, Client

url, half = sys.argv[1:]


def step(name, **more):
    return {"id": name, "generator": {"kind": "fixed", "content": name + " for {specification}"}, **more}


ROUND = {
    "name": "round-python",
    "specification": "Ada",
    "steps": [
        step("draft", guard={"use": "human", "with": {"question": "Is it good? {artifact}"}}),
        step("final", requires=["draft"], guard={"use": "not-empty"}),
    ],
}
CHANGE = {"type": "objective_change", "specification": "Bob", "description": "It is for Bob."}


def open_question(dsap, run):
    while not (rows := list(dsap.questions(runId=run.id, status="open"))):
        time.sleep(0.2)
    return rows[0]["id"]


async def open_question_awaited(dsap, run):
    while not (rows := [row async for row in dsap.questions(runId=run.id, status="open")]):
        await asyncio.sleep(0.2)
    return rows[0]["id"]


def waiting() -> str:
    with Client(url) as dsap:
        if half == "before":
            dsap.publish(ROUND)
            return dsap.start("round-python", id="round-waiting").stop()["status"]
        run = dsap.run("round-waiting")
        run.resume()
        # It is redirected as it stands, so it has to stand: while it moves on it would be refused.
        open_question(dsap, run)
        run.redirect(CHANGE)
        dsap.question(open_question(dsap, run)).decide("approve")
        return run.result(timeout=60).text("final")


async def awaited() -> str:
    async with AsyncClient(url) as dsap:
        if half == "before":
            await dsap.publish(ROUND)
            return (await (await dsap.start("round-python", id="round-awaited")).stop())["status"]
        run = dsap.run("round-awaited")
        await run.resume()
        await open_question_awaited(dsap, run)
        await run.redirect(CHANGE)
        await (await dsap.question(await open_question_awaited(dsap, run))).decide("approve")
        return (await run.result(timeout=60)).text("final")


print(waiting(), asyncio.run(awaited()), sep="\n")
