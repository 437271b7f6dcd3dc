"""The half that holds the implementation and nothing else: it does what the tests' half asks, and never sees a test.

The first line of input holds the sources. Every further line is `<id> <message>` and is answered under the same id.
"""

import io
import json
import sys

from dsap_harness import event_loop
from dsap_harness.bridge import serving
from dsap_harness.bridge.exporting import Exports
from dsap_harness.bridge.peer import Peer
from dsap_harness.bridge.wire import TooLarge
from dsap_harness.capture import Capture
from dsap_harness.memory_modules import MemoryModules


class Subject(Peer):
    def __init__(self, sources, read_line, write_line):
        modules = MemoryModules(sources)
        modules.install()
        super().__init__(Exports(self._ask_back, modules.paths, sources), read_line, write_line)
        self._printed = {'out': sys.stdout, 'err': sys.stderr}

    def arrived(self, message):
        self.codec.release(message.get('released', ()))
        super().arrived(message)

    def serve(self, message):
        try:
            outcome = {'value': self._perform(message)}
        except BaseException as error:
            outcome = {'error': error}
        self._answer(outcome)

    def _perform(self, message):
        operation = message['do']
        args = [self.codec.decode(form) for form in message['args']]
        if operation == 'load':
            found, names = serving.load(*args)
            return self.codec.number(found), names
        kwargs = {name: self.codec.decode(form) for name, form in message['kwargs'].items()}
        return serving.OPERATIONS[operation](*args, **kwargs)

    def _answer(self, outcome):
        try:
            self.send(lambda: self._encoded(outcome))
            return
        except (TooLarge, RecursionError) as error:
            refusal = ValueError(f'the result cannot be judged: {error}')
        except Exception as error:
            refusal = error
        self.send(lambda: self._encoded({'error': refusal}))

    def _encoded(self, outcome):
        [(kind, value)] = outcome.items()
        return self._with_prints({kind: self.codec.encode(value)})

    def _ask_back(self, operation, number, args, kwargs):
        """Asks the tests' half for what belongs to it."""
        answer = self.answer_to(
            lambda: self._with_prints(
                {
                    'do': operation,
                    'number': number,
                    'args': [self.codec.encode(value) for value in args],
                    'kwargs': {name: self.codec.encode(value) for name, value in kwargs.items()},
                }
            )
        )
        if 'error' in answer:
            raise self.codec.decode(answer['error'])
        return self.codec.decode(answer['value'])

    def _with_prints(self, message):
        return {**message, 'printed': {name: stream.take() for name, stream in self._printed.items()}}


def main():
    stdin, stdout = sys.stdin, sys.stdout
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), Capture(), Capture()
    event_loop.install()
    current = ''

    def read_line():
        nonlocal current
        current, _, message = stdin.readline().partition(' ')
        return message

    def write_line(line):
        stdout.write(f'{current} {line}\n')
        stdout.flush()

    subject = Subject(json.loads(stdin.readline())['sources'], read_line, write_line)
    try:
        while True:
            subject.serve(subject.receive())
    finally:
        sys.stderr = sys.__stderr__


if __name__ == '__main__':
    main()
