"""A call that raises StopIteration ends a `map`, and with it the loop around it, without a word: no test may pass by
that."""

import dis


def swallowed(stops):
    """The first of these exceptions that no code of the tests has caught; None when there is none."""
    return next((error for error in stops if not _is_caught(error)), None)


def _is_caught(error):
    """Where it has come to last there is a handler around it."""
    outermost = error.__traceback__
    table = dis._parse_exception_table(outermost.tb_frame.f_code)
    return any(entry.start <= outermost.tb_lasti < entry.end for entry in table)
