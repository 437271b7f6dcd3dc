import inspect
from unittest import mock

import clock
import pytest
from clock import Greeter, ask, mode, save, wait


def test_crosses():
    assert mode() == 'plain'


class FixedClock:
    def now(self):
        return 50_000


def test_with_an_object_of_its_own():
    assert Greeter(FixedClock()).greet('Ann') == 'Good day Ann'


class Loud(Greeter):
    def word(self):
        return 'HEY'


def test_with_a_class_of_its_own():
    assert Loud().greet('Bob') == 'HEY Bob'


def test_environment(monkeypatch):
    monkeypatch.setenv('MODE', 'fancy')
    assert mode() == 'fancy'


def test_input(monkeypatch):
    monkeypatch.setattr('builtins.input', lambda prompt: f' {prompt[0]}n ')
    assert ask() == 'nn'


@mock.patch('clock.time.sleep')
def test_sleep(sleep):
    assert wait(3600) == 'waited'
    sleep.assert_called_once_with(3600)


def test_patched_object():
    with mock.patch.object(clock.Clock, 'now', return_value=0):
        assert Greeter().greet() == 'Good morning you'


def test_files(tmp_path):
    file = tmp_path / 'x.txt'
    assert save(file, 'hello') == 5
    assert file.read_text() == 'hello'


def test_signature():
    assert list(inspect.signature(Greeter.greet).parameters) == ['self', 'name']


@pytest.fixture
def fancy(monkeypatch):
    monkeypatch.setenv('MODE', 'fancy')


@pytest.mark.parametrize('times', [1, 2])
def test_through_a_fixture(fancy, times):
    assert mode() * times == 'fancy' * times
