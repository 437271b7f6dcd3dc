"""The special methods that cross: a proxy has those of them that the object's own class has, and no other."""

_OPERATORS = 'add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or'.split()

BINARY = tuple(f'__{prefix}{name}__' for name in _OPERATORS for prefix in ('', 'r', 'i'))

DIFFERENCES = tuple(f'__{prefix}{name}__' for name in ('sub', 'xor') for prefix in ('', 'r', 'i'))

COMPARISONS = ('__lt__', '__le__', '__gt__', '__ge__')

_OTHERS = (
    'call len length_hint bool int float complex index round trunc floor ceil neg pos abs invert bytes fspath '
    'getitem setitem delitem contains iter next reversed enter exit eq ne aenter aexit aiter anext await'
).split()

SPECIALS = (*(f'__{name}__' for name in _OTHERS), *COMPARISONS, *BINARY)
