"""A worker in Python with two activities that definitions may name: a generator and a guard.

    pip install temporalio
    python worker.py            # TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE; polls the task queue `expense-desk-python`
"""

import asyncio
import os

from temporalio import activity
from temporalio.client import Client
from temporalio.worker import Worker

TASK_QUEUE = os.environ.get("TASK_QUEUE", "expense-desk-python")


@activity.defn(name="write_letter")
async def write_letter(request: dict) -> str:
    """A generator: answers a text, or {"content": ..., "mediaType": ...}. `history` holds what was rejected, and why."""
    name = request["input"]["employee"]
    closing = "" if not request["history"] else "\nKind regards"
    return f"Dear {name},{closing}"


@activity.defn(name="polite")
async def polite(request: dict) -> dict:
    """A guard: answers {"verdict": "pass" | "retry" | "fatal", "feedback": ...}, and `score` and `data` if it likes."""
    text = request["artifact"]["text"]
    missing = [word for word in request["args"]["words"] if word not in text]
    if missing:
        return {"verdict": "retry", "feedback": f"StyleError: the letter lacks {', '.join(missing)}"}
    return {"verdict": "pass", "data": {"length": len(text)}}


async def main() -> None:
    client = await Client.connect(
        os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"),
        namespace=os.environ.get("TEMPORAL_NAMESPACE", "default"),
    )
    worker = Worker(client, task_queue=TASK_QUEUE, activities=[write_letter, polite])
    print(f"polling {TASK_QUEUE}", flush=True)
    await worker.run()


if __name__ == "__main__":
    asyncio.run(main())
