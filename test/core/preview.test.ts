// Pure: what a request is foretold to make again, to keep, to cut short and to end.
import { preview, wanted } from '../../src/engine.ts';
import type { Input } from '../../src/model/input.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';

const CHAIN = aPlan([
  aStep('a'),
  aStep('b', { requires: ['a'] }),
  aStep('c', { requires: ['b'], attempts: 1 }),
  aStep('d', { requires: ['c'] }),
]);

/** Until `c` has used its one attempt, and a person is asked. */
function asking(): Playing {
  const run = playing(CHAIN);
  for (const verdict of ['pass', 'pass', 'retry'] as const) {
    const { token = '' } = wanted(run.state)[0] ?? {};
    run.do(generated(token));
    run.do(judged(token, verdict));
  }
  return run;
}

/** One step that is being made, and one that is being judged. */
function working(): Playing {
  const run = playing(aPlan([aStep('a'), aStep('b')]));
  run.do(generated(wanted(run.state)[1]?.token ?? ''));
  return run;
}

const told = (run: Playing, request: Input) => {
  const { cutsShort, finishes, ...rest } = preview({ plan: run.plan, state: run.state }, request, 5);
  const names = (calls: typeof cutsShort) =>
    calls.map((call) => `${'step' in call ? call.step : 'base case'} ${call.phase}`);
  return { ...rest, cutsShort: names(cutsShort), finishes: names(finishes) };
};
const decision = (run: Playing, fields: object): Input => ({
  kind: 'decide',
  escalationId: openEscalations(run.state)[0]?.id ?? '',
  action: 'retry',
  by: 'ann',
  ...fields,
});

test.each<[string, object, object]>([
  ['another attempt', {}, { wouldReset: ['c'], keeps: ['a', 'b'], endsRun: 'no' }],
  ['another step redone', { action: 'redo', step: 'b' }, { wouldReset: ['b', 'c'], keeps: ['a'], endsRun: 'no' }],
  ['to go on without it', { action: 'skip' }, { wouldReset: [], keeps: ['a', 'b'] }],
  ['to give up', { action: 'abort' }, { wouldReset: [], keeps: ['a', 'b'], endsRun: 'yes', generations: 0 }],
])('R26: of a question is foretold what an answer would do: %s', (_, fields, expected) => {
  const run = asking();
  expect(told(run, decision(run, fields))).toMatchObject({ ...expected, on: [], revision: run.state.seq });
});

test('R26: what a correction takes out is kept no more, and what it opens is made again', () => {
  const run = asking();
  const steps = CHAIN.steps
    .filter(({ id }) => id !== 'b')
    .map((step) => (step.id === 'c' ? aStep('c', { requires: ['a'] }) : step));
  const revision = { digest: 'sha256:1', plan: { ...aPlan(steps), definition: CHAIN.definition } };
  const request: Input = {
    kind: 'redirect',
    prepared: true,
    type: 'dag_adjustment',
    description: 'so',
    by: 'ann',
    revision,
  };
  expect(told(run, request)).toMatchObject({ keeps: ['a'], endsRun: 'no' });
});

test.each<[string, Input, object]>([
  [
    'a stop at once',
    { kind: 'stop', mode: 'now', by: 'ann' },
    { cutsShort: ['a generate', 'b guard'], finishes: [], endsRun: 'yes', generations: 0 },
  ],
  [
    'a stop once they are done',
    { kind: 'stop', mode: 'after_attempt', by: 'ann' },
    { cutsShort: [], finishes: ['a generate', 'b guard'], endsRun: 'yes' },
  ],
  ['a pause', { kind: 'pause', by: 'ann' }, { cutsShort: [], endsRun: 'no' }],
])('R26: of work under way is foretold what becomes of it: %s', (_, request, expected) => {
  expect(told(working(), request)).toMatchObject(expected);
});

describe('R73: what a person says of a leaf, where the guard is sure to say the same', () => {
  const asked = () => {
    const run = playing(aPlan([aStep('a', { attempts: 2 }), aStep('b', { requires: ['a'] })]));
    const { token = '' } = wanted(run.state)[0] ?? {};
    run.do(generated(token));
    run.do({ kind: 'pending', token, leaf: 'right' });
    return run;
  };
  const says = (action: 'approve' | 'reject', verdict?: 'pass' | 'retry') => {
    const run = asked();
    const { artifactDigest } = openEscalations(run.state)[0] ?? {};
    const request = decision(run, { action, ...(action === 'reject' ? { feedback: 'no' } : { artifactDigest }) });
    const { foreseen, on, endsRun } = preview({ plan: run.plan, state: run.state }, request, 5, verdict);
    return { on, endsRun, verdict: foreseen.events.find(({ type }) => type === 'guard.verdict') };
  };

  test('is told with what follows', () => {
    expect(says('approve', 'pass')).toMatchObject({
      on: [],
      endsRun: 'no',
      verdict: { verdict: 'pass', guard: 'right' },
    });
    expect(says('approve', 'pass').verdict).not.toHaveProperty('signature');
    expect(says('reject', 'retry')).toMatchObject({ verdict: { verdict: 'retry', signature: 'right' } });
  });

  test('and where it is not sure, the guard has to be asked', () => {
    expect(says('approve')).toEqual({ on: ['guard of a'], endsRun: 'depends', verdict: undefined });
  });
});
