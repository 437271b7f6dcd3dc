"""Attacks on the host of a sandbox: `attack.py TARGETS NAME...`.

TARGETS is JSON (targets.ts). Each named attack is tried in turn and answers one line of JSON: what it got, or why it got
nothing. Runs on CPython 3.11+ and on Pyodide, where it also tries what Pyodide's JavaScript host would let it do.
"""

import json
import sys

import reaching
import taking


def attack(name):
    tried = getattr(reaching, name, None) or getattr(taking, name)
    try:
        got = tried()
        return {"attack": name, "got": None if got is None else str(got)}
    except BaseException as error:
        return {"attack": name, "got": None, "why": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    for name in sys.argv[2:]:
        print(json.dumps(attack(name)), flush=True)
