"""Finds names that a source reads and nobody defines."""

import json
import sys

from dsap_harness.undefined import undefined_names


def main():
    request = json.loads(sys.stdin.readline())
    try:
        found = undefined_names(request['source'], request['path'])
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        print(json.dumps({'unreadable': f'{type(error).__name__}: {error}'}))
        return
    known = _known(request['baseline'], request['path'])
    print(json.dumps({'undefined': [{'name': name, 'line': line} for name, line in found if name not in known]}))


def _known(baseline, path):
    """The names that were undefined before; none where there is no source to compare with, or none that can be read."""
    try:
        return {name for name, _ in undefined_names(baseline, path)} if baseline is not None else set()
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return set()


if __name__ == '__main__':
    main()
