"""The cases of a parametrized test, with the ids that pytest gives them."""

import enum
import re
import types

from dsap_harness.framework.marks import Mark, Parameters
from dsap_harness.framework.outcomes import Failed

#: Characters beyond which a value is no id.
_LONG = 100


class Case:
    """What one run of a test function is given: values by argument name, values for fixtures by theirs."""

    def __init__(self, ids=(), values=None, fixture_values=None, marks=()):
        self.ids, self.marks = tuple(ids), tuple(marks)
        self.values, self.fixture_values = values or {}, fixture_values or {}

    def also(self, case):
        return Case(
            (*self.ids, *case.ids),
            {**self.values, **case.values},
            {**self.fixture_values, **case.fixture_values},
            (*self.marks, *case.marks),
        )


def cases_of(fixtures, parametrize_marks):
    """The product of all parameters: fixtures' first, then the marks, the nearest to the function outermost."""
    cases = [Case()]
    for fixture in fixtures:
        sets = [value if isinstance(value, Parameters) else Parameters([value]) for value in fixture.params]
        labels = _labels([fixture.name], sets, fixture.ids)
        more = [
            Case([label], {}, {fixture.name: values[0]}, values.marks)
            for label, values in zip(labels, sets, strict=True)
        ]
        cases = [case.also(each) for case in cases for each in more]
    for mark in parametrize_marks:
        cases = [case.also(each) for case in cases for each in _cases_of_mark(*mark.args, **mark.kwargs)]
    return cases


def _cases_of_mark(argnames, argvalues, indirect=False, ids=None, scope=None):
    names = (
        [name.strip() for name in argnames.split(',') if name.strip()] if isinstance(argnames, str) else list(argnames)
    )
    sets = [_set_of(value, len(names)) for value in argvalues]
    indirect_names = names if indirect is True else list(indirect or ())
    if not sets:
        skipped = Mark('skip', (), {'reason': f'got empty parameter set for ({", ".join(names)})'})
        return [Case(['NOTSET'], dict.fromkeys(names), {}, [skipped])]
    cases = []
    for label, values in zip(_labels(names, sets, ids), sets, strict=True):
        if len(values) != len(names):
            raise Failed(
                f'in "parametrize" the number of names ({len(names)}) must be the number of values ({len(values)})'
            )
        pairs = dict(zip(names, values, strict=True))
        direct = {name: value for name, value in pairs.items() if name not in indirect_names}
        cases.append(Case([label], direct, {name: pairs[name] for name in indirect_names}, values.marks))
    return cases


def _set_of(value, count):
    if isinstance(value, Parameters):
        return value
    return Parameters([value] if count == 1 else value)


def _labels(names, sets, ids):
    if ids is not None and not callable(ids):
        ids = list(ids)
    labels = [_label(names, values, index, ids) for index, values in enumerate(sets)]
    return _unique(labels)


def _label(names, values, index, ids):
    if values.id is not None:
        return values.id
    if ids is not None and not callable(ids) and index < len(ids) and ids[index] is not None:
        return _text(ids[index], 'id', index)
    return '-'.join(
        _text(value, name, index, ids if callable(ids) else None) for name, value in zip(names, values, strict=False)
    )


def _text(value, name, index, make=None):
    if make is not None:
        made = make(value)
        if made is not None:
            return _text(made, name, index)
    if isinstance(value, (str, bytes)) and len(value) > _LONG:
        return f'{name}{index}'
    if isinstance(value, str):
        return _escaped(value)
    if isinstance(value, bytes):
        return ''.join(chr(byte) if 32 <= byte < 127 else f'\\x{byte:02x}' for byte in value)
    if value is None or isinstance(value, (bool, int, float, complex)) and not isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, re.Pattern):
        return _escaped(value.pattern)
    if isinstance(value, enum.Enum):
        return str(value)
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        return value.__name__
    own = getattr(value, '__name__', None)
    return own if isinstance(own, str) else f'{name}{index}'


def _escaped(text):
    short = {'\t': '\\t', '\r': '\\r', '\n': '\\n'}
    return ''.join(short.get(char, char) if 31 < ord(char) < 127 or char in short else _unicode(char) for char in text)


def _unicode(char):
    return char.encode('unicode_escape').decode('ascii')


def _unique(labels):
    if len(set(labels)) == len(labels):
        return labels
    counts, used, result = {}, set(labels), []
    for label in labels:
        if labels.count(label) == 1:
            result.append(label)
            continue
        separator = '_' if label and label[-1].isdigit() else ''
        number = counts.get(label, 0)
        while f'{label}{separator}{number}' in used:
            number += 1
        counts[label] = number + 1
        result.append(f'{label}{separator}{number}')
        used.add(result[-1])
    return result
