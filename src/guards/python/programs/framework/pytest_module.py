"""The module that tests import as `pytest` where the real one is missing."""

import types

from dsap_harness.framework.approximating import approx
from dsap_harness.framework.builtin_fixtures import CaptureFixture, MonkeyPatch
from dsap_harness.framework.fixtures import Request, fixture
from dsap_harness.framework.marks import Mark, MarkGenerator, param
from dsap_harness.framework.outcomes import fail, importorskip, skip, xfail
from dsap_harness.framework.raising import ExceptionInfo, deprecated_call, raises, warns


def make():
    module = types.ModuleType('pytest')
    vars(module).update(
        approx=approx,
        deprecated_call=deprecated_call,
        fail=fail,
        fixture=fixture,
        importorskip=importorskip,
        mark=MarkGenerator(),
        param=param,
        raises=raises,
        skip=skip,
        warns=warns,
        xfail=xfail,
        # What tests only write in annotations and at the end of a file.
        CaptureFixture=CaptureFixture,
        ExceptionInfo=ExceptionInfo,
        FixtureRequest=Request,
        Mark=Mark,
        MonkeyPatch=MonkeyPatch,
        main=lambda *args, **kwargs: 0,
    )
    return module
