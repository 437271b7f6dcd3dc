import { parseDocument } from '../../../src/text/parse-document.ts';
import { accepted, aDefinition, aStep, check, found } from '../makers.ts';

const step = (fields: Record<string, unknown>) => aDefinition({ steps: [aStep('a', fields)] });

test('design 3: the smallest definition is accepted', () => {
  expect(found({ name: 'x', steps: [aStep('a')] }, { defaultModel: 'small' })).toEqual([]);
});

test('a field that is missing is named: the line that it is missing from has others', () => {
  const checked = check(step({ generator: { kind: 'llm' }, role: 'worker', id: undefined }));
  expect(checked.ok ? [] : checked.issues.map(({ detail }) => detail).toSorted()).toEqual([
    'The field "id" is missing; it must be a text.',
    'The field "prompt" is missing; it must be a text or a map.',
  ]);
});

test.each([
  ['a list', [], [' invalid_type']],
  ['null', null, [' invalid_type']],
  ['nothing', {}, ['/name required', '/steps required']],
  ['a name in capitals', aDefinition({ name: 'Sample' }), ['/name invalid_format']],
  ['a name of 64 characters', aDefinition({ name: 'x'.repeat(64) }), ['/name invalid_format']],
  ['a field nobody knows', aDefinition({ stpes: [] }), ['/stpes unknown_field']],
  ['a field with a slash', aDefinition({ 'a/b~c': 1 }), ['/a~1b~0c unknown_field']],
  ['no steps', aDefinition({ steps: [] }), ['/steps too_small']],
  ['steps as a map', aDefinition({ steps: {} }), ['/steps invalid_type']],
  ['a step that is text', aDefinition({ steps: ['a'] }), ['/steps/0 invalid_type']],
  ['a step without guard', step({ guard: undefined }), ['/steps/0/guard required']],
  ['a step without generator', step({ generator: undefined }), ['/steps/0/generator required']],
  ['an id with a space', step({ id: 'a b' }), ['/steps/0/id invalid_format']],
  ['an id of a digit', step({ id: '1a' }), ['/steps/0/id invalid_format']],
  ['no id', step({ id: undefined }), ['/steps/0/id required']],
  ['a role nobody has', step({ role: 'coordinator' }), ['/steps/0/role invalid_value']],
  ['an empty composite', step({ guard: { sequence: [] } }), ['/steps/0/guard/sequence too_small']],
  ['an empty composite within', step({ guard: { all: [{ any: [] }] } }), ['/steps/0/guard/all/0/any too_small']],
  [
    'two composites in one',
    step({ guard: { all: [{ use: 'json' }], any: [{ use: 'not-empty' }] } }),
    ['/steps/0/guard/any unknown_field'],
  ],
  ['a wrong field of a leaf', step({ guard: { use: 'json', wiht: {} } }), ['/steps/0/guard/wiht unknown_field']],
  ['a wrong onFail', step({ guard: { use: 'json', onFail: 'skip' } }), ['/steps/0/guard/onFail invalid_value']],
  ['a guard as text', step({ guard: 'json' }), ['/steps/0/guard invalid_type']],
  ['a generator without kind', step({ generator: { prompt: 'x' } }), ['/steps/0/generator/kind required']],
  ['an llm without prompt', step({ generator: { kind: 'llm' } }), ['/steps/0/generator/prompt required']],
  [
    'a prompt without task',
    step({ generator: { kind: 'llm', prompt: { role: 'x' } } }),
    ['/steps/0/generator/prompt/task required'],
  ],
  ['a fixed text without content', step({ generator: { kind: 'fixed' } }), ['/steps/0/generator/content required']],
  [
    'an unknown output format',
    step({ generator: { kind: 'llm', prompt: 'x', output: { format: 'xml' } } }),
    ['/steps/0/generator/output/format invalid_value'],
  ],
  ['rMax above 100', step({ recovery: { rMax: 101 } }), ['/steps/0/recovery/rMax too_large']],
  ['rMax below 0', aDefinition({ defaults: { rMax: -1 } }), ['/defaults/rMax too_small']],
  ['rMax of a half', step({ recovery: { rMax: 1.5 } }), ['/steps/0/recovery/rMax invalid_type']],
  ['a similarity above 1', step({ recovery: { similarity: 1.1 } }), ['/steps/0/recovery/similarity too_large']],
  [
    'targets among defaults',
    aDefinition({ defaults: { backtrackTo: ['a'] } }),
    ['/defaults/backtrackTo unknown_field'],
  ],
  ['a metric nobody knows', step({ recovery: { metric: 'cosine' } }), ['/steps/0/recovery/metric invalid_value']],
  ['a duration of short form', step({ timeouts: { guard: '30s' } }), ['/steps/0/timeouts/guard invalid_format']],
  ['a timeout of nothing', step({ timeouts: { generate: 'PT0S' } }), ['/steps/0/timeouts/generate invalid_format']],
  ['a budget of nothing', aDefinition({ budgets: { maxAttempts: 0 } }), ['/budgets/maxAttempts too_small']],
  ['a budget nobody knows', aDefinition({ budgets: { maxToken: 5 } }), ['/budgets/maxToken unknown_field']],
  ['a model as number', aDefinition({ model: 5 }), ['/model invalid_type']],
  [
    'a model with a wrong field',
    aDefinition({ model: { name: 'm', temprature: 1 } }),
    ['/model/temprature unknown_field'],
  ],
  ['a temperature above 2', aDefinition({ model: { name: 'm', temperature: 3 } }), ['/model/temperature too_large']],
  ['null for an optional field', aDefinition({ description: null }), ['/description invalid_type']],
  [
    'a name under which guards see nothing',
    step({ guardArtifacts: { 'a b': 'a' } }),
    ['/steps/0/guardArtifacts/a b invalid_key', '/steps/0/guardArtifacts/a b cycle'],
  ],
  [
    'context shown in no known way',
    step({ context: { a: 'short' } }),
    ['/steps/0/context/a invalid_value', '/steps/0/context/a not_a_dependency'],
  ],
])('design 3: %s is refused where it stands', (_, document, expected) => {
  expect(found(document)).toEqual(expected.toSorted());
});

test.each([
  [aDefinition({ descripton: 'x' }), 'Did you mean "description"?'],
  [step({ guard: { use: 'json', wiht: {} } }), 'Did you mean "with"?'],
  [step({ guard: { use: 'not-emtpy' } }), 'Did you mean "not-empty"?'],
  [step({ generator: { kind: 'fixd' } }), 'Did you mean "fixed"?'],
  [step({ requires: ['A'] }), 'Did you mean "a"?'],
  [step({ role: 'verifer' }), 'Did you mean "verifier"?'],
])('a detail says what was probably meant (%#)', (document, expected) => {
  expect(check(document)).toMatchObject({ issues: [{ detail: expect.stringContaining(expected) }] });
});

test('a topology nobody knows is a wrong value among the other problems', () => {
  expect(found(aDefinition({ topology: 'tree', nme: 1 }))).toEqual(['/nme unknown_field', '/topology invalid_value']);
});

test.each([
  ['a policy on a step', step({ rMax: 2 }), 'It belongs in "recovery" of a step or "defaults".'],
  ['a prompt on a step', step({ prompt: 'x' }), 'It belongs in "generator".'],
  ['a limit among the defaults', aDefinition({ defaults: { maxCostUsd: 1 } }), 'It belongs in "budgets".'],
  ['a sampling setting on a step', step({ temperature: 0 }), 'It belongs in "model".'],
  ['a step of a definition', aDefinition({ requires: [] }), 'It belongs in a step.'],
  [
    'an option beside its guard',
    step({ guard: { use: 'length', max: 3, with: { max: 3 } } }),
    'Options of what "use" names go into "with".',
  ],
])('a field in the wrong place is told where it belongs: %s', (_, document, place) => {
  expect(check(document)).toMatchObject({
    issues: [{ code: 'unknown_field', detail: expect.stringContaining(place) }],
  });
});

test('a field of another kind of generator is not sent to where it stands', () => {
  const generator = { kind: 'external', taskQueue: 'mine', activity: 'x', output: { format: 'json' } };
  const [issue] = Object(check(step({ generator }))).issues;
  expect(issue).toMatchObject({ pointer: '/steps/0/generator/output', code: 'unknown_field' });
  expect(issue.detail).not.toContain('It belongs');
});

test('what is a slip of the pen, or a field nowhere, is told no place', () => {
  for (const field of ['optinal', 'surprise'])
    expect(JSON.stringify(check(step({ [field]: true })))).not.toContain('It belongs');
});

describe('R35: a program as a generator', () => {
  const program = (more: object) => step({ generator: { kind: 'command', run: ['make'], ...more } });

  test('is retried as a model is, and asks none', () => {
    const { bound, plan } = accepted(program({ files: { 'a.txt': '{input.x}' }, timeout: 'PT5S' }));
    expect(bound).toEqual({ generations: 4 });
    expect(plan.steps).toMatchObject([{ kind: 'command', model: 'command' }]);
  });

  test.each([
    ['nothing to run', { run: [] }, ['/steps/0/generator/run too_small']],
    ['a shell line', { run: 'make all' }, ['/steps/0/generator/run invalid_type']],
    ['a file outside of its workspace', { files: { '../a': '' } }, ['/steps/0/generator/files/..~1a invalid_format']],
    ['an absolute file', { files: { '/etc/a': '' } }, ['/steps/0/generator/files/~1etc~1a invalid_format']],
    ['a name of what comes later', { files: { a: '{artifact.a}' } }, ['/steps/0/generator/files/a not_upstream']],
  ])('cannot have %s', (_, more, expected) => {
    expect(found(program(more))).toEqual(expected);
  });
});

test('the example of the format is accepted as written, but for guards that run foreign code', () => {
  const parsed = parseDocument(EXAMPLE, 'yaml');
  const { bound, plan } = accepted('document' in parsed ? parsed.document : parsed);
  expect(bound).toEqual({ generations: 27 });
  expect(plan.budgets).toEqual({
    maxAttempts: 40,
    maxTokens: 200_000,
    maxMicroUsd: 2_500_000,
    maxDurationMs: 7_200_000,
    maxParallelAgents: 3,
    maxIterations: 20,
    maxStall: 3,
  });
});

const EXAMPLE = `
name: tdd-stack
description: Tests first, then code that makes them green
topology: dag
input: { type: object, properties: { subject: { type: string } } }
specification: |
  Implement {input.subject}.
constraints: |
  Standard library only.
model: { name: small-coder, temperature: 0.7, maxTokens: 2048 }
defaults: { rMax: 3, rPatience: 2, similarity: 0.7, eMax: 1, onExhausted: escalate }
budgets:
  { maxAttempts: 40, maxTokens: 200000, maxCostUsd: 2.50, maxDuration: PT2H, maxParallelAgents: 3, maxIterations: 20, maxStall: 3 }
steps:
  - id: g_test
    generator: { kind: llm, prompt: { role: A tester., task: Write the tests. } }
    guard: { use: not-empty }
  - id: g_impl
    requires: [g_test]
    generator: { kind: llm, prompt: { task: "Write the class. Tests:\\n{artifact.g_test}" } }
    guard:
      sequence:
        - { use: not-empty }
        - { use: contains, id: tests_green, with: { text: class } }
    recovery: { rMax: 4, rPatience: 2, eMax: 2, backtrackTo: [g_test], backtrackByGuard: { tests_green: [g_test] }, onExhausted: backtrack }
goal: [g_impl]
`;
