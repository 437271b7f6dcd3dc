"""The forms in which values cross between the two halves.

Exact plain builtins cross by value. Lists, dicts and their like are mirrored: each half keeps a copy under a common
number, and every message brings the contents of those that have changed, so that aliases and changes in place are seen
as they are within one process. What else there is belongs to one of the halves: `export` makes a form of it, `resolve`
reads one.

A form is a JSON value: null, true, false, a number or a text stand for themselves, all else is a list whose first item
is a tag.
"""

import base64
import itertools
import json

from dsap_harness.bridge.known import name_of, named
from dsap_harness.bridge.plain import parts_of, rebuilt

#: Characters of one message, by what it is: tests may ask for more than they are given.
MAX_ANSWER = 1024 * 1024
MAX_QUESTION = 8 * MAX_ANSWER
MAX_DEPTH = 50
#: Mirrors that are kept up to date after a call, the latest first, and items of all of them together.
MAX_MIRRORS = 256
MAX_MIRRORED_ITEMS = 4096
_SMALL = 1 << 63


class TooLarge(Exception):
    """A message is longer, or a value deeper, than what crosses."""


class Broken(BaseException):
    """The other half said what nobody may say."""


class Codec:
    """The values of one half, as forms. Numbers of mirrors that this half gives are odd or even, by `first_number`."""

    def __init__(self, first_number, max_message):
        self._max_message = max_message
        self._numbers = itertools.count(first_number, 2)
        self._mirrors = {}
        self._number_of = {}
        self._known_text = {}
        self._to_scan = []
        self._dropped = []

    def export(self, value, is_key, depth):
        raise NotImplementedError

    def resolve(self, form):
        raise NotImplementedError

    def notifications(self):
        """What else the other half must know before it reads a message."""
        return {}

    def told(self):
        """The notifications have been sent."""

    def encode(self, value, is_key=False, depth=0):
        """The form of a value. `is_key`: it goes where it is looked up by its hash."""
        kind = type(value)
        if value is None or kind is bool or kind is str or kind is float:
            return value
        if kind is int:
            return value if -_SMALL < value < _SMALL else ['int', hex(value)]
        if depth > MAX_DEPTH:
            raise TooLarge(f'values nested more than {MAX_DEPTH} deep do not cross')
        if kind is tuple or kind is frozenset:
            inner = is_key or kind is frozenset
            return [kind.__name__, [self.encode(item, inner, depth + 1) for item in value]]
        if kind in _CONTAINERS or _is_collection(kind):
            return ['mirror', self._mirror(value)]
        parts = parts_of(value)
        if parts is not None:
            return ['plain', parts[0], [self.encode(part, is_key, depth + 1) for part in parts[1]]]
        name = name_of(value)
        return ['name', name] if name is not None else self.export(value, is_key, depth)

    def decode(self, form):
        """The value of a form. Raises Broken for anything else than a form."""
        try:
            return self._decode(form)
        except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as error:
            raise Broken(f'no value: {type(error).__name__}: {error}') from None

    def seal(self, message):
        """Makes the message one line, with the contents of all mirrors that have changed. Raises TooLarge."""
        changed, texts = [], {}
        self._to_scan = list(self._mirrors)
        for number in self._to_scan:
            contents = self._contents(self._mirrors[number])
            text = json.dumps(contents)
            if text != self._known_text.get(number):
                changed.append([number, contents])
                texts[number] = text
        line = json.dumps({**message, **self.notifications(), 'mirrors': changed, 'dropped': self._dropped})
        if len(line) > self._max_message:
            raise TooLarge(f'{len(line)} characters are more than the {self._max_message} that cross at once')
        self._known_text.update(texts)
        self._dropped = []
        self.told()
        return line

    def open(self, message):
        """Takes the mirrors' contents out of a message that has come."""
        try:
            for number in message['dropped']:
                self._forget(number)
            changed = message['mirrors']
            for number, contents in changed:
                if number not in self._mirrors:
                    self._keep(int(number), _empty(contents))
            for number, contents in changed:
                self._fill(self._mirrors[number], contents)
            for number, _ in changed:
                self._known_text[number] = json.dumps(self._contents(self._mirrors[number]))
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise Broken(f'no contents: {type(error).__name__}: {error}') from None

    def trim(self):
        """Lets go of the mirrors that are too many or too large: from now on they are two values."""
        room = MAX_MIRRORED_ITEMS
        for place, number in enumerate(reversed(list(self._mirrors))):
            room -= len(self._mirrors[number])
            if room < 0 or place >= MAX_MIRRORS:
                self._forget(number)
                self._dropped.append(number)

    def forget_unsent(self):
        """Undoes what was encoded for a message that is not sent."""
        for number in [number for number in self._mirrors if number not in self._known_text]:
            self._forget(number)

    def _mirror(self, container):
        number = self._number_of.get(id(container))
        if number is None:
            number = next(self._numbers)
            self._keep(number, container)
            self._to_scan.append(number)
        return number

    def _keep(self, number, container):
        self._mirrors[number] = container
        self._number_of[id(container)] = number

    def _forget(self, number):
        container = self._mirrors.pop(number, None)
        self._known_text.pop(number, None)
        if container is not None:
            self._number_of.pop(id(container), None)

    def _contents(self, container):
        name = type(container).__name__
        if name in _PAIRED:
            pairs = [[self.encode(key, True), self.encode(value)] for key, value in container.items()]
            return [name, pairs, *([self.encode(container.default_factory)] if name == 'defaultdict' else [])]
        if name == 'bytearray':
            return [name, base64.b64encode(container).decode()]
        items = [self.encode(item, name == 'set') for item in container]
        return [name, items, *([container.maxlen] if name == 'deque' else [])]

    def _fill(self, container, contents):
        if contents[0] != type(container).__name__:
            raise TypeError('a mirror changed its type')
        if contents[0] == 'bytearray':
            container[:] = base64.b64decode(contents[1], validate=True)
        elif contents[0] in _PAIRED:
            pairs = [(self._decode(key), self._decode(value)) for key, value in contents[1]]
            container.clear()
            for key, value in pairs:
                container[key] = value
            if contents[0] == 'defaultdict':
                container.default_factory = self._decode(contents[2])
        else:
            items = [self._decode(item) for item in contents[1]]
            container.clear()
            (container.update if contents[0] == 'set' else container.extend)(items)

    def _decode(self, form):
        if form is None or type(form) in (bool, str, float, int):
            return form
        tag = form[0]
        if tag == 'int':
            return int(form[1], 16)
        if tag == 'tuple':
            return tuple([self._decode(item) for item in form[1]])
        if tag == 'frozenset':
            return frozenset([self._decode(item) for item in form[1]])
        if tag == 'mirror':
            return self._mirrors[form[1]]
        if tag == 'plain':
            return rebuilt(form[1], [self._decode(part) for part in form[2]])
        if tag == 'name':
            return named(form[1])
        return self.resolve(form)


_CONTAINERS = (list, dict, set, bytearray)
_PAIRED = ('dict', 'OrderedDict', 'defaultdict', 'Counter')


def _is_collection(kind):
    return (
        kind.__module__ == 'collections'
        and kind.__name__ in _COLLECTIONS
        and kind is named(f'collections.{kind.__name__}')
    )


_COLLECTIONS = ('OrderedDict', 'defaultdict', 'Counter', 'deque')


def _empty(contents):
    name = contents[0]
    if name in _COLLECTIONS:
        kind = named(f'collections.{name}')
        return kind(maxlen=contents[2]) if name == 'deque' else kind()
    return {'list': list, 'dict': dict, 'set': set, 'bytearray': bytearray}[name]()
