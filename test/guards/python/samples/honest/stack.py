"""A class with state, properties, class and static methods, and an exception of its own."""


class StackError(Exception):
    """What a stack complains of."""


class StackEmpty(StackError, IndexError):
    def __init__(self, action, size=0):
        super().__init__(f'cannot {action}')
        self.action = action
        self.size = size


class Stack:
    """Last in, first out."""

    made = 0
    MAX = 4

    def __init__(self, items=()):
        self._items = list(items)
        self.log = []
        Stack.made += 1

    @classmethod
    def of(cls, *items):
        return cls(items)

    @staticmethod
    def is_stack(value):
        return isinstance(value, Stack)

    @property
    def top(self):
        return self._items[-1] if self._items else None

    @top.setter
    def top(self, value):
        self._items[-1] = value

    def push(self, item):
        if len(self._items) >= self.MAX:
            raise OverflowError(f'more than {self.MAX}')
        self._items.append(item)
        self.log.append(('push', item))
        return self

    def pop(self):
        if not self._items:
            raise StackEmpty('pop')
        return self._items.pop()

    def items(self):
        return list(self._items)

    def raw(self):
        return self._items

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return reversed(self._items)

    def __contains__(self, item):
        return item in self._items

    def __eq__(self, other):
        return isinstance(other, Stack) and self._items == other._items

    def __repr__(self):
        return f'Stack({self._items})'
