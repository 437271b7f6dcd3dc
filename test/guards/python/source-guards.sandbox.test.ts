// Real Python in Deno, many cases in one interpreter: the guards that read sources and run nothing of them, as a definition uses them.

import type { GuardContext } from '../../../src/guards/guard.ts';
import { pythonImports } from '../../../src/guards/python/python-imports.ts';
import { pythonLint } from '../../../src/guards/python/python-lint.ts';
import { pythonSyntax } from '../../../src/guards/python/python-syntax.ts';
import { undefinedNames } from '../../../src/guards/python/undefined-names.ts';
import { NO_SANDBOXES, sandboxesOf } from '../../../src/sandbox/sandboxes.ts';
import { aContext } from '../a-context.ts';
import { lintedLibrary } from './linted-library.ts';
import { openOneInterpreter } from './support.ts';

const deno = await openOneInterpreter();
const sandboxes = sandboxesOf([deno]);

afterAll(() => deno.close());

const GUARDS = {
  'python-syntax': pythonSyntax(sandboxes),
  'python-imports': pythonImports(sandboxes),
  'python-lint': pythonLint(sandboxes),
} as const;

async function judge(name: keyof typeof GUARDS, options: unknown, text: string, more: Partial<GuardContext> = {}) {
  const guard = GUARDS[name];
  return guard.evaluate(guard.options.parse(options) as never, aContext(text, more));
}

describe('S3-G-2: python-syntax', () => {
  test.each([
    'def f(a, /, b, *, c):\n    return [x async for x in y]\n'.replace('async ', ''),
    'match point:\n    case (0, y):\n        print(f"{y=!r:>{10}}")\n',
    'def f[T](a: T) -> T:\n    return a\n',
    '',
    `x = ${'('.repeat(150)}1${')'.repeat(150)}\n`,
    `x = '''${'('.repeat(500)}''' # ${'['.repeat(500)}\n`,
  ])('passes %j', async (source) => {
    expect(await judge('python-syntax', {}, source)).toEqual({
      verdict: 'pass',
      feedback: '',
      data: { sandbox: deno.version },
    });
  });

  test.each([
    ['print "x"\n', "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)? (line 1, column 1)"],
    ['def f(:\n    pass\n', 'SyntaxError: invalid syntax (line 1, column 7)\n  def f(:\n        ^'],
    ['if x:\npass\n', "IndentationError: expected an indented block after 'if' statement on line 1 (line 2, column 1)"],
    ['x = (1,\ny = 2\n', "SyntaxError: '(' was never closed (line 1, column 5)"],
    ["x = 'a\n", 'SyntaxError: unterminated string literal'],
    ['def f():\n\tif x:\n        y = 1\n', 'TabError: inconsistent use of tabs and spaces in indentation'],
    // What a parser alone lets through.
    ['return 1\n', "SyntaxError: 'return' outside function"],
    ['def f(a, a):\n    pass\n', "SyntaxError: duplicate argument 'a' in function definition"],
    ['break\n', "SyntaxError: 'break' outside loop"],
    ['def f():\n    nonlocal x\n', "SyntaxError: no binding for nonlocal 'x' found"],
    ['a, *b, *c = d\n', 'SyntaxError: multiple starred expressions in assignment'],
    ['import os\nfrom __future__ import annotations\n', 'SyntaxError: from __future__ imports must occur'],
    ['def f():\n    x = 1\n    global x\n', "SyntaxError: name 'x' is assigned to before global declaration"],
    ['class A:\n    yield 1\n', "SyntaxError: 'yield' outside function"],
    ['await x\n', "SyntaxError: 'await' outside function"],
    ['x = 1\0\n', 'SyntaxError: source code'],
    ['\u001b[31mdef\u001b[0m f\n', 'SyntaxError: invalid non-printable character U+001B'],
  ])('rejects %j by its most specific error', async (source, feedback) => {
    const verdict = await judge('python-syntax', {}, source);
    expect(verdict).toMatchObject({ verdict: 'retry', data: { sandbox: deno.version } });
    expect(verdict.feedback.slice(0, feedback.length)).toBe(feedback);
  });

  test.each([
    ['brackets', `x = ${'['.repeat(100_000)}\n`, 'SyntaxError: brackets are nested more than 200 deep (line 1).'],
    [
      'late brackets',
      `y = 1\nx = ${'{'.repeat(201)}\n`,
      'SyntaxError: brackets are nested more than 200 deep (line 2).',
    ],
    ['a long source', `x = "${'a'.repeat(300_000)}"\n`, 'SyntaxError: the source has 300007 bytes; at most 262144'],
  ])('%s are not given to a parser at all', async (_, source, feedback) => {
    const verdict = await pythonSyntax(NO_SANDBOXES).evaluate({}, aContext(source));
    expect(verdict).toMatchObject({ verdict: 'retry', feedback: expect.stringContaining(feedback) });
  });
});

describe('python-imports', () => {
  const files = { 'helpers.py': 'x = 1\n', 'pkg/tools.py': '', 'tests/test_secret.py': '' };

  test.each([
    [{}, 'import os.path, json\nfrom collections import abc\nfrom __future__ import annotations\n'],
    [{ allow: ['stdlib', 'numpy'] }, 'import numpy as np\nimport math\n'],
    [{ allow: ['math'] }, 'from math import pi\n'],
    [{}, 'import helpers\nfrom pkg.tools import x\nfrom . import helpers\n'],
    [{}, '__import__("json")\n'],
    [{}, 'g = __import__\ng("json")\nload = print\nload("requests")\n'],
  ])('with %j passes %j', async (options, source) => {
    expect(await judge('python-imports', options, source, { input: { files } })).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    [{}, 'import json\nimport requests\n', 'ImportError: requests may not be imported (line 2).'],
    [{}, 'def f():\n    from numpy.linalg import norm\n', 'ImportError: numpy may not be imported (line 2).'],
    [{ allow: ['math'] }, 'import os\n', 'ImportError: os may not be imported (line 1).\nWhat may be imported: math.'],
    [{ allow: [] }, 'import os\n', 'ImportError: os may not be imported (line 1).\nWhat may be imported: nothing.'],
    [{}, 'from .util import x\n', 'ImportError: .util may not be imported (line 1).'],
    [{}, 'import importlib\nimportlib.import_module("yaml")\n', 'ImportError: yaml may not be imported (line 2).'],
    [
      {},
      'from importlib import import_module as q\nq("requests")\n',
      'ImportError: requests may not be imported (line 2).',
    ],
    [{}, 'import importlib as il\nil.import_module("yaml")\n', 'ImportError: yaml may not be imported (line 2).'],
    [{}, 'g = __import__\nh = g\nh("requests")\n', 'ImportError: requests may not be imported (line 3).'],
    [{}, 'import builtins\nbuiltins.__import__("yaml")\n', 'ImportError: yaml may not be imported (line 2).'],
    [{}, 'from builtins import __import__ as b\nb("yaml")\n', 'ImportError: yaml may not be imported (line 2).'],
    [
      {},
      'import importlib\ng, n = importlib, 1\ngetattr(g, "import_module")("yaml")\n',
      'ImportError: yaml may not be imported (line 3).',
    ],
    [{}, '__import__(name)\n', 'ImportError: (a module whose name is computed) may not be imported (line 1).'],
    [{}, 'import b\nimport a\nimport b.c\n', 'ImportError: b may not be imported (line 1).\nImportError: a may not'],
    [{}, 'import (\n', 'SyntaxError: '],
  ])('with %j rejects %j', async (options, source, feedback) => {
    const verdict = await judge('python-imports', options, source);
    expect(verdict.verdict).toBe('retry');
    expect(verdict.feedback.slice(0, feedback.length)).toBe(feedback);
  });
});

describe('python-lint', () => {
  test.each([
    'def f():\n    return g()\n\n\ndef g():\n    return [x for x in range(3) if (y := x)] + [y]\n',
    'from os.path import *\njoin(a, b)\n',
    'class A:\n    x = 1\n    y = [x]\n\n    def f(self):\n        return __class__, self\n',
    'try:\n    unicode\nexcept NameError:\n    unicode = str\n',
    'def f():\n    global made\n    made = 1\n\n\nprint(made)\n',
    'from __future__ import annotations\n\n\ndef f(x: Missing) -> Absent:\n    pass\n',
    'match x:\n    case {"a": y, **z}:\n        print(y, z)\n'.replace('match x', 'match 1'),
    'try:\n    pass\nexcept OSError as error:\n    print(error)\n',
    'with open("x") as (a, b):\n    print(a, b)\nfor i, [j, *k] in []:\n    print(i, j, k)\ndel i\n',
    '@property\ndef f(a, *b, c=1, **d):\n    return lambda e: (a, b, c, d, e)\n',
    '__all__ = ["f"]\n\n\ndef f[T](x: T) -> T:\n    return x\n',
    'import a.b as c, d.e\nprint(c, d, __name__, __file__)\n',
  ])('passes %j', async (source) => {
    expect(await judge('python-lint', {}, source)).toMatchObject({ verdict: 'pass', feedback: '' });
  });

  test.each([
    ['print(nmae)\n', "NameError: name 'nmae' is not defined (line 1)."],
    ['def f():\n    return math.pi\n', "NameError: name 'math' is not defined (line 2)."],
    ['class A:\n    x = 1\n\n    def f(self):\n        return x\n', "NameError: name 'x' is not defined (line 5)."],
    ['def f(x: Optional[int]):\n    pass\n', "NameError: name 'Optional' is not defined (line 1)."],
    ['[x for x in []]\nprint(x)\n', "NameError: name 'x' is not defined (line 2)."],
    ['def f():\n    inner = 1\n\n\ndef g():\n    return inner\n', "NameError: name 'inner' is not defined (line 6)."],
    ['@cached\ndef f():\n    pass\n', "NameError: name 'cached' is not defined (line 1)."],
    ['__all__ = ["f", "g"]\n\n\ndef f():\n    pass\n', "NameError: name 'g' is not defined (line 1)."],
    ['b\na\nb\n', "NameError: name 'b' is not defined (line 1).\nNameError: name 'a' is not defined (line 2)."],
    ['def f(:\n', 'SyntaxError: '],
  ])('rejects %j', async (source, feedback) => {
    const verdict = await judge('python-lint', {}, source);
    expect(verdict.verdict).toBe('retry');
    expect(verdict.feedback.slice(0, feedback.length)).toBe(feedback);
  });

  test('it finds nothing wrong with the small modules of the standard library', async () => {
    const { count, found } = await lintedLibrary(deno, 2_500);
    expect(count).toBeGreaterThan(80);
    expect(found).toEqual({});
  }, 150_000);

  test('S3-G-5: of two versions only the names count that are newly undefined', async () => {
    const context = aContext('');
    const source = 'print(old, new)\n';
    const path = 'm.py';
    expect(await undefinedNames({ sandbox: deno, source, path, baseline: 'old()\n', context })).toEqual({
      ok: true,
      answer: { undefined: [{ name: 'new', line: 1 }] },
    });
    expect(await undefinedNames({ sandbox: deno, source, path, baseline: 'def (\n', context })).toMatchObject({
      answer: { undefined: [{ name: 'new' }, { name: 'old' }] },
    });
  });
});

// Last, since some of them end the interpreter.
describe('S3-G-2: python-syntax', () => {
  test.each([
    ['signs', `x = ${'-'.repeat(100_000)}1\n`],
    ['blocks', Array.from({ length: 110 }, (_, depth) => `${' '.repeat(depth)}if x:`).join('\n')],
    ['conditions', `x = ${'a if b else '.repeat(15_000)}c\n`],
    ['terms', `x = ${'1+'.repeat(100_000)}1\n`],
    ['attributes', `x = a${'.b'.repeat(100_000)}\n`],
  ])('a hundred thousand %s are a verdict, whatever the parser makes of them', async (_, source) => {
    const { verdict, feedback } = await judge('python-syntax', {}, source);
    expect(feedback === '' ? [verdict] : [verdict, feedback.split(':')[0]]).toEqual(
      feedback === '' ? ['pass'] : ['retry', expect.stringMatching(/^(?:Syntax|Indentation|Memory)Error$/)],
    );
  });
});
