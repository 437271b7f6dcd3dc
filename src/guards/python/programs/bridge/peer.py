"""How the two halves take turns: one asks, the other answers, and may ask back before it does."""

import json
import sys

from dsap_harness.bridge.wire import Broken

#: How deep questions may be asked while others wait for their answers.
_MAX_NESTED = 400
#: Frames that one question may need, so that none is cut off between what it sends and what it is answered.
_ROOM = 200


class Peer:
    """One half. `codec` knows its values; `serve(message)` does what the other half asks, and answers."""

    def __init__(self, codec, read_line, write_line):
        self.codec = codec
        self._nested = 0
        self._read_line = read_line
        self._write_line = write_line

    def serve(self, message):
        raise NotImplementedError

    def send(self, make):
        """Sends the message that `make` encodes; when it cannot be encoded, nothing of it stays."""
        try:
            line = self.codec.seal(make())
        except BaseException:
            self.codec.forget_unsent()
            raise
        self._write_line(line)

    def receive(self):
        line = self._read_line()
        if not line:
            raise SystemExit(0)
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise Broken(f'no JSON: {error}') from None
        if not isinstance(message, dict):
            raise Broken('no object')
        self.arrived(message)
        return message

    def arrived(self, message):
        self.codec.open(message)

    def answer_to(self, make):
        """Asks, serves what is asked back, and gives the message that answers."""
        if self._nested >= _MAX_NESTED:
            raise RecursionError('maximum recursion depth exceeded while tests and implementation call each other')
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(limit + _ROOM)
        self._nested += 1
        try:
            return self._answer_after(make)
        finally:
            self._nested -= 1
            # Unless the implementation has set another one meanwhile.
            if sys.getrecursionlimit() == limit + _ROOM:
                sys.setrecursionlimit(limit)

    def _answer_after(self, make):
        self.send(make)
        while True:
            message = self.receive()
            if 'do' not in message:
                return message
            self.serve(message)
