"""The words of a failed assertion: what was seen, what was expected, and where they part."""

from dsap_harness.bridge.proxies import REFUSAL, is_remote, plain_type

MAX_SHOWN = 240


def explain(seen, names, message):
    """`seen` is (operator, left, right, source of left, source of right) or ('not' or '', value, source)."""
    lines = _comparison(*seen) if len(seen) == 5 else _truth(*seen)
    lines.extend(f'  with {name} = {shown(value)}' for name, value in _given(names).items())
    return '\n'.join([*([] if message is None else [str(message[0])]), *lines])


def shown(value):
    try:
        text = repr(value)
    except Exception as error:
        text = f'<{type(value).__name__} whose repr raises {type(error).__name__}>'
    return text if len(text) <= MAX_SHOWN else f'{text[: MAX_SHOWN - 60]}…{text[-50:]}'


def _comparison(operator, left, right, left_source, right_source):
    lines = [f'assert {shown(left)} {operator} {shown(right)}', *(differences(left, right) if operator == '==' else [])]
    for value, source in ((left, left_source), (right, right_source)):
        if source is not None and source != shown(value) and not source.isidentifier():
            lines.append(f'  where {shown(value)} = {source}')
    return lines


def _truth(operator, value, source):
    lines = [f'assert {operator} {shown(value)}' if operator else f'assert {shown(value)}']
    return lines if source is None else [*lines, f'  where {shown(value)} = {source}']


def _given(names):
    try:
        return names()
    except NameError:
        return {}


def differences(left, right):
    """Where two values that ought to be equal part; at most a few lines."""
    if is_remote(left) != is_remote(right):
        return refusal(left if is_remote(left) else right)
    if isinstance(left, str) and isinstance(right, str):
        return _text_difference(left, right)
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return _sequence_difference(left, right)
    if isinstance(left, dict) and isinstance(right, dict):
        return _mapping_difference(left, right)
    if isinstance(left, (set, frozenset)) and isinstance(right, (set, frozenset)):
        extra = [('left', left - right), ('right', right - left)]
        return [f'  extra items in the {side}: {shown(items)}' for side, items in extra if items]
    return []


def refusal(value):
    """Why an object of the implementation is not equal to a plain value."""
    return [] if plain_type(value) else [f'  {REFUSAL}']


def _text_difference(left, right):
    pairs = list(zip(left.split('\n'), right.split('\n'), strict=False))
    if len(pairs) < 2:
        return []
    differing = [(at, *pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1]]
    return [f'  line {at}: {shown(one)} != {shown(other)}' for at, one, other in differing[:2]]


def _sequence_difference(left, right):
    lines = []
    for at, (one, other) in enumerate(zip(left, right, strict=False)):
        if not (one is other or one == other):
            lines.append(f'  at index {at}: {shown(one)} != {shown(other)}')
            break
    if len(left) != len(right):
        longer, side = (left, 'left') if len(left) > len(right) else (right, 'right')
        count = abs(len(left) - len(right))
        lines.append(f'  the {side} has {count} more, the first {shown(longer[min(len(left), len(right))])}')
    return lines


def _mapping_difference(left, right):
    differing = [key for key in left if key in right and left[key] != right[key]]
    lines = [f'  at key {shown(key)}: {shown(left[key])} != {shown(right[key])}' for key in differing[:3]]
    for side, one, other in (('left', left, right), ('right', right, left)):
        extra = {key: one[key] for key in one if key not in other}
        lines.extend([f'  only in the {side}: {shown(extra)}'] if extra else [])
    return lines
