"""The connection of the tests' half to the half that holds the implementation."""

import sys

from dsap_harness.bridge import proxies
from dsap_harness.bridge.importing import Imports
from dsap_harness.bridge.peer import Peer
from dsap_harness.bridge.proxies import CannotCross
from dsap_harness.bridge.special_methods import is_verdict
from dsap_harness.bridge.wire import Broken, TooLarge


class Crossing(Peer):
    def __init__(self, read_line, write_line):
        super().__init__(Imports(), read_line, write_line)
        #: True while a message is read: proxies then compare and hash without asking.
        self.is_reading = False
        #: What the other half said that nobody may say; None as long as it did not.
        self.broken = None
        #: Why the test under way cannot cross; None while it can.
        self.refusal = None
        #: What a callback of the test under way said by raising; None when none did.
        self.verdict = None
        #: What ordinary calls of the test under way have raised to end an iteration.
        self.stops = []
        self._depth = 0

    def begin_test(self):
        self.refusal = self.verdict = None
        self.stops = []

    def ask(self, operation, *args, **kwargs):
        """What the other half answers. Raises what it raised, and CannotCross for what cannot be sent."""
        self._depth += 1
        try:
            return self._answer(operation, args, kwargs)
        except TooLarge as error:
            # No reason to give up the two processes: the size may come from the implementation.
            raise ValueError(f'the arguments cannot be judged: {error}') from None
        except Broken as error:
            self.broken = self.broken or error
            raise
        finally:
            self._depth -= 1
            if self._depth == 0:
                self.codec.trim()

    def arrived(self, message):
        was_reading, self.is_reading = self.is_reading, True
        try:
            self.codec.learn(message['classes'])
            super().arrived(message)
            self._print(message['printed'])
        except (KeyError, TypeError, AttributeError) as error:
            raise Broken(f'no message: {type(error).__name__}: {error}') from None
        finally:
            self.is_reading = was_reading

    def serve(self, message):
        """Calls back what the test has handed over."""
        form = {}
        try:
            form['value'] = self._called_back(message)
        except (Broken, SystemExit):
            raise
        except BaseException as error:
            if is_verdict(error):
                self.verdict = self.verdict or error
            form['error'] = error
        self._reply(form)

    def _answer(self, operation, args, kwargs):
        message = self.answer_to(
            lambda: {
                'do': operation,
                'args': [self.codec.encode(value) for value in args],
                'kwargs': {name: self.codec.encode(value) for name, value in kwargs.items()},
                'released': self.codec.released(),
            }
        )
        if self.refusal is not None:
            raise CannotCross(self.refusal)
        if 'error' in message:
            error = self._read(message['error'])
            if not isinstance(error, BaseException):
                raise Broken('what was raised is no exception')
            if isinstance(error, StopIteration) and operation in ('call', 'method'):
                self.stops.append(error)
            raise error
        return self._read(message.get('value'))

    def _read(self, form):
        was_reading, self.is_reading = self.is_reading, True
        try:
            return self.codec.decode(form)
        finally:
            self.is_reading = was_reading

    def _called_back(self, message):
        target = self.codec.own(message.get('number'))
        args = [self._read(form) for form in message.get('args', ())]
        kwargs = {name: self._read(form) for name, form in message.get('kwargs', {}).items()}
        if message['do'] == 'next':
            for item in target:
                return True, item
            return False, None
        if not callable(target) or isinstance(target, type):
            raise Broken('what was called back is no callback')
        return target(*args, **kwargs)

    def _reply(self, form):
        [(kind, value)] = form.items()
        try:
            self.send(lambda: {kind: self.codec.encode(value), 'released': self.codec.released()})
            return
        except (CannotCross, TooLarge) as error:
            refusal = RuntimeError(str(error))
        self.send(lambda: {'error': self.codec.encode(refusal), 'released': []})

    def _print(self, printed):
        sys.stdout.write(printed['out'])
        sys.stderr.write(printed['err'])


def connect(read_line, write_line):
    proxies.peer = Crossing(read_line, write_line)
    return proxies.peer
