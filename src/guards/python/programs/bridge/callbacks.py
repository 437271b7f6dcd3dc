"""What belongs to the tests, as the implementation sees it."""


def callback_of(ask_back, number, about):
    """A function of the tests, as a function of the same name and parameters."""

    def callback(*args, **kwargs):
        return ask_back('call', number, args, kwargs)

    callback.__name__, callback.__qualname__, callback.__doc__ = about['name'], about['qualname'], about['doc']
    if about['parameters'] is not None:
        callback.__signature__ = _signature(about['parameters'])
    return callback


def iterator_of(ask_back, number):
    """An iterator of the tests, asked for one item at a time."""
    while True:
        there_is_one, item = ask_back('next', number, (), {})
        if not there_is_one:
            return
        yield item


def raised_there(kind, args):
    """An exception of the tests, made without its class's own constructor."""
    error = kind.__new__(kind, *args)
    error.args = args
    return error


def _signature(parameters):
    import inspect

    empty = inspect.Parameter.empty
    return inspect.Signature(
        [inspect.Parameter(name, kind, default=... if has_default else empty) for name, kind, has_default in parameters]
    )
