"""What the tests' half may ask of the implementation."""

import copy
import importlib

from dsap_harness.bridge.coroutines import cancel, step
from dsap_harness.bridge.descriptions import plain_content


def load(module):
    """Imports a module and tells what it defines."""
    found = importlib.import_module(module)
    public = getattr(found, '__all__', None)
    names = (
        [name for name in dir(found) if not name.startswith('_')] if public is None else [str(name) for name in public]
    )
    return found, tuple(names)


def call(target, *args, **kwargs):
    return target(*args, **kwargs)


def method(target, name, *args, **kwargs):
    return getattr(target, name)(*args, **kwargs)


def special(target, name, *args):
    return getattr(type(target), name)(target, *args)


OPERATIONS = {
    'call': call,
    'method': method,
    'special': special,
    'get': getattr,
    'set': setattr,
    'delete': delattr,
    'item': lambda target, item: target[item],
    'names': dir,
    'text': str,
    'shown': repr,
    'format': format,
    'hash': hash,
    'content': plain_content,
    'copy': copy.copy,
    'deep-copy': copy.deepcopy,
    'step': step,
    'cancel': cancel,
}
