"""An error as a few lines for whoever has to mend it."""

import linecache

MAX_LINES = 8
MAX_CHARACTERS = 1_000


def described(error, own_paths):
    """`own_paths` are the files of the implementation: the line of theirs that an error came from is named."""
    if not isinstance(error, BaseException):
        return str(error)[:MAX_CHARACTERS]
    text = _text(error)
    name = getattr(type(error), 'dsap_shown_as', type(error).__name__)
    lines = [f'{name}: {text}' if text else name]
    place = None if isinstance(error, AssertionError) else _place(error, own_paths)
    lines = '\n'.join(lines).splitlines()[:MAX_LINES]
    return '\n'.join([*lines, *([f'  at {place}'] if place else [])])[:MAX_CHARACTERS]


def _text(error):
    try:
        return str(error)
    except Exception as unprintable:
        return f'(its text cannot be made: {type(unprintable).__name__})'


def _place(error, own_paths):
    crossed = vars(error).get('_dsap_place')
    if crossed is not None:
        return crossed
    inner, trace = None, error.__traceback__
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if path in own_paths:
            inner = f'{path} line {trace.tb_lineno}: {linecache.getline(path, trace.tb_lineno).strip()[:120]}'
        trace = trace.tb_next
    return inner
