import asyncio
import enum
from decimal import Decimal

import calls
import pytest
from calls import identity, note, words


class Colour(enum.Enum):
    RED = 1


def setup_module(module):
    note('setup_module')


def teardown_module():
    note('teardown_module')


@pytest.fixture(scope='module')
def once():
    note('once')
    yield 'once'
    note('once ends')


@pytest.fixture(scope='class')
def per_class():
    return [note('class')]


@pytest.fixture(params=['a', 'b'], ids=['first', None])
def letter(request):
    return request.param


@pytest.fixture
def number(request):
    return request.param * 10


@pytest.fixture(autouse=True)
def always(request):
    request.addfinalizer(lambda: note(f'end of {request.node.name}'))


@pytest.fixture
def named():
    return 'module'


@pytest.fixture(name='other')
def something():
    return 'renamed'


@pytest.fixture
def broken():
    raise RuntimeError('set-up')


@pytest.fixture
def broken_later():
    yield
    raise RuntimeError('put away')


@pytest.mark.parametrize('x', [1, 2])
@pytest.mark.parametrize('y, z', [(3, [1]), (None, 'é s')])
def test_products(letter, x, y, z):
    assert letter in 'ab'


@pytest.mark.parametrize(
    'value',
    [1, 1, 1.5, True, None, Colour.RED, int, len, [1], {'a': 1}, b'ab\xff', '', 'a\nb', 1 + 2j, (1, 2), 'x' * 120, Decimal(1)],
)
def test_ids(value):
    assert identity(value) == value or value is len


@pytest.mark.parametrize('value', ['a', 'a', 'a1', 'a1'])
def test_equal_ids(value):
    pass


@pytest.mark.parametrize('value', [1, 2], ids=['one', None])
def test_given_ids(value):
    pass


@pytest.mark.parametrize('value', [1, 2], ids=lambda value: f'n{value}')
def test_made_ids(value):
    pass


@pytest.mark.parametrize('value', [pytest.param(1, id='q'), pytest.param(2, marks=pytest.mark.skip), pytest.param(3, marks=[pytest.mark.xfail])])
def test_params(value):
    assert value == 1


@pytest.mark.parametrize('value', [])
def test_without_values(value):
    pass


@pytest.mark.parametrize('number', [1, 2], indirect=True)
def test_indirect(number):
    assert number in (10, 20)


def test_wrong_count_of_fixtures(absent):
    pass


def test_renamed(other):
    assert other == 'renamed'


def test_set_up_fails(broken):
    pass


def test_putting_away_fails(broken_later):
    pass


@pytest.mark.usefixtures('broken')
def test_uses_fixtures():
    pass


@pytest.mark.skipif(True, reason='always')
def test_skipped_if():
    pass


@pytest.mark.skipif(False, reason='never')
def test_not_skipped_if():
    pass


def test_skips_itself():
    pytest.skip('now')


def test_fails_itself():
    pytest.fail('now')


def test_is_expected_to_fail():
    pytest.xfail('now')


@pytest.mark.xfail
def test_unexpectedly_passes():
    pass


@pytest.mark.xfail(strict=True)
def test_strictly_passes():
    pass


@pytest.mark.xfail(raises=KeyError)
def test_fails_otherwise():
    raise ValueError


@pytest.mark.xfail(False, reason='not now')
def test_not_expected_to_fail():
    assert False


@pytest.mark.anything(1, two=2)
def test_unknown_marks():
    pass


def test_exits():
    raise SystemExit(0)


def test_module_scope(once):
    assert words().count('once') == 1


def test_module_scope_again(once):
    assert words().count('once') == 1


def test_finalizers_have_run():
    assert 'end of test_module_scope' in words()
    assert words()[0] == 'setup_module'


class TestScopes:
    @classmethod
    def setup_class(cls):
        cls.seen = []

    def setup_method(self, method):
        self.seen.append(method.__name__)

    def teardown_method(self):
        self.seen.append('end')

    @pytest.fixture
    def named(self, named):
        return f'class over {named}'

    def test_first(self, per_class):
        per_class.append('more')
        assert self.seen == ['test_first']

    def test_second(self, per_class):
        assert per_class[1:] == ['more']
        assert self.seen == ['test_first', 'end', 'test_second']

    def test_overrides(self, named):
        assert named == 'class over module'

    @staticmethod
    def test_static():
        assert True


@pytest.mark.parametrize('outer', [1, 2])
class TestOuter:
    @pytest.fixture
    def around(self, outer):
        return outer * 2

    class TestInner:
        def test_inner(self, per_class, around, outer):
            assert len(per_class) == 1
            assert around == outer * 2

        @pytest.fixture
        def around(self, around):
            return around

        class TestInnermost:
            def test_innermost(self, around, outer):
                assert around == 2


class Base:
    expected = 1

    def test_inherited(self):
        assert self.expected == 1


class TestOne(Base):
    pass


class TestTwo(Base):
    expected = 2


class TestWithConstructor:
    def __init__(self):
        pass

    def test_never(self):
        pass


@pytest.mark.parametrize('k', ['x', 'y'])
class TestParametrized:
    @pytest.mark.parametrize('j', [1, 2])
    def test_both(self, k, j):
        assert k + str(j) != 'y2'


class TestApprox:
    @pytest.mark.parametrize(
        'found, expected',
        [
            (0.1 + 0.2, 0.3),
            (1.0001, 1),
            ([0.1 + 0.2, 1], [0.3, 1]),
            ((1, 2), (1, 2.1)),
            ({'a': 0.30000000001}, {'a': 0.3}),
            ({'a': 1}, {'b': 1}),
            (float('nan'), float('nan')),
            (float('inf'), float('inf')),
            (Decimal('0.3'), Decimal('0.30000001')),
            ('a', 'a'),
            (None, None),
            (1e-13, 0),
        ],
    )
    def test_default(self, found, expected):
        assert identity(found) == pytest.approx(expected)

    def test_tolerances(self):
        assert identity(102) == pytest.approx(100, rel=0.03)
        assert identity(102) == pytest.approx(100, abs=2)
        assert identity(102) != pytest.approx(100, abs=1)
        assert identity(float('nan')) == pytest.approx(float('nan'), nan_ok=True)


class TestRaises:
    def test_wrong_type(self):
        with pytest.raises(KeyError):
            identity(1)['a']

    def test_no_match(self):
        with pytest.raises(ValueError, match='^other$'):
            raise ValueError('this')

    def test_called(self):
        assert pytest.raises(ZeroDivisionError, divmod, 1, 0).type is ZeroDivisionError

    def test_several(self):
        with pytest.raises((KeyError, IndexError)) as caught:
            [][0]
        assert caught.typename == 'IndexError'
        assert caught.match('out of range')

    def test_of_nothing(self):
        with pytest.raises('ValueError'):
            pass


async def test_coroutine():
    await asyncio.sleep(0)
    assert identity(1) == 2


def test_generator():
    yield
    assert identity(1) == 2


async def test_asynchronous_generator():
    yield
    assert identity(1) == 2


def test_coroutine_that_nobody_awaits():
    return test_coroutine()


class TestGenerator:
    def test_method(self):
        yield
        assert identity(1) == 2


def test_capture(capsys):
    print('out')
    assert capsys.readouterr().out == 'out\n'
    assert capsys.readouterr() == ('', '')


def test_asserts():
    value = calls.identity([1, 2])
    assert value, 'message'
    assert not identity(0)
    assert 1 < identity(2) <= 2 and (identity(3) or False)
    assert [each for each in value if each > 1] == [2]
    assert (found := identity('x')) and found == 'x'


@pytest.mark.parametrize('n', range(9))
def test_failing_asserts(n):
    values = [1, 2, 3]
    if n == 0:
        assert identity(values) == [1, 2]
    elif n == 1:
        assert not identity(1), f'message {n}'
    elif n == 2:
        assert 5 in identity(values)
    elif n == 3:
        assert identity({'a': 1}) == {'a': 2, 'b': 1}
    elif n == 4:
        assert identity('line\none') == 'line\ntwo'
    elif n == 5:
        assert identity({1, 2}) == {2, 3}
    elif n == 6:
        assert identity(None) is not None
    elif n == 7:
        assert all(identity(each) < 3 for each in values)
    else:
        assert identity(1) == 1 == identity(2)
