/** Pure: paths over lists, what is asked of all entries, dates and patterns (R37), and why a condition is false. */
import * as fc from 'fast-check';
import { evidenceOf } from '../../src/expressions/condition-evidence.ts';
import { evaluate, truthOf } from '../../src/expressions/evaluate.ts';
import { explainFalse } from '../../src/expressions/explain.ts';
import { namesInCode, namesInExpression } from '../../src/expressions/names-in.ts';
import { parseExpression } from '../../src/expressions/parse.ts';
import { reachesOut } from '../../src/expressions/reaches-out.ts';
import { parseJson, stringifyJson } from '../../src/text/exact-json.ts';
import { cases } from '../support/properties.ts';

const SCOPE = {
  artifact: parseJson(`{
    "lines": [{"net": 0.1, "id": "a", "parts": [{"n": 1}, {"n": 2}]}, {"net": 0.2, "id": "b", "parts": []}],
    "gaps": [{"net": 1}, {"gross": 2}, {"net": null}, {"net": "5,00"}],
    "total": 0.3, "none": [], "ids": ["a", "b", "a"], "due": "2026-12-31", "code": "INV-000123", "words": "Gruß 😀"
  }`),
  input: { limit: 3 },
  run: { id: 'r', today: '2026-11-27' },
};

function yieldOf(text: string): string {
  const parsed = parseExpression(text);
  if (!parsed.ok) return parsed.message;
  const { value, notes } = evaluate(parsed.expression, SCOPE);
  return value === undefined ? notes.join('\n') : (stringifyJson(value) ?? '');
}

describe('R37: paths over lists', () => {
  test.each([
    ['artifact.lines[*].net', '[0.1,0.2]'],
    ['artifact.lines[*]["id"]', '["a","b"]'],
    ['artifact["lines"][*].id', '["a","b"]'],
    ['artifact.ids[ * ]', '["a","b","a"]'],
    ['artifact.lines[*].parts[*].n', '[1,2]'],
    ['artifact.lines[*].parts', '[[{"n":1},{"n":2}],[]]'],
    ['artifact.lines[*].parts[0:1]', '[[{"n":1}],[]]'],
    ['artifact.lines[*].id.upper()', '["A","B"]'],
    ['artifact.gaps[*].get("net", 0)', '[1,0,0,"5,00"]'],
    ['(artifact.lines[*].net)[-1]', '0.2'],
    ['[1, 2][*] * 2', '[1,2,1,2]'],
    ['artifact.none[*].net', '[]'],
    ['artifact.missing[*].net == null', 'true'],
    ['sum(artifact.lines[*].net) == artifact.total', 'true'],
    ['len(artifact.lines[*].net) == count(artifact.lines)', 'true'],
    ['0.2 in artifact.lines[*].net', 'true'],
  ])('%s is %s', (text, expected) => {
    expect(yieldOf(text)).toBe(expected);
  });

  test.each([
    ['artifact.gaps[*].net', 'artifact.gaps[1].net has no value: artifact.gaps[1] is an object with gross'],
    ['artifact.gaps[*].net == null', 'artifact.gaps[1].net has no value'],
    ['artifact.missing[*].net', 'artifact.missing[*].net has no value: artifact is an object with'],
    ['artifact.total[*].net', 'artifact.total[*] needs a list: artifact.total is 0.3'],
    ['artifact[*].net', 'artifact[*] needs a list: artifact is an object with'],
    ['artifact.lines[*].parts[*].m', 'artifact.lines[0].parts[0].m has no value'],
    ['artifact.lines[*].net[0]', 'artifact.lines[0].net[0] has no value: artifact.lines[0].net is 0.1'],
    [
      'artifact.lines[*].parts[0].n',
      'artifact.lines[1].parts[0].n has no value: artifact.lines[1].parts is a list of 0',
    ],
    ['sum(artifact.gaps[*].get("net", 0))', 'sum() needs numbers, and entry [3] is text "5,00"'],
    ['artifact.lines[*]net', 'an operator is missing'],
  ])('%s cannot be calculated: %s', (text, note) => {
    expect(truthOf(text, SCOPE)).toEqual({
      truth: undefined,
      notes: expect.arrayContaining([expect.stringContaining(note)]),
    });
  });

  test('of many entries that lack something the first are told', () => {
    const { notes } = truthOf('sum(lines[*].net)', { lines: Array.from({ length: 50 }, () => ({})) });
    expect(notes).toHaveLength(5);
    expect(notes[4]).toBe('lines[4].net has no value: lines[4] is an object without fields');
  });

  test('a list of 15,000 entries is gone through, and one of 300,000 in a note', () => {
    const lines = (length: number) => ({ lines: Array.from({ length }, (_, i) => ({ net: i })) });
    expect(truthOf("all(lines, 'it.net >= 0 and it.net < 25000') and sum(lines[*].net) > 0", lines(15_000)).truth).toBe(
      true,
    );
    expect(truthOf('sum(lines[*].net) > 0', lines(300_000)).notes).toEqual([
      'the expression takes more than 250000 steps',
    ]);
  });
});

describe('R37: functions of lists', () => {
  test.each([
    ['sum(artifact.none)', '0'],
    ['sum([0.1, 0.2, True])', '1.3'],
    ['sum([1e300, 1, -1e300])', '1'],
    ['avg([1, 2])', '1.5'],
    ['avg([1, 1, 2])', '1.333333333333333333333333333333333'],
    ['min([3, 1, 2]) + max(3, 1, 2)', '4'],
    ['min(artifact.ids)', '"a"'],
    ['count([]) + count([None, 0])', '2'],
    ["all(artifact.lines, 'it.net > 0')", 'true'],
    ["all(artifact.lines, 'it.net > 0.1')", 'false'],
    ['any(artifact.lines, "it.net > 0.1 and it.id == \'b\'")', 'true'],
    ["any(artifact.lines, 'it.net > input.limit')", 'false'],
    ["all(artifact.none, 'it.net > 0')", 'true'],
    ["any(artifact.none, 'it.net > 0')", 'false'],
    ['all(artifact.ids, \'it in ["a", "b"]\')', 'true'],
    ['all(artifact.lines, \'all(it.parts, "it.n > 0")\')', 'true'],
    ["any(artifact.lines, 'sum(it.parts[*].n) == 3')", 'true'],
    ["any(artifact.gaps, 'it.net == 1')", 'true'],
    ["all(artifact.gaps, 'it.net != 1')", 'false'],
    ['all(artifact.gaps, \'it.get("gross", 0) >= 0\')', 'true'],
    ['isUnique(artifact.lines[*].id)', 'true'],
    ['isUnique(artifact.ids)', 'false'],
    ['isUnique([])', 'true'],
    ['isUnique([1, 1.0])', 'false'],
    ['isUnique([1, True])', 'false'],
    ['isUnique([1, "1", None, 0, [1], {"a": 1}])', 'true'],
    ['isUnique([{"a": 1, "b": 2}, {"b": 2.0, "a": 1}])', 'false'],
    ['isUnique([7300000000000000001, 7300000000000000000])', 'true'],
    ['isSorted(artifact.lines[*].net)', 'true'],
    ['isSorted([1, 1, 2])', 'true'],
    ['isSorted([2, 1])', 'false'],
    ['isSorted([7300000000000000001, 7300000000000000000])', 'false'],
    ['isSorted(["2026-01-31", "2026-02-01"])', 'true'],
    ['isSorted([])', 'true'],
    ['sum(artifact.lines[*].net) == max(artifact.lines[*].net) + min(artifact.lines[*].net)', 'true'],
  ])('%s is %s', (text, expected) => {
    expect(yieldOf(text)).toBe(expected);
  });

  test.each([
    ['avg([])', 'avg() of an empty list cannot be calculated'],
    ['min([])', 'min() of an empty list cannot be calculated'],
    ['max(artifact.none[*].net) > 0', 'max() of an empty list cannot be calculated'],
    ['sum(["5,00"])', 'sum() needs numbers, and entry [0] is text "5,00"'],
    ['sum(artifact.total)', 'sum() needs a list, not a number'],
    ['count(artifact.code)', 'count() needs a list, not text'],
    ['count(artifact.lines[0])', 'count() needs a list, not an object'],
    ['min([{}])', 'min() needs all numbers, all texts or all dates'],
    ['isSorted([1, "a"])', 'isSorted() cannot compare a number with text, entry [1]'],
    ['isSorted([{}])', 'isSorted() needs numbers, texts or dates, and entry [0] is an object'],
    ["all(artifact.gaps, 'it.net > 0')", 'artifact.gaps[1].net has no value'],
    ["all(artifact.gaps, 'it.net > 0')", 'artifact.gaps[2].net > 0: nothing > a number cannot be compared'],
    ["any(artifact.total, 'it > 0')", 'any() needs a list, not a number; artifact.total is 0.3'],
    ["any(artifact.missing, 'it > 0')", 'artifact.missing has no value'],
    ["all(artifact.lines, 'it.net > nobody')", 'unknown name "nobody"'],
    ['it > 0', 'unknown name "it"'],
  ])('%s cannot be calculated: %s', (text, note) => {
    expect(truthOf(text, SCOPE)).toEqual({
      truth: undefined,
      notes: expect.arrayContaining([expect.stringContaining(note)]),
    });
  });

  test('a name "it" outside stays what it is, and inside is the entry', () => {
    expect(truthOf("it == 5 and all([1, 2], 'it < 3') and it == 5", { it: 5 }).truth).toBe(true);
  });

  test('R109: all and any are and and or of what is said of each entry', () => {
    const entry = fc.constantFrom<object>({ a: true }, { a: false }, {});
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 4 }), (list) => {
        const joined = (word: string) =>
          list.map((_, i) => `list[${i}].a`).join(` ${word} `) || (word === 'and' ? 'true' : 'false');
        expect(truthOf("all(list, 'it.a')", { list }).truth).toBe(truthOf(`bool(${joined('and')})`, { list }).truth);
        expect(truthOf("any(list, 'it.a')", { list }).truth).toBe(truthOf(`bool(${joined('or')})`, { list }).truth);
      }),
      cases(200),
    );
  });

  test('isUnique says what a comparison of every two entries says', () => {
    const value = fc.oneof(
      fc.constantFrom(0, 1, true, false, null, '1', 'a', [1], [true], { a: 1 }, { a: true }),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (list) => {
        const pairs = list.flatMap((_, i) => list.slice(i + 1).map((__, j) => `list[${i}] == list[${i + j + 1}]`));
        expect(truthOf('isUnique(list)', { list }).truth).toBe(!truthOf(pairs.join(' or ') || 'false', { list }).truth);
      }),
      cases(300),
    );
  });
});

describe('R37: dates', () => {
  test.each([
    ['date(artifact.due) - date(run.today)', '34'],
    ['date(run.today) - date(artifact.due)', '-34'],
    ['date("2024-03-01") - date("2024-02-28")', '2'],
    ['date("2100-03-01") - date("2100-02-28")', '1'],
    ['date("0001-01-01") - date("0000-12-31")', '1'],
    ['date("9999-12-31") - date("1970-01-01")', '2932896'],
    ['date(artifact.due) > date(run.today)', 'true'],
    ['date(artifact.due) >= run.today', 'true'],
    ['run.today == date("2026-11-27")', 'true'],
    ['date("2026-11-27") != date("2026-11-28")', 'true'],
    ['date(date("2026-11-27"))', '"2026-11-27"'],
    ['str(date("2026-11-27")) + "!"', '"2026-11-27!"'],
    ['run.today + "!"', '"2026-11-27!"'],
    ['max(date("2026-01-02"), date("2025-03-04"))', '"2026-01-02"'],
    ['isSorted([date("2025-03-04"), date("2026-01-02")])', 'true'],
    ['isUnique([date("2025-03-04"), date("2025-03-04")])', 'false'],
    ['bool(date("2026-11-27"))', 'true'],
  ])('%s is %s', (text, expected) => {
    expect(yieldOf(text)).toBe(expected);
  });

  test.each([
    ['2026-02-30'],
    ['2025-02-29'],
    ['2026-13-01'],
    ['2026-00-10'],
    ['2026-1-2'],
    ['27.11.2026'],
    ['20261127'],
    ['2026-11-27T10:00:00Z'],
    [' 2026-11-27'],
    ['2026-11-27\\n'],
    ['soon'],
    [''],
  ])('%s is no calendar date', (text) => {
    expect(truthOf(`date("${text}") == date("2026-11-27")`, SCOPE)).toEqual({
      truth: undefined,
      notes: [expect.stringContaining('date() reads calendar dates such as "2026-11-27", not text')],
    });
  });

  test.each([
    ['date(artifact.total)', 'date() reads calendar dates such as "2026-11-27", not 0.3'],
    ['date(artifact.due) - artifact.total', 'a date - a number cannot be calculated'],
    ['date(artifact.due) < artifact.code', 'a date < text cannot be compared'],
    ['date(artifact.due) == artifact.code', 'a text that writes no date is compared with a date'],
    ['date(artifact.due) < 3', 'a date < a number cannot be compared'],
    ['date(artifact.due).days', 'date(artifact.due).days has no value: date(artifact.due) is 2026-12-31'],
    ['sum([date(artifact.due)])', 'sum() needs numbers, and entry [0] is 2026-12-31'],
  ])('%s cannot be calculated: %s', (text, note) => {
    expect(truthOf(text, SCOPE)).toEqual({ truth: undefined, notes: [expect.stringContaining(note)] });
  });

  test('days are those of the calendar', () => {
    const day = fc.integer({ min: -719_528, max: 2_932_896 });
    const text = (days: number) => new Date(days * 86_400_000).toISOString().slice(-24, 10);
    fc.assert(
      fc.property(day, day, (a, b) => {
        const scope = { a: text(a), b: text(b), days: a - b };
        expect(truthOf('date(a) - date(b) == days and (date(a) < date(b)) == (days < 0)', scope).truth).toBe(true);
      }),
      cases(300),
    );
  });
});

describe('R37: patterns', () => {
  test.each([
    [String.raw`matches(artifact.code, '^INV-\d{6}$')`, 'true'],
    [String.raw`matches(artifact.code, "^INV-\\d{6}$")`, 'true'],
    [String.raw`matches(artifact.code, '\d\d')`, 'true'],
    [String.raw`matches(artifact.code, '^\d')`, 'false'],
    [String.raw`matches(artifact.code, '(?i)^inv')`, 'true'],
    [String.raw`matches("a b", '\\bb')`, 'true'],
    [String.raw`matches(artifact.words, '^\p{L}+ .$')`, 'true'],
    ['matches("", "^$")', 'true'],
    [String.raw`all(artifact.ids, 'matches(it, "^[ab]$")')`, 'true'],
    ['matches("aXb", artifact.ids[0] + ".")', 'true'],
    ['str(1.1, 2)', '"1.10"'],
    ['str(2.665, 2) + " EUR"', '"2.66 EUR"'],
    ['str(artifact.total, 0)', '"0"'],
    ['str(-0.001, 2)', '"0.00"'],
    [String.raw`matches(artifact.code, '^(?!.*XX)(?=.*\d)[A-Z]+')`, 'true'],
    [String.raw`matches(artifact.code, '(?<=INV-)[A-Z]')`, 'false'],
  ])('%s is %s', (text, expected) => {
    expect(yieldOf(text)).toBe(expected);
  });

  test.each([
    ['matches(artifact.code, "(")', 'the pattern of matches() cannot be read: '],
    [String.raw`matches(artifact.code, '(a)\\1')`, 'back-references are not supported'],
    [String.raw`matches(artifact.code, '(?<x>a)\k<x>')`, 'back-references are not supported'],
    [String.raw`matches(artifact.code, "\bINV")`, String.raw`"\b" is a backspace: write "\\b" for the edge of a word`],
    ['matches(artifact.code, "(a{1000}){1000}")', 'a pattern has at most 10000 states'],
    [`matches(artifact.code, "${'a{1000}'.repeat(100)}")`, 'a pattern has at most 10000 states'],
    ['matches(artifact.code)', 'matches() takes 2 arguments, not 1'],
    ['date(artifact.due) - 1', 'a date takes no number: compare the difference of two dates'],
    ['date(artifact.due) + date(artifact.due)', 'a date takes no "+"'],
    ['date(artifact.due) + 30', 'a date takes no "+": compare the difference of two dates'],
    ['run.today + 30 >= artifact.due', 'a date takes no number'],
  ])('%s is refused where it is written: %s', (text, message) => {
    expect(parseExpression(text)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  test.each([
    ['matches(artifact.code, "(" + "a")', 'matches() cannot read its pattern: '],
    ['str(1.1, 35)', 'str() writes 0 to 34 digits after the point'],
    ['str("a", 2)', 'str() needs'],
    ['matches(artifact.total, "a")', 'matches() needs texts, not a number'],
    ['matches("x" * 1000000, "a{1000}b{1000}")', 'the expression takes more than 250000 steps'],
    ['matches("x" * 1000000, "(?=a{100})b{100}")', 'the expression takes more than 250000 steps'],
  ])('%s cannot be calculated: %s', (text, note) => {
    expect(truthOf(text, SCOPE)).toEqual({ truth: undefined, notes: [expect.stringContaining(note)] });
  });
});

describe('report 25: a false condition names both values and how far they are apart', () => {
  test.each([
    [
      'sum(artifact.lines[*].net) == artifact.total + 0.01',
      ['sum(artifact.lines[*].net) is 0.3, artifact.total + 0.01 is 0.31: the difference is 0.01'],
    ],
    ['sum(artifact.lines[*].net) == 0.31', ['sum(artifact.lines[*].net) is 0.3, not 0.31: the difference is 0.01']],
    ['artifact.total > 1', ['artifact.total is 0.3, not more than 1: the difference is 0.7']],
    ['artifact.total >= 1', ['artifact.total is 0.3, not at least 1: the difference is 0.7']],
    ['1 < artifact.total', ['artifact.total is 0.3, not more than 1: the difference is 0.7']],
    ['artifact.total < 0.3', ['artifact.total is 0.3, not less than 0.3']],
    ['artifact.total <= -1', ['artifact.total is 0.3, not at most -1: the difference is 1.3']],
    ['0 < artifact.total < 0.1 < input.limit', ['artifact.total is 0.3, not less than 0.1: the difference is 0.2']],
    ['artifact.total != 0.3', ['artifact.total is 0.3']],
    ['1 == 2', ['1 is not 2: the difference is 1']],
    ['artifact.code == "INV"', ['artifact.code is text "INV-000123", not "INV"']],
    ['artifact.code == artifact.total', ['artifact.code is text "INV-000123", artifact.total is 0.3']],
    ['artifact.code in ["a", "b"]', ['artifact.code is text "INV-000123"']],
    [
      'date(artifact.due) <= date(run.today)',
      ['date(artifact.due) is 2026-12-31, date(run.today) is 2026-11-27: the difference is 34 days'],
    ],
    [
      'date(artifact.due) == "2026-12-30"',
      ['date(artifact.due) is 2026-12-31, not "2026-12-30": the difference is 1 day'],
    ],
    [
      'artifact.total > 1 and input.limit > 9',
      [
        'artifact.total is 0.3, not more than 1: the difference is 0.7',
        'input.limit is 3, not more than 9: the difference is 6',
      ],
    ],
    [
      'artifact.total > 1 or input.limit > 9',
      [
        'artifact.total is 0.3, not more than 1: the difference is 0.7',
        'input.limit is 3, not more than 9: the difference is 6',
      ],
    ],
    ['artifact.total < 1 and input.limit > 9', ['input.limit is 3, not more than 9: the difference is 6']],
    ['artifact.absent > 1 and input.limit > 9', ['input.limit is 3, not more than 9: the difference is 6']],
    ['not (artifact.total < input.limit)', ['artifact.total is 0.3, input.limit is 3: the difference is 2.7']],
    ['not (artifact.total < 1)', ['artifact.total is 0.3']],
    ['artifact.none', ['artifact.none is a list of 0']],
    ['artifact.code.startswith("X")', ['artifact.code is text "INV-000123"']],
    ["matches(artifact.code, '^X')", ['artifact.code is text "INV-000123"']],
    ["all(artifact.lines, 'it.net > 0.1')", ['artifact.lines[0].net is 0.1, not more than 0.1']],
    ["all(artifact.lines, 'sum(it.parts[*].n) > 0')", ['sum(artifact.lines[1].parts[*].n) is 0, not more than 0']],
    [
      "any(artifact.lines, 'it.net > 1')",
      [
        'artifact.lines[0].net is 0.1, not more than 1: the difference is 0.9',
        'artifact.lines[1].net is 0.2, not more than 1: the difference is 0.8',
      ],
    ],
    ["any(artifact.none, 'it.net > 1')", ['artifact.none is empty']],
    [
      "all([1, 2, 3, 4, 5], 'it > 9')",
      [
        '[1, 2, 3, 4, 5][0] is 1, not more than 9: the difference is 8',
        '[1, 2, 3, 4, 5][1] is 2, not more than 9: the difference is 7',
        '[1, 2, 3, 4, 5][2] is 3, not more than 9: the difference is 6',
        'and 2 more entries of [1, 2, 3, 4, 5]',
      ],
    ],
    ['isUnique(artifact.ids)', ['entry [2] of artifact.ids is text "a", which is there before']],
    ['isSorted(artifact.ids)', ['entry [2] of artifact.ids is text "a", after text "b"']],
    ['input.limit > 9 if artifact.total < 1 else true', ['input.limit is 3, not more than 9: the difference is 6']],
    ['false', []],
    ['true', []],
    ['artifact.absent > 1', []],
    ['(', []],
  ])('%s: %j', (text, lines) => {
    expect(explainFalse(text, SCOPE)).toEqual(lines);
  });

  test('a long list is told of in a few lines', () => {
    const lines = Array.from({ length: 9_000 }, (_, net) => ({ net }));
    expect(explainFalse("all(lines, 'it.net < 7')", { lines })).toEqual([
      'lines[7].net is 7, not less than 7',
      'lines[8].net is 8, not less than 7: the difference is 1',
      'lines[9].net is 9, not less than 7: the difference is 2',
      'and 8990 more entries of lines',
    ]);
  });
});

describe('R108: names in lists and in the texts of all() and any()', () => {
  test.each([
    ['sum(artifact.lines[*].net) == input.total', ['artifact.lines.*.net', 'input.total']],
    [
      "all(artifact.lines, 'it.net > input.least and it.parts[*].n')",
      ['artifact.lines.*.net', 'input.least', 'artifact.lines.*.parts.*.n'],
    ],
    ["all([1, x], 'it > y')", ['x', 'y']],
    ["any(artifact.lines, 'true')", ['artifact.lines']],
    ['artifact.lines[*][input.key]', ['artifact.lines.*', 'input.key']],
    ['it.net > 0', ['it.net']],
  ])('%s names %j', (text, names) => {
    expect(namesInExpression(text).map((path) => path.join('.'))).toEqual(names);
    expect(namesInCode(`context["x"] = ${text}`).map((path) => path.join('.'))).toEqual(names);
  });

  test('R109: a person is shown what a path over a list holds', () => {
    expect(evidenceOf('sum(artifact.lines[*].net) > input.most', SCOPE, ['why']).names).toEqual([
      { name: 'artifact.lines[*].net', value: [0.1, 0.2] },
      { name: 'input.most' },
    ]);
    expect(evidenceOf('artifact.gaps[*].net > 1', SCOPE, []).names).toEqual([
      { name: 'artifact.gaps[*].net', value: [1, null, null, '5,00'] },
    ]);
  });
});

test.each([
  ['summ(x)', 'there is no function "summ". Did you mean "sum"?'],
  ['is_unique(x)', 'Did you mean "isUnique"?'],
  ['mathces(x, "a")', 'Did you mean "matches"?'],
  ['zebra(x)', 'there is no function "zebra". There are get, sum,'],
  ['x.uper()', 'not "uper". Did you mean "upper"?'],
  ['sum(x, y)', 'sum() takes 1 argument, not 2'],
  ['round(1, 2, 3, 4)', 'round() takes 1 to 3 arguments, not 4'],
  ['round(1, 2, "up")', 'round() rounds "half-even" or "half-up", not text "up"'],
  ['all(x, it > 0)', "all() takes a list and an expression in quotation marks: all(lines, 'it.net > 0')"],
  ['any(x)', 'any() takes a list and an expression in quotation marks'],
  ["all(x, 'it >')", 'in the text of all(), Expected expression after >'],
  ["all(x, '')", 'in the text of all(), the expression is empty'],
  ["all(x, 'eval(1)')", 'in the text of all(), there is no function "eval"'],
  ["all(x, 'it.__proto__')", 'in the text of all(), the property "__proto__" cannot be read'],
  ['all(x, \'any(it, "it.(")\')', 'in the text of all(), in the text of any(),'],
])('R37: %s is refused in words: %s', (text, message) => {
  expect(parseExpression(text)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test('S2-3-c: the new functions reach for nothing but data, and an unknown one is suggested', () => {
  expect(reachesOut("all(x, 'it > 0') and matches(y, 'a') and date(z) > run.today")).toBeUndefined();
  expect(reachesOut('summ(x)')).toContain('Did you mean "sum"?');
});
