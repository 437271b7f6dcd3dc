// Pure: a base case that is due is verified wherever the run stands, and what an early end has made is published (R101, R104).

import { wanted, wantedCalls } from '../../../src/engine.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { NO_USAGE } from '../../../src/model/usage.ts';
import { isPublished } from '../../../src/topologies/and-or/branches.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';

const search = (facts: object = {}) =>
  playing(
    searchPlan([atom('bad', { recovery: { rMax: 0, rPatience: null } }), atom('x'), atom('y')], {
      objective: objective('x'),
      ...facts,
    }),
  );
const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
const verifying = (run: Playing) => wantedCalls(run.plan, run.state).find(({ phase }) => phase === 'verify');
const found = (run: Playing, passed: boolean, more: object = {}) => {
  const { token = '' } = verifying(run) ?? {};
  return run.do({ kind: 'verified', token, passed, artifactId: 'art_e', digest: 'sha256:e', ...more });
};
function pass(run: Playing, step: string): void {
  const token = tokenOf(run, step);
  run.do(generated(token));
  run.do(judged(token));
}
function fail(run: Playing, step: string): void {
  const token = tokenOf(run, step);
  run.do(generated(token));
  run.do(judged(token, 'retry'));
}

test('R101: what resolves while a person is asked about something else completes the run, and its questions are withdrawn', () => {
  const run = search();
  fail(run, 'bad');
  expect(run.state.life.status).toBe('escalated');
  pass(run, 'x');
  expect(verifying(run)).toBeDefined();
  found(run, true);
  expect(run.state.life.status).toBe('completed');
  expect(openEscalations(run.state)).toEqual([]);
});

test('R101: so it does while the run is being paused, and once it is', () => {
  const run = search();
  run.do({ kind: 'pause' });
  pass(run, 'x');
  expect(verifying(run)).toBeDefined();
  fail(run, 'bad');
  fail(run, 'y');
  expect(run.state.life.status).toBe('paused');
  found(run, true);
  expect(run.state.life.status).toBe('completed');
});

test('R101: one that does not hold changes nothing, and is verified again only once something has changed', () => {
  const run = search();
  fail(run, 'bad');
  pass(run, 'x');
  found(run, false);
  expect(run.state.life.status).toBe('escalated');
  expect(verifying(run)).toBeUndefined();
});

test('R101: out of budget no model is asked; what one would have had to say is asked once there is budget again', () => {
  const run = search({ budgets: { maxTokens: 50 } });
  run.do({ ...generated(tokenOf(run, 'y')), usage: { ...NO_USAGE, inputTokens: 60 } });
  expect(run.state.life.status).toBe('budget_exceeded');
  pass(run, 'x');
  expect(verifying(run)).toBeDefined();
  found(run, false, { leftOut: true });
  expect(verifying(run)).toBeUndefined();
  const [question] = openEscalations(run.state);
  run.do({ kind: 'decide', escalationId: question?.id ?? '', action: 'raise', budgets: { maxTokens: 999 } });
  expect(verifying(run)).toBeDefined();
});

test('R50: what a run is for is agreed on before anything is verified', () => {
  const run = playing(searchPlan([], {}), { unaligned: true });
  expect(verifying(run)).toBeUndefined();
});

test('R104: each accepted step has its binding at the end, of a wave cut short too', () => {
  const run = search();
  pass(run, 'y');
  const step = (id: string) => run.plan.steps.find((one) => one.id === id) ?? run.plan.steps[0];
  const published = (id: string) => {
    const planned = step(id);
    return planned !== undefined && isPublished(run.plan, run.state, planned);
  };
  expect(published('y')).toBe(false);
  pass(run, 'x');
  found(run, true);
  expect([published('x'), published('y')]).toEqual([true, true]);
});
