"""Writes what CPython answers to the expressions of the one language: test/expressions/python/answers.json (R107).

Run it by hand after changing the list: python3 scripts/python-answers.py
"""
import json
import pathlib

FLOATS = ['0.5', '1.5', '2.5', '3.5', '-0.5', '-1.5', '-2.5', '0.125', '2.675', '1.005', '1234.5678', '1e20']
PAIRS = [('7', '2'), ('-7', '2'), ('7', '-2'), ('-7', '-2'), ('7.5', '2'), ('1', '0.1'), ('0', '5'), ('5', '0'), ('True', '2')]
TEXTS = ['""', '"a"', '"Hello World"', '"  padded\\t"', '"x,y,,z"', '"12"', '"ß"', '"a1b2"', '"😀 smile"']


def expressions():
    for number in FLOATS:
        yield f'round({number})'
        yield f'round({number}, 1)'
        yield f'round({number}, 2)'
        yield f'int({number})'
    for left, right in PAIRS:
        for operator in ['+', '-', '*', '/', '//', '%', '**', '<', '==', '>=']:
            yield f'{left} {operator} {right}'
    for text in TEXTS:
        for method in ['upper()', 'lower()', 'strip()', 'title()', 'capitalize()', 'split()', 'isdigit()', 'isalpha()']:
            yield f'{text}.{method}'
        for part in ['[0]', '[-1]', '[1:3]', '[::-1]', '[:-1]', '[::2]']:
            yield f'{text}{part}'
        yield f'len({text})'
        yield f'bool({text})'
    yield from OTHERS


OTHERS = [
    'str(True)', 'str(False)', 'str(None)', 'str(12)', 'str(1.5)', 'str("a")', 'str(10 / 4)',
    '1 == True', '0 == False', '1 is True', 'None is None', 'None == False', '"1" == 1', '1 != True', 'True + True', '-True',
    'True in [1]', '1 in [True, 2]', 'None in [0]', '"a" in "banana"', '"" in ""', '4 not in [1, 2]', '"k" in {"k": 1}',
    '1 if True else 2', '1 if [] else 2', '1 if "" else 2 if 0 else 3', '(1 if {} else 2) + 1', 'not 1 if 0 else 5',
    '{}', '{"a": 1}', '{"a": 1}["a"]', '{"a": {"b": [1, 2]}}["a"]["b"][1]', 'len({"a": 1, "b": 2})', '{} == {}', '{"a": 1} == {"a": 1.0}',
    '{"a": 1}.get("b", 3)', '{"a": 1}.get("a")', '{"a": 1}.get("b")', '{"a": 1}["b"]', 'bool({})', 'bool([0])',
    '[]', '[1, "a", None, True]', '[1, 2] + [3]', '[0] * 3', '2 * [1]', '"ab" * 2', '3 * "a"', '"a" * -1', '[1, 2, 3][-1]', '[1, 2, 3][5]',
    '[1, 2, 3, 4][1:3]', '[1, 2, 3, 4][::-2]', '[1, 2, 3][10:]', '[1, 2, 3][-10:2]', '[1][::0]',
    '2 ** 3 ** 2', '-2 ** 2', '2 ** -1', '(-8) ** 2', '0 ** 0', '0 ** -1', '9 ** 0.5',
    '1 + 2 * 3', '(1 + 2) * 3', '7 - 2 - 1', '2 * 3 % 4', '-7 // 2 * 2', '1 < 2 < 3', '1 < 3 > 2', '3 > 2 > 2', '1 == 1 == 1', '1 < 2 == True',
    'not 1 == 2', 'not not 3', '1 and 2', '0 and 2', '0 or "x"', '[] or {}', '1 and 0 or 3', 'not 0 and 1', '1 or 1 / 0', '0 and 1 / 0',
    'None is not None', '0 is not None', 'True is True', '"a" < "b"', '"Z" < "a"', '"a" < "ab"', '"a" < 1', 'None < 1', '[1] < 2', '1 < None',
    '"a" + 1', '1 + "a"', '"a" - "b"', '"a" / 2', 'None + 1', '[1] + 1', '{} + {}', '-"a"', '1 / 0', '1 // 0', '1 % 0', '1.5 % 0.5',
    'abs(-3)', 'abs(True)', 'abs("a")', 'len(None)', 'len(3)', 'len([1, [2, 3]])', 'max(1, 3, 2)', 'min([4, 2, 8])', 'max("banana")', 'max("a", "b")',
    'max([])', 'max(5)', 'max(1, "a")', 'max(1, True)', 'min(True, 1)', 'int("12")', 'int(" 12 ")', 'int("1.5")', 'int("x")', 'int(True)', 'int("-7")',
    'float("1.5")', 'float("1e3")', 'float("x")', 'float(3)', 'float(True)', 'bool(0.0)', 'bool("False")', 'bool(None)', 'round(7)', 'round(True)', 'round("1")',
    'round(-0.4)', 'round(1234, 0)', '"a,b".split(",")', '"a,b,c".split(",", 1)', '" a  b ".split()', '" a  b c".split(None, 1)', '"abc".split("")',
    '"-".join(["a", "b"])', '"".join([])', '"-".join([1])', '"aaa".replace("a", "b")', '"aaa".replace("a", "b", 2)', '"abc".replace("", "-")',
    '"banana".count("an")', '"abc".count("")', '"banana".find("n")', '"banana".rfind("n")', '"banana".find("x")', '"banana".index("x")', '"banana".index("b")',
    '"abc".startswith("ab")', '"abc".endswith("bc")', '"abc".startswith(("x", "a"))', '"xxabcxx".strip("x")', '"xxabc".lstrip("x")', '"abcxx".rstrip("x")',
    '"abc".removeprefix("a")', '"abc".removesuffix("c")', '"abc".removesuffix("")', '"7".zfill(3)', '"-7".zfill(4)', '"a".ljust(3)', '"a".rjust(3, ".")',
    '"a\\nb\\n".splitlines()', '"a\\r\\nb\\n\\nc".splitlines()', '"".splitlines()', '"AB".isupper()', '"ab".islower()', '"a b".isalnum()', '" ".isspace()', '"".isspace()',
    '"they\'re".title()', '"x" in ("x", "y")', '(1, 2) == [1, 2]', '1.0', 'str(1.0)', 'str(1e16)', 'str([1])', 'round(15, -1)', '[1, 2] < [1, 3]',
    'str(0.1 + 0.2)', '0.1 + 0.2', '1e308 * 10', '10 ** 400', '"a" "b"', 'and', 'or 1', 'not', 'x if', 'lambda: 1', 'None', 'True', '1_000', '0x10',
    '1 if 2', 'is None', 'in [1]', '[1, 2, ]', '()', '(1,)', '1 <> 2', 'a =', '5 is None', '"abc"[5]', '"abc"[1:][0]',
]

# What the language answers otherwise, and why.
ON_PURPOSE = {
    '(1, 2) == [1, 2]': 'a tuple is a list',
    '()': 'an empty pair of brackets is a slip',
    'str(1e16)': 'a number prints as it is written',
    'round(2.675, 2)': 'numbers are decimals',
    '1 // 0.1': 'numbers are decimals',
    '1 % 0.1': 'numbers are decimals',
    '0.1 + 0.2': 'numbers are decimals',
    'str(0.1 + 0.2)': 'numbers are decimals',
    'str([1])': 'a list has no text',
    'round(15, -1)': 'round() keeps digits after the point only',
    '[1, 2] < [1, 3]': 'lists have no order',
    '"a" "b"': 'an operator is missing',
    '10 ** 400': 'numbers are of one kind and end at 1e308',
    '1_000': 'digits are written without "_"',
    '0x10': 'numbers are decimal',
}


def answer(text):
    try:
        value = eval(text, {})  # The list above is all that is ever evaluated.
    except Exception as error:
        return {'error': type(error).__name__}
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return {'error': 'no JSON'}
    return {'value': value}


def rows():
    for text in dict.fromkeys(expressions()):
        why = ON_PURPOSE.get(text)
        yield {'expression': text, **answer(text), **({'otherwise': why} if why else {})}


if __name__ == '__main__':
    place = pathlib.Path(__file__).parent.parent / 'test' / 'expressions' / 'python' / 'answers.json'
    lines = ',\n'.join('  ' + json.dumps(row, ensure_ascii=False) for row in rows())
    place.write_text(f'[\n{lines}\n]\n')
