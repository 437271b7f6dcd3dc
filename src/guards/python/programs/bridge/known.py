"""Builtins and functions of the standard library that cross by their names: one half's `len` is the other half's."""

import builtins
import math
import operator
import types

_FUNCTIONS = (
    'abs all any ascii bin callable chr divmod format hash hex isinstance issubclass iter len max min next oct ord pow '
    'repr reversed round sorted sum'
).split()

_COLLECTIONS = 'OrderedDict defaultdict Counter deque'.split()

_METHODS_OF = (str, bytes, int, float, list, tuple, dict, set, frozenset)


def _table():
    table = {'Ellipsis': Ellipsis, 'NotImplemented': NotImplemented, 'NoneType': type(None)}
    table.update((name, getattr(builtins, name)) for name in _FUNCTIONS)
    for value in vars(builtins).values():
        if isinstance(value, type):
            table[value.__name__] = value
    for module in (math, operator):
        for name, value in vars(module).items():
            if isinstance(value, types.BuiltinFunctionType):
                table[f'{module.__name__}.{name}'] = value
    for kind in _METHODS_OF:
        for name, value in vars(kind).items():
            if isinstance(value, types.MethodDescriptorType):
                table[f'{kind.__name__}.{name}'] = value
    return table


BY_NAME = _table()

_NAMES = {id(value): name for name, value in BY_NAME.items()}

#: Exceptions of the standard library that tests name; all others arrive as their nearest builtin base.
_EXCEPTIONS = frozenset(
    """
    _csv.Error _queue.Empty argparse.ArgumentError argparse.ArgumentTypeError asyncio.exceptions.CancelledError
    asyncio.exceptions.InvalidStateError asyncio.queues.QueueEmpty asyncio.queues.QueueFull binascii.Error
    configparser.DuplicateOptionError configparser.DuplicateSectionError configparser.Error configparser.NoOptionError
    configparser.NoSectionError configparser.ParsingError dataclasses.FrozenInstanceError decimal.DivisionByZero
    decimal.Inexact decimal.InvalidOperation decimal.Overflow graphlib.CycleError ipaddress.AddressValueError
    ipaddress.NetmaskValueError json.decoder.JSONDecodeError queue.Full re.PatternError re.error shutil.Error
    statistics.StatisticsError struct.error subprocess.CalledProcessError subprocess.TimeoutExpired
    tomllib.TOMLDecodeError urllib.error.HTTPError urllib.error.URLError xml.etree.ElementTree.ParseError
    zipfile.BadZipFile zlib.error zoneinfo._common.ZoneInfoNotFoundError
    """.split()
)


def name_of(value):
    """The name under which a value crosses; None when it has none."""
    name = _NAMES.get(id(value))
    if name is not None:
        return name
    if not isinstance(value, type):
        return None
    full = f'{value.__module__}.{value.__qualname__}'
    if full in _EXCEPTIONS or (value.__module__ == 'collections' and value.__name__ in _COLLECTIONS):
        return full if _found(full) is value else None
    return None


def named(name):
    """The value of such a name. Raises KeyError for any other name."""
    if name in BY_NAME:
        return BY_NAME[name]
    module, _, last = name.rpartition('.')
    if name in _EXCEPTIONS or (module == 'collections' and last in _COLLECTIONS):
        return _found(name)
    raise KeyError(name)


def _found(full):
    module, _, name = full.rpartition('.')
    try:
        return getattr(__import__(module, fromlist=[name]), name)
    except (ImportError, AttributeError):
        raise KeyError(full) from None
