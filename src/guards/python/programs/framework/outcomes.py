"""How a test ends by saying so."""


class Outcome(BaseException):
    def __init__(self, msg=None, *args, **kwargs):
        super().__init__(msg)
        self.msg = msg or ''

    def __str__(self):
        return str(self.msg)


class Skipped(Outcome):
    pass


class Failed(Outcome):
    pass


class XFailed(Failed):
    pass


def skip(reason='', *, allow_module_level=False, msg=None):
    raise Skipped(reason or msg)


def fail(reason='', pytrace=True, msg=None):
    raise Failed(reason or msg)


def xfail(reason='', msg=None):
    raise XFailed(reason or msg)


def importorskip(modname, minversion=None, reason=None, *, exc_type=None):
    try:
        return __import__(modname, fromlist=['*'])
    except ImportError:
        raise Skipped(reason or f'could not import {modname!r}') from None


# What tests name as pytest.skip.Exception and the like.
skip.Exception, fail.Exception, xfail.Exception = Skipped, Failed, XFailed
