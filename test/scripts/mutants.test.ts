// Pure: what `npm run mutants` makes of a few lines, and how it counts what became of it.
import path from 'node:path';
import { compiling } from '../../scripts/mutants/compiles.ts';
import type { Found } from '../../scripts/mutants/exchange.ts';
import { nameOf } from '../../scripts/mutants/mutant.ts';
import {
  counted,
  estimated,
  leftOf,
  namesOf,
  outcomesOf,
  stillLeft,
  survivorCount,
  survivorsOf,
  unexplained,
} from '../../scripts/mutants/outcomes.ts';
import { sampleOf } from '../../scripts/mutants/sample.ts';
import { mutated } from '../../scripts/mutants/schemata.ts';
import { switches } from '../../scripts/mutants/switches.ts';

const FILE = 'src/core/a.ts';
const namesIn = (text: string) => mutated(FILE, text).mutants.map(nameOf);
const textOf = (text: string) => mutated(FILE, text).text.replace(/^const \$mutants = .*?; /, '');

describe('mistakes', () => {
  test.each([
    ['a choice is none', 'if (a) b;', ['condition: a → true', 'condition: a → false', 'statement: b; → nothing']],
    ['one side of two is left out', 'x = a && b', ['statement: x = a && b → nothing']],
    [
      'one side of two is left out, where it is said',
      'const x = a && b;',
      ['x: operand: a && b → a', 'x: operand: a && b → b'],
    ],
    ['a border is elsewhere', 'const x = a < 1;', ['x: comparison: a < 1 → a <= 1', 'x: literal: 1 → 2']],
    ['what is equal is not', 'const x = a === b;', ['x: comparison: a === b → a !== b']],
    ['no is yes', 'const x = !a;', ['x: negation: !a → a']],
    ['what is added is taken away', 'const x = a + b;', ['x: arithmetic: a + b → a - b']],
    ['there is nothing to fall back on', 'const x = a ?? b;', ['x: fallback: a ?? b → a']],
    [
      'an element is missing',
      'const x = [a, ...b];',
      ['x: element: [a, ...b] → [...b]', 'x: element: [a, ...b] → [a]'],
    ],
    ['a part is missing', 'const x = { a, ...b };', ['x: element: { a, ...b } → ({a})']],
    ['nothing is left out', 'const x = a.filter(f);', ['x: method: a.filter(f) → a']],
    ['one is as good as all', 'const x = a.every(f);', ['x: method: a.every(f) → a.some(f)']],
    [
      'nothing is done',
      'function f(): void {\n  g();\n  h();\n}',
      ['f: early return: { g(); h(); } → {}', 'f: statement: g(); → nothing', 'f: statement: h(); → nothing'],
    ],
  ])('%s', (_what, text, names) => {
    expect(namesIn(text)).toEqual(expect.arrayContaining(names));
  });

  test('words, names, types and what an assignment goes to are left as they are', () => {
    const text = `import { a } from './1.ts';\ntype T = 1 | true;\nconst { b: [c = d] } = { e: 'sentence', 2: 'word' } as T;`;
    expect(namesIn(text)).toEqual([]);
    expect(namesIn('[a, b] = c;')).toEqual(['statement: [a, b] = c; → nothing']);
    expect(namesIn('const x = a?.filter(f).length;')).toEqual([]);
  });
});

describe('a file with all its mistakes', () => {
  test('asks before each, and is as it was where none is on', () => {
    expect(textOf('if (a) b(1);\nelse c;')).toBe(
      'if (($mutants.is(0) ? (true) : $mutants.is(1) ? (false) : a)) { if (!$mutants.is(2)) b(($mutants.is(3) ? (2) : 1)); }\nelse { if (!$mutants.is(4)) c; }',
    );
  });

  test('returns at once where a function has nothing to answer', () => {
    expect(textOf('function f(): void { a(); b(); }')).toMatch(
      /^function f\(\): void \{ if \(\$mutants\.is\(0\)\) return; {2}\{ if/,
    );
  });

  test('forgets what it remembered, by a map that the switches empty', () => {
    expect(textOf('const known = new WeakMap<A, B>();')).toBe('const known = new $mutants.Memo<A, B>();');
  });
});

describe('switches', () => {
  test('one is on at a time, and what was asked is known', () => {
    const all = switches();
    const [one, other] = [all.of('one'), all.of('other')];
    all.on({ path: 'one', index: 2 }, 10);
    expect([one.is(1), one.is(2), other.is(2), all.asked().count]).toEqual([false, true, false, 3]);
    all.on(undefined, 10);
    expect([one.is(2), one.is(1), other.is(2)]).toEqual([false, false, false]);
    expect(all.asked()).toEqual({
      count: 3,
      mutants: new Map([
        ['one', new Set([1, 2])],
        ['other', new Set([2])],
      ]),
    });
  });

  test('what goes on for too long ends', () => {
    const all = switches();
    const { is } = all.of('one');
    all.on({ path: 'one', index: 0 }, 2);
    expect([is(0), is(0)]).toEqual([true, true]);
    expect(() => is(0)).toThrow('more than ten times');
  });

  test('what was remembered is forgotten with the next', () => {
    const all = switches();
    const { Memo } = all.of('one');
    const [memo, key] = [new Memo<object, number>(), {}];
    memo.set(key, 1);
    expect([memo.get(key), memo.has(key)]).toEqual([1, true]);
    all.on(undefined, 10);
    expect([memo.get(key), memo.has(key)]).toEqual([undefined, false]);
  });
});

test('what the compiler refuses is no mistake to look for; the rest is', () => {
  const text = [
    'export function f(a: string | undefined, b: boolean): number {',
    '  return a !== undefined && b ? a.length : 0;',
    '}',
    'export const isMany = (n: number): boolean => n > 1;',
  ].join('\n');
  const { mutants } = mutated(FILE, text);
  const left = compiling(
    path.resolve(import.meta.dirname, '../..'),
    new Map([[FILE, text]]),
    new Map([[FILE, mutants]]),
  );
  expect(left.get(FILE)?.map(nameOf)).toEqual([
    'f: condition: a !== undefined && b → false',
    'f: operand: a !== undefined && b → a !== undefined',
    'f: literal: 0 → 1',
    'isMany: comparison: n > 1 → n >= 1',
    'isMany: literal: 1 → 2',
  ]);
});

describe('of many', () => {
  const { mutants } = mutated(FILE, 'const x = [1, 2, 3, 4, 5, 6, 7, 8];');

  test('as many as wanted are drawn, the same every time, in their order', () => {
    const drawn = sampleOf(FILE, mutants, 5);
    expect(drawn).toHaveLength(5);
    expect(sampleOf(FILE, mutants, 5)).toEqual(drawn);
    expect(drawn.map(({ index }) => index)).toEqual(drawn.map(({ index }) => index).toSorted((a, b) => a - b));
    expect(sampleOf('src/core/b.ts', mutants, 5)).not.toEqual(drawn);
  });

  test('all are where they are no more', () => {
    expect(sampleOf(FILE, mutants, mutants.length)).toBe(mutants);
  });
});

describe('what became of them', () => {
  const { mutants } = mutated(FILE, 'const f = () => [1, 2, 3, 4];');
  const of = (kind: 'killed' | 'survived' | 'loaded', index: number): Found => {
    const mutant = { path: FILE, index };
    return kind === 'killed' ? { kind, mutant, suite: 's', test: 't' } : { kind, mutant, suite: 's' };
  };
  const tried = outcomesOf(new Map([[FILE, mutants.slice(0, 5)]]), [
    of('survived', 0),
    of('killed', 0),
    of('survived', 0),
    of('loaded', 1),
    of('survived', 1),
    of('loaded', 2),
    { kind: 'done', suite: 's', unfit: [], slow: [], isClean: true },
    of('killed', 3),
  ]);

  test('one suite that fails is enough, whatever others found before or after', () => {
    expect(tried.map(({ outcome }) => outcome)).toEqual(['killed', 'survived', 'loaded', 'killed', 'unreached']);
  });

  test('what no test can turn on counts neither way', () => {
    expect(counted(tried, () => 'all')).toEqual([{ name: 'all', mutants: 4, killed: 2, survived: 1, unreached: 1 }]);
  });

  test('a sample of a file stands for all of it', () => {
    expect(estimated(tried, () => 40)).toBe(50);
    const other = tried.map((each) => ({ ...each, path: 'src/core/b.ts', outcome: 'killed' as const }));
    expect(estimated([...tried, ...other], (file) => (file === FILE ? 30 : 10))).toBe(62.5);
  });

  test('what was not noticed is listed by name, with the reason that was given before', () => {
    const [, second, , , fifth] = tried.map(({ mutant }) => nameOf(mutant));
    const before = {
      [FILE]: { [`${second}`]: 'an order nobody sees', gone: 'killed since' },
      'src/core/left.ts': { a: '' },
    };
    const survivors = survivorsOf(tried, before);
    expect(survivors).toEqual({ [FILE]: { [`${second}`]: 'an order nobody sees', [`${fifth}`]: '' } });
    expect(unexplained(survivors)).toBe(1);
  });

  test('those of one name are told apart by their number, and what is left is tried again and taken off when it is killed', () => {
    const text = 'const f = (a: boolean, b: boolean) => [!a, !b, !a];';
    const all = mutated(FILE, text).mutants;
    const names = namesOf(all).filter((name) => name.startsWith('f: negation'));
    expect(names).toEqual(['f: negation: !a → a', 'f: negation: !b → b', 'f: negation: !a → a (2)']);
    const left = { [FILE]: { 'f: negation: !b → b': '', 'f: negation: !a → a (2)': 'of no use' } };
    const again = leftOf(FILE, all, left);
    expect(again.map(nameOf)).toEqual(['f: negation: !b → b', 'f: negation: !a → a']);
    const [first] = again.map(({ index }) => index);
    const outcomes = outcomesOf(new Map([[FILE, again]]), [of('killed', first ?? -1)]);
    const still = stillLeft(left, new Map([[FILE, all]]), outcomes);
    expect(still).toEqual({ [FILE]: { 'f: negation: !a → a (2)': 'of no use' } });
    expect(survivorCount(still)).toBe(1);
  });
});
