import copy

import pytest
from stack import Stack, StackEmpty, StackError


@pytest.fixture
def stack():
    made = Stack()
    made.push(1).push(2)
    yield made
    assert len(made) < 5


class TestStack:
    def setup_method(self):
        self.empty = Stack()

    def test_pops_in_reverse(self, stack):
        assert [stack.pop(), stack.pop()] == [2, 1]

    def test_is_empty_at_first(self):
        assert len(self.empty) == 0
        assert not self.empty
        assert self.empty.top is None

    def test_raises_when_empty(self):
        with pytest.raises(StackEmpty, match=r'^cannot pop$') as caught:
            self.empty.pop()
        assert caught.value.action == 'pop'
        assert caught.value.size == 0
        assert caught.value.args == ('cannot pop',)
        assert caught.type is StackEmpty

    @pytest.mark.parametrize('kind', [StackError, IndexError, LookupError, Exception])
    def test_raises_what_its_bases_are(self, kind):
        with pytest.raises(kind):
            self.empty.pop()
        assert issubclass(StackEmpty, kind)

    def test_catches_it(self):
        try:
            self.empty.pop()
        except (KeyError, StackError) as error:
            assert str(error) == 'cannot pop'
        else:
            pytest.fail('nothing was raised')


def test_overflow(stack):
    stack.push(3).push(4)
    with pytest.raises(OverflowError, match='more than 4'):
        stack.push(5)


def test_properties(stack):
    assert stack.top == 2
    stack.top = 9
    assert stack.pop() == 9
    with pytest.raises(AttributeError):
        stack.bottom


def test_class_members():
    before = Stack.made
    assert Stack.of(1, 2).items() == [1, 2]
    assert Stack.made == before + 1
    assert Stack.MAX == 4
    assert Stack.is_stack(Stack()) and not Stack.is_stack([])
    assert isinstance(Stack(), Stack) and not isinstance([], Stack)
    assert type(Stack()) is Stack
    assert Stack.__name__ == 'Stack'


def test_protocols(stack):
    assert list(stack) == [2, 1]
    assert 1 in stack and 7 not in stack
    assert stack == Stack([1, 2])
    assert stack != Stack([2, 1])
    assert stack != [1, 2]
    assert repr(stack) == 'Stack([1, 2])'
    assert f'{stack}' == str(stack)


def test_lists_are_copies(stack):
    taken = stack.items()
    taken.append(99)
    assert len(stack) == 2


def test_aliases_are_aliases(stack):
    raw = stack.raw()
    stack.push(3)
    assert raw == [1, 2, 3]
    raw.append(4)
    assert stack.pop() == 4
    assert stack.raw() is raw


def test_takes_a_copy_of_what_it_is_given():
    items = [1]
    stack = Stack(items)
    items.append(2)
    assert len(stack) == 1


def test_log(stack):
    assert stack.log == [('push', 1), ('push', 2)]


def test_deep_copies(stack):
    other = copy.deepcopy(stack)
    other.pop()
    assert len(stack) == 2 and len(other) == 1


def test_holds_stacks():
    inner = Stack([1])
    outer = Stack([inner])
    assert outer.pop() is inner
