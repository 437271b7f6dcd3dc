/** Pure: what names in `when` and in `expression` guards must stand for when a definition is published (R108). */
import { checkDefinition } from '../../../src/definitions/checks/check.ts';
import { createGuardRegistry } from '../../../src/guards/registry.ts';
import { accepted, aDefinition, aStep, check } from '../makers.ts';

const guards = createGuardRegistry({ sim: true });

interface Told {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

function told(document: unknown, before?: unknown): Told {
  const checked = checkDefinition(document, { guards }, before);
  const said = ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`;
  return checked.ok
    ? { errors: [], warnings: checked.warnings.map(said) }
    : { errors: checked.issues.map(said), warnings: [] };
}

function detailOf(document: unknown): string {
  const checked = check(document);
  return checked.ok ? '' : (checked.issues[0]?.detail ?? '');
}

const JSON_GUARD = { use: 'json' };
const CLOSED = {
  type: 'object',
  properties: {
    amount: {},
    who: { type: 'object', properties: { name: {} }, additionalProperties: false },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
  },
  $defs: { line: { type: 'object', properties: { net: {} }, additionalProperties: false } },
  additionalProperties: false,
};

/** `sign` after `extract`, `other` beside them. */
function signing(when: string | undefined, more: object = {}, document: object = {}) {
  return aDefinition({
    input: CLOSED,
    ...document,
    steps: [
      aStep('extract', { guard: JSON_GUARD }),
      aStep('other'),
      aStep('sign', { requires: ['extract'], ...(when !== undefined && { when }), ...more }),
      aStep('pay', { optionalRequires: ['sign'] }),
    ],
    goal: ['pay'],
  });
}

function judged(expr: string, more: object = {}, document: object = {}) {
  return signing(undefined, { guard: { use: 'expression', with: { expr } }, ...more }, document);
}

test.each([
  ['artifacts.extract.amount > 1000', 'Did you mean "artifact"?'],
  ['nonsense.foo > 1', '"nonsense.foo" is not a known name here.'],
  ['extract.amount > 1000', 'Write deps.extract.amount'],
  ['artifact.extrct.amount > 1000', 'Did you mean "extract"?'],
  ['verdict.nobody.ok', '"verdict.nobody.ok" names no step.'],
  ['run.name == "x"', 'Of a run there are run.id, run.today.'],
  ['run.todya == "x"', 'Did you mean "run.today"?'],
  ['sum(input.lines[*].nett) > 1', '"input.lines[*].nett" is not in the input'],
  ['sum(input.lines[*].nett) > 1', 'Did you mean "net"?'],
  ['input.lines[0].nett > 1', 'Did you mean "net"?'],
  ["all(input.lines, 'it.nett > 0')", '"input.lines[*].nett" is not in the input'],
  ["all(input.lines, 'it.net > nonsense.foo')", '"nonsense.foo" is not a known name here.'],
  ["any([1, 2], 'it > artifact.extrct.n')", 'Did you mean "extract"?'],
  ['sum(artifact.extrct[*].net) > 1', 'Did you mean "extract"?'],
  ['it.net > 1', '"it.net" is not a known name here.'],
  ['input.amuont > 1', 'Did you mean "amount"?'],
  ['input.who.nmae == "x"', 'Did you mean "name"?'],
  ['get(artifact.extrct, "amount", 0) > 1', 'Did you mean "extract"?'],
  ['feedback == ""', '"feedback" is not a known name here.'],
  ['text == ""', '"text" is not a known name here.'],
])('R108: %s in when is refused as it is published, with the nearest name', (when, detail) => {
  expect(told(signing(when))).toEqual({ errors: ['/steps/2/when unknown_name'], warnings: [] });
  expect(detailOf(signing(when))).toContain(detail);
});

test('R108: a hyphen in the name of a step is told to be a minus, with the way to write it', () => {
  const steps = (when: string) => [
    aStep('my-draft', { guard: JSON_GUARD }),
    aStep('b', { requires: ['my-draft'], when }),
  ];
  expect(detailOf(aDefinition({ steps: steps('artifact.my-draft.amount > 1') }))).toContain('artifact["a-b"]');
  expect(told(aDefinition({ steps: steps('artifact["my-draft"].amount > 1') })).errors).toEqual([]);
  expect(detailOf(signing('artifact.extract.amount - amuont > 1'))).not.toContain('minus');
});

test.each([
  'artifact.extract.amount > 1000',
  'deps.extract.amount > 1000 and binding.extract.amount < 5 or verdict.extract.passed',
  'input.amount > 1 and input.who.name == "x"',
  'specification == "" or constraints == "" or step == "sign" or run.id == ""',
  'sum(input.lines[*].net) == input.amount and count(artifact.extract.lines[*].parts[*]) > 1',
  "all(input.lines, 'it.net > 0') and any(artifact.extract.lines, 'it.n > input.amount and all(it.parts, \"it > 0\")')",
  "date(artifact.extract.due) - date(run.today) < 30 and matches(artifact.extract.id, '^INV-\\d+$')",
  "isUnique(artifact.extract.ids) and isSorted(artifact.extract.ids) and round(0.5, 0, 'half-up') == 1",
])('R108: what is known is taken: %s', (when) => {
  expect(told(signing(when))).toEqual({ errors: [], warnings: [] });
});

test('R108: an open input may hold anything', () => {
  expect(
    told(signing('input.anything.at.all', {}, { input: { type: 'object', properties: { a: {} } } })).errors,
  ).toEqual([]);
});

test.each([
  ['when', signing('artifact.other.x'), '/steps/2/when not_upstream'],
  ['when, its own', signing('deps.sign.x'), '/steps/2/when not_upstream'],
  ['a guard', judged('artifact.n == deps.other.n'), '/steps/2/guard/with/expr not_upstream'],
  ['a guard, a binding', judged('artifact.n == binding.other.n'), '/steps/2/guard/with/expr not_upstream'],
])('R64, R108: a step that is not upstream is refused in %s', (_, document, expected) => {
  expect(told(document).errors).toEqual([expected]);
});

test.each([
  ['deps.nobody.n == 1', 'unknown_name'],
  ['nonsense == 1', 'unknown_name'],
  ['input.amuont == artifact.n', 'unknown_name'],
  ['artifact.extract.n == 1', 'ambiguous_name'],
])('R108: %s in an expression guard is %s', (expr, code) => {
  expect(told(judged(expr)).errors).toEqual([`/steps/2/guard/with/expr ${code}`]);
});

test('R108: in a guard artifact.x is a field; what the schema of the step declares is not ambiguous', () => {
  const schema = { type: 'object', properties: { extract: {} } };
  const generator = { kind: 'llm', prompt: 'x', output: { format: 'json', schema } };
  expect(told(judged('artifact.anything == 1')).errors).toEqual([]);
  expect(told(judged('artifact.extract == 1', { generator })).errors).toEqual([]);
  const guard = {
    sequence: [
      { use: 'json-schema', with: { schema } },
      { use: 'expression', with: { expr: 'artifact.extract == 1' } },
    ],
  };
  expect(told(signing(undefined, { guard })).errors).toEqual([]);
});

test('R108: names of guardArtifacts are known in the guard that has them', () => {
  const given = { guardArtifacts: { criteria: 'extract' } };
  expect(told(judged('deps.criteria.n == artifact.n', given)).errors).toEqual([]);
  expect(told(judged('deps.criteria.n == artifact.n')).errors).toEqual(['/steps/2/guard/with/expr unknown_name']);
});

test('R64, R108: what an expression of a guard names is a data edge', () => {
  const document = aDefinition({
    steps: [
      aStep('a', { guard: JSON_GUARD }),
      aStep('b', { requires: ['a'] }),
      aStep('c', { requires: ['b'], guard: { use: 'expression', with: { expr: 'artifact.n == deps.a.n' } } }),
    ],
  });
  expect(accepted(document).plan.steps[2]?.requires).toEqual(['b', 'a']);
});

test('R108: groups and preparing steps are known', () => {
  const steps = [
    aStep('jwt', { orGroup: 'auth', guard: JSON_GUARD }),
    aStep('session', { orGroup: 'auth', guard: JSON_GUARD }),
    aStep('app', { requires: ['auth'], unknown: true, when: 'artifact.auth.ok and artifact.probe_app.feasible' }),
    aStep('end', { optionalRequires: ['app'], when: 'artifact.probe_end.feasible' }),
  ];
  const document = aDefinition({ topology: 'and-or', steps });
  expect(told(document).errors).toEqual(['/steps/3/when unknown_name']);
});

test.each([
  ['when', signing('artifact.other.x', { requires: ['extract', 'other'] }), '/steps/2/when not_json'],
  [
    'a prompt',
    signing('true', { requires: ['other'], generator: { kind: 'llm', prompt: '{deps.other.x}' } }),
    '/steps/2/generator/prompt not_json',
  ],
  ['a guard', judged('artifact.x == deps.other.x', { requires: ['other'] }), '/steps/2/guard/with/expr not_json'],
  [
    'a path over a list',
    signing('sum(deps.other[*].x) > 1', { requires: ['extract', 'other'] }),
    '/steps/2/when not_json',
  ],
])('R108: a path below what nothing makes JSON is a warning in %s', (_, document, expected) => {
  expect(told(document)).toEqual({ errors: [], warnings: [expected] });
});

test('R108: what a published definition says already is left alone when its run is revised, what is new is not', () => {
  const before = signing('nonsense.foo > 1');
  const added = { ...before, constraints: 'be quick' };
  expect(told(added, before).errors).toEqual([]);
  const worse = signing('rubbish.foo > 1');
  expect(told(worse, before).errors).toEqual(['/steps/2/when unknown_name']);
});

test.each([
  ["all(artifact.extract.lines, 'it.net >')", 'in the text of all(), Expected expression after >'],
  ["any(artifact.extract.lines, 'summ(it) > 1')", 'Did you mean "sum"?'],
  ['averge(artifact.extract.lines) > 1 or smu([1]) > 1', 'there is no function "averge"'],
  ['summ(artifact.extract.lines[*].net) > 1', 'Did you mean "sum"?'],
  ["matches(artifact.extract.id, '(')", 'the pattern of matches() cannot be read'],
  ["round(artifact.extract.n, 2, 'halfup') > 1", 'round() rounds "half-even" or "half-up"'],
  ['all(artifact.extract.lines, it.net > 0)', 'an expression in quotation marks'],
])('R37: %s is refused as it is published, in when, in a guard and in code', (written, detail) => {
  const places = [
    [signing(written), '/steps/2/when invalid_expression'],
    [judged(written.replaceAll('artifact.extract', 'artifact')), '/steps/2/guard/with/expr invalid_option'],
    [
      signing(undefined, { generator: { kind: 'code', code: `context["x"] = ${written}` } }),
      '/steps/2/generator/code invalid_code',
    ],
  ] as const;
  for (const [document, expected] of places) {
    expect(told(document).errors).toEqual([expected]);
    expect(detailOf(document)).toContain(detail);
  }
});
