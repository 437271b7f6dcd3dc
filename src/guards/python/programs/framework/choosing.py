"""The real pytest where there is one, else our own."""

import importlib.util

from dsap_harness.framework.running import run_with_own


def framework():
    """A function of (sources by path, listener) that runs tests."""
    if importlib.util.find_spec('pytest') is None:
        return run_with_own
    from dsap_harness.framework.real_pytest import run_with_pytest

    return run_with_pytest
