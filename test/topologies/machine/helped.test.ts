/** Pure: what a person can do for a machine that is under way or stuck (R89). */

import { wanted } from '../../../src/engine.ts';
import type { RedirectRequest } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { givenVariableIssues } from '../../../src/topologies/machine/document/given-variables.ts';
import { standingOf } from '../../../src/topologies/machine/machine-in.ts';
import { accepted } from '../../definitions/makers.ts';
import { aMachine, type MachineFacts } from '../../support/played/a-machine.ts';
import { coreRun, type Verdicts } from '../../support/played/core-machine.ts';
import { generated, judged, playing } from '../../support/played/playing.ts';

function planOf(facts: MachineFacts): Plan {
  return { ...accepted(aMachine(facts)).plan, definition: { name: 'any', version: 1, digest: 'sha256:0' } };
}

const redirect = (change: Partial<RedirectRequest>): RedirectRequest => ({
  kind: 'redirect',
  prepared: true,
  type: 'dag_adjustment',
  description: 'as said',
  by: 'ann',
  ...change,
});
const to = (state: string) => redirect({ state });
const SET = { artifactId: 'art_v', digest: 'sha256:v' };
const setting = redirect({ type: 'bindings_override', variables: SET });
const move = (target: string, permitted = true) => ({ move: { to: target, permitted } });

const STEPS = [
  { name: 'work', in_state: 'a', transition_to: 'end' },
  { name: 'after', in_state: 'b', transition_to: 'end' },
];
const STUCK: Verdicts = { work: [move('end', false)], after: [move('end')] };

test.each<[string, RedirectRequest]>([
  ['a move', to('b')],
  ['variables', setting],
])('R89: %s withdraws the question of a machine that is stuck', (_, request) => {
  const run = coreRun(planOf({ steps: STEPS }), STUCK);
  run.play();
  const [question] = run.questions();
  expect(question?.kind).toBe('stalled');
  run.send(request);
  expect(run.state().escalations[question?.id ?? '']?.status).toBe('withdrawn');
});

test('R89: it moves to any declared state, where no transition leads too, with an entry of the Trail and one of the log', () => {
  const facts = { steps: STEPS, machine: { transitions: [{ from: 'b', to: 'end' }] } };
  const run = coreRun(planOf(facts), STUCK);
  run.play();
  expect(run.send(to('b'))).toMatchObject({ life: { status: 'completed' }, own: { state: 'end' } });
  expect(standingOf(run.state())?.path.map(({ state }) => state)).toEqual(['a', 'b', 'end']);
  expect(run.state().trail?.entries.map(({ type }) => type)).toContain('user_correction');
  expect(run.log).toContainEqual(
    expect.objectContaining({ type: 'machine.transitioned', by: 'ann', from: 'a', to: 'b' }),
  );
});

test('R89: a state that is not declared is refused', () => {
  const run = coreRun(planOf({ steps: STEPS }), STUCK);
  run.play();
  expect(() => run.send(to('nowhere'))).toThrow(expect.objectContaining({ code: 'unknown_state' }));
});

test('R89: steps that were given up are back, also where the machine stays in its state', () => {
  const given = [{ ...STEPS[0], on_failure: 'skip', max_retries: 0 }];
  const run = coreRun(planOf({ steps: given }), { work: [{ verdict: 'retry', ...move('end', false) }, move('end')] });
  run.play();
  expect(run.questions().map(({ kind }) => kind)).toEqual(['deadlock']);
  expect(run.send(to('a'))).toMatchObject({ life: { status: 'completed' }, own: { state: 'end' } });
});

test('R89: the turn under way is discarded, judged or not, and what was made in turns before stays', () => {
  const run = playing(planOf({ steps: [{ name: 'work', in_state: 'a' }, STEPS[1] ?? { name: 'after' }] }));
  const token = () => wanted(run.state)[0]?.token ?? '';
  run.do(generated(token()));
  run.do(judged(token()));
  const made = run.state.steps['work']?.artifact;
  expect(made).toBeDefined();
  const late = token();
  run.do(generated(late));
  run.do(to('b'));
  expect(wanted(run.state)).toMatchObject([{ step: 'after', phase: 'generate' }]);
  expect(run.state.steps['work']).toMatchObject({ artifact: made, sigma: 'satisfied', open: false });
  const { length } = run.log;
  run.do(judged(late));
  expect(run.log).toHaveLength(length);
});

test('R89: the question about a step of the turn under way is withdrawn with it', () => {
  const run = coreRun(planOf({ steps: [{ ...STEPS[0], max_retries: 0 }, ...STEPS.slice(1)] }), {
    work: [{ verdict: 'retry' }],
    after: [move('end')],
  });
  run.play();
  expect(run.questions().map(({ kind }) => kind)).toEqual(['attempts_exhausted']);
  run.send(to('b'));
  expect([openEscalations(run.state()), run.state().life.status]).toEqual([[], 'completed']);
});

test('R89: variables count over those of code until code sets them again, and code under way is made anew', () => {
  const code = { name: 'code', type: 'code', in_state: 'a', code: 'context["n"] = 1', transition_to: 'b' };
  const run = playing(planOf({ steps: [code, { name: 'after', in_state: 'b' }] }));
  const token = () => wanted(run.state)[0]?.token ?? '';
  run.do(generated(token()));
  const before = token();
  run.do(setting);
  expect(standingOf(run.state)?.variables).toEqual(SET);
  expect(wanted(run.state)).toMatchObject([{ step: 'code', phase: 'generate' }]);
  expect(token()).not.toBe(before);
  run.do(generated(token()));
  run.do(judged(token()));
  expect(standingOf(run.state)?.variables?.under).toBeUndefined();
  const { digest } = standingOf(run.state)?.variables ?? { digest: '' };
  run.do(setting);
  expect(standingOf(run.state)?.variables).toEqual({ ...SET, under: [digest] });
});

describe('Which variables there are to set (R89)', () => {
  const document = aMachine({
    fields: {
      variables: { declared: 1 },
      input: { properties: { given: {} } },
      components: { traits: [{ inject_into: ['work'], prompt_fragment: 'In {mood}.' }] },
    },
    machine: { transitions: [{ from: 'a', to: 'b', condition: 'limit > 1 and context.depth > 2' }] },
    steps: [
      { name: 'work', prompt: 'Say {tone}.', guard: { use: 'expression', with: { expr: 'len(text) > least' } } },
      { name: 'count', type: 'code', code: 'half = total / 2\ncontext["counted"] = half' },
      { name: 'check', guard: { use: 'own', with: { expr: { expr: 'deepest > 1' } } } },
    ],
  });
  const issues = (variables: Readonly<Record<string, unknown>>, input: unknown = {}) => [
    ...givenVariableIssues(document, input, variables),
  ];
  const told = (...given: Parameters<typeof issues>) =>
    issues(...given).map(({ pointer, code }) => `${pointer} ${code}`);

  test.each(['declared', 'given', 'mood', 'limit', 'depth', 'tone', 'least', 'deepest', 'total', 'counted'])(
    'R89: %s is declared, set or read',
    (name) => {
      expect(told({ [name]: 1 })).toEqual([]);
    },
  );

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['one of the eleven', { success_rate: 1 }, '/variables/success_rate built_in_variable'],
    ['one that nothing knows', { totl: 1 }, '/variables/totl unknown_variable'],
    ['a name that no expression could say', { 'a b': 1 }, '/variables/a b invalid_name'],
    ['such a name beside one that is known', { total: 1, 'a b': 1 }, '/variables/a b invalid_name'],
    ['too much', { total: 'x'.repeat(70_000) }, '/variables invalid_variables'],
  ])('R89: %s is refused', (_, variables, expected) => {
    expect(told(variables)).toEqual([expected]);
  });

  test('R89: the nearest name is named, and a field of the input that the run was given is known', () => {
    expect(issues({ totl: 1 })[0]?.detail).toContain('Did you mean "total"?');
    expect(told({ extra: 1 }, { extra: 2 })).toEqual([]);
  });
});
