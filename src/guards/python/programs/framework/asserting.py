"""Assert statements that say what they saw, as pytest's do."""

import ast

_EXPLAIN = '@explain'

_SYMBOLS = {
    ast.Eq: '==',
    ast.NotEq: '!=',
    ast.Lt: '<',
    ast.LtE: '<=',
    ast.Gt: '>',
    ast.GtE: '>=',
    ast.Is: 'is',
    ast.IsNot: 'is not',
    ast.In: 'in',
    ast.NotIn: 'not in',
}


def compile_tests(source, path, explain):
    """The code of a test module and the names that it must be given."""
    tree = _Rewriter().visit(ast.parse(source, path))
    return compile(ast.fix_missing_locations(tree), path, 'exec', dont_inherit=True), {_EXPLAIN: explain}


class _Rewriter(ast.NodeTransformer):
    def visit_Assert(self, node):
        test = node.test
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            statements = self._comparison(node, test)
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            statements = self._truth(node, test.operand, is_negated=True)
        else:
            statements = self._truth(node, test, is_negated=False)
        for statement in statements:
            for each in ast.walk(statement):
                if not hasattr(each, 'lineno'):
                    ast.copy_location(each, node)
        return statements

    def _comparison(self, node, test):
        left, right, result = _load('@left'), _load('@right'), _load('@result')
        compared = ast.Compare(left, test.ops, [right])
        seen = [
            ast.Constant(_SYMBOLS[type(test.ops[0])]),
            left,
            right,
            _source(test.left),
            _source(test.comparators[0]),
        ]
        return [
            _assign('@left', test.left),
            _assign('@right', test.comparators[0]),
            _assign('@result', compared),
            _unless(
                ast.UnaryOp(ast.Not(), result),
                node,
                ast.Tuple(seen, ast.Load()),
                _names_in([test.left, *test.comparators]),
            ),
            _forget('@left', '@right', '@result'),
        ]

    def _truth(self, node, value, is_negated):
        result = _load('@result')
        seen = [ast.Constant('not' if is_negated else ''), result, _source(value)]
        condition = result if is_negated else ast.UnaryOp(ast.Not(), result)
        return [
            _assign('@result', value),
            _unless(condition, node, ast.Tuple(seen, ast.Load()), _names_in([value])),
            _forget('@result'),
        ]


def _unless(condition, node, seen, names):
    message = ast.Constant(None) if node.msg is None else ast.Tuple([node.msg], ast.Load())
    called = ast.Call(_load(_EXPLAIN), [seen, names, message], [])
    error = ast.Call(_load('AssertionError'), [called], [])
    return ast.If(condition, [ast.Raise(error, None)], [])


def _names_in(values):
    """What is compared and called by name, as a function that gives the values."""
    names = {}
    for value in values:
        calls = (
            [*value.args, *(keyword.value for keyword in value.keywords)] if isinstance(value, ast.Call) else [value]
        )
        names.update({each.id: None for each in calls if isinstance(each, ast.Name)})
    pairs = ast.Dict([ast.Constant(name) for name in names], [_load(name) for name in names])
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), pairs)


def _source(node):
    """The words of an expression, unless its value says as much."""
    is_plain = isinstance(node, (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.JoinedStr))
    return ast.Constant(None if is_plain else ast.unparse(node)[:200])


def _assign(name, value):
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _forget(*names):
    return ast.Assign([ast.Name(name, ast.Store()) for name in names], ast.Constant(None))


def _load(name):
    return ast.Name(name, ast.Load())
