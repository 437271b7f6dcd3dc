// Pure: the state, the transitions and the levels of recovery as the sources define them, played by hand.
import { evolve, wanted } from '../../src/engine.ts';
import { INITIAL } from '../../src/model/run-state.ts';
import { rejectionSummary } from '../../src/prompts/rejection-summary.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { seeded } from '../support/played/seeded.ts';

const tokenOf = ({ state }: Playing) => wanted(state)[0]?.token ?? '';
const sigmas = ({ state }: Playing) => Object.values(state.steps).map(({ sigma }) => sigma);
const inARow = (count: number, facts = {}) =>
  aPlan(
    Array.from({ length: count }, (_, at) => aStep(`s${at}`, { requires: at === 0 ? [] : [`s${at - 1}`], ...facts })),
  );

/** Generates and judges the next attempt. */
function attempt(run: Playing, verdict: 'pass' | 'retry' | 'fatal' = 'pass'): void {
  run.do(generated(tokenOf(run)));
  run.do(judged(tokenOf(run), verdict));
}

test('S0-F1, S3-D5-a: at first every status is unsatisfied, no history is there, no attempt is used, and the goal is set', () => {
  const plan = inARow(3);
  const { log } = playing(plan);
  const created = log.slice(0, 1).reduce(evolve, INITIAL);
  const steps = Object.values(created.steps);
  expect(steps).toHaveLength(3);
  for (const one of steps) expect(one).toMatchObject({ sigma: 'unsatisfied', failures: [], attempt: 0 });
  expect(plan.goal).toEqual(['s0', 's1', 's2']);
});

test('S0-F2: an artifact is kept before anything judges it', () => {
  const run = playing(inARow(1));
  run.do(generated(tokenOf(run)));
  expect(run.log.at(-1)).toMatchObject({ type: 'artifact.created', step: 's0' });
  expect(run.state.steps['s0']).toMatchObject({ sigma: 'unsatisfied', call: { phase: 'guard' } });
});

test('S0-F4, S3-D4-a/b/c: a pass sets the status and clears the history; a rejection keeps the status and adds to it; a fatal one asks a person', () => {
  const run = playing(inARow(2));
  attempt(run, 'retry');
  expect(run.state.steps['s0']).toMatchObject({ sigma: 'unsatisfied', failures: [{ guard: 'g' }] });
  attempt(run);
  expect(run.state.steps['s0']).toMatchObject({ sigma: 'satisfied', failures: [] });
  attempt(run, 'fatal');
  expect(sigmas(run)).toEqual(['satisfied', 'fatal']);
  expect(run.state.life.status).toBe('escalated');
});

test('S3-D1-b, S3-D1-c, S3-D3-d: a status is one of three words and nothing else, and a fatal verdict is told apart from one to try again', () => {
  const seen = (['pass', 'retry', 'fatal'] as const).map((verdict) => {
    const run = playing(inARow(1));
    attempt(run, verdict);
    return [...sigmas(run), run.state.life.status];
  });
  expect(seen).toEqual([
    ['satisfied', 'completed'],
    ['unsatisfied', 'running'],
    ['fatal', 'escalated'],
  ]);
});

test('S0-F5: after each pass the goal is tested: the next step is begun, or the run is complete', () => {
  const run = playing(inARow(3));
  const told = [1, 2, 3].map(() => {
    attempt(run);
    return [run.state.life.status, wanted(run.state).map(({ step }) => step)];
  });
  expect(told).toEqual([
    ['running', ['s1']],
    ['running', ['s2']],
    ['completed', []],
  ]);
});

test('S0-F6, S0-T3c: a rejection is another attempt until the attempts are used up: with three retries there are four', () => {
  const run = playing(inARow(1, { onExhausted: 'fail' }));
  const left = [1, 2, 3, 4].map(() => {
    attempt(run, 'retry');
    return wanted(run.state).length;
  });
  expect([left, run.state.usage.attempts, run.state.life.status]).toEqual([[1, 1, 1, 0], 4, 'failed']);
});

test('S3-D2-e: the history is that of one step: the next one begins without it', () => {
  const run = playing(inARow(2));
  attempt(run, 'retry');
  attempt(run);
  attempt(run, 'retry');
  expect(run.state.steps['s1']?.failures).toHaveLength(1);
  expect(run.state.steps['s0']?.failures).toEqual([]);
});

test('S3-GI: what the run does depends on the verdicts alone, not on what was generated', () => {
  const told = ['one', 'another'].map((text) => {
    const run = playing(inARow(2));
    for (const verdict of ['retry', 'pass', 'retry', 'retry', 'pass'] as const) {
      run.do({ ...generated(tokenOf(run)), artifactId: `art_${text}_${run.log.length}`, digest: `sha256:${text}` });
      run.do(judged(tokenOf(run), verdict));
    }
    return run.log.map((event) => [event.type, 'step' in event ? event.step : '']);
  });
  expect(told[0]).toEqual(told[1]);
  expect(told[0]?.at(-1)).toEqual(['run.closed', '']);
});

test('S3-P1: with three attempts that each fail half of the time about an eighth of the runs fails, as (1 − ε) to the third', () => {
  const random = seeded(1);
  const runs = Array.from({ length: 2_000 }, () => {
    const run = playing(inARow(1, { attempts: 3, onExhausted: 'fail' }));
    while (run.state.life.status === 'running') attempt(run, random.between(0, 1) === 0 ? 'pass' : 'retry');
    return run.state.life.status;
  });
  const share = runs.filter((status) => status === 'failed').length / runs.length;
  expect(share).toBeCloseTo(1 / 8, 1);
  expect(share).toBeGreaterThan(0.1);
});

test('S3-D8-c: what is told upstream holds the errors, the approaches and what to do next', () => {
  const rejected = ['first try', 'second try'].map((text, at) => ({
    n: at + 1,
    guard: 'tests',
    text,
    feedback: `AssertionError: ${text} lacks an item`,
    signature: 'assertionerror: an item is missing',
  }));
  const summary = rejectionSummary(rejected, 'work', 'Plan for the empty list, too.');
  for (const part of ['AssertionError', 'first try', 'lacks an item', 'Plan for the empty list, too.'])
    expect(summary).toContain(part);
});
