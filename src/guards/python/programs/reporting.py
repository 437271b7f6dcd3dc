"""How the programs that run tests speak to the host.

The first line of input is a JSON object with a nonce; every line of output that counts begins with it: `<nonce> event
<JSON>`.
"""

import json
import sys

from dsap_harness import event_loop


def begin():
    """The request, a function that tells an event, one that writes a line of another kind, and one that reads a line.
    The request, a function that tells an event, one that writes a line of another kind, and one that reads a line."""
    stdin, stdout = sys.stdin, sys.stdout
    request = json.loads(stdin.readline())
    nonce = request.pop('nonce')
    event_loop.install()

    def write(kind, text):
        stdout.write(f'{nonce} {kind} {text}\n')
        stdout.flush()

    return request, lambda event: write('event', json.dumps(event)), write, stdin.readline
