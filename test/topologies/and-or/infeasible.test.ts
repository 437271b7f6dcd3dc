/** Pure: a probe finds that it cannot be done (R91). */

import { wanted } from '../../../src/engine.ts';
import { failureOf, openEscalations } from '../../../src/model/run-state.ts';
import { groupOf } from '../../../src/topologies/and-or/group-state.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';

/** Answers what is under way until nothing is; of these probes each verdict in turn says whether it can be done, and then that it can. */
function play(run: Playing, findings: Record<string, boolean[]>): Playing {
  for (let [call] = wanted(run.state); call; [call] = wanted(run.state)) {
    const { token, phase, step } = call;
    if (phase === 'generate') run.do(generated(token));
    else run.do({ ...judged(token), ...(findings[step]?.shift() === false && { infeasible: true }) });
  }
  return run;
}

const no = (times = 1) => ({ probe_build: Array.from({ length: times }, () => false) });
const chain = (unknown: unknown = true, facts: object = {}) =>
  playing(
    searchPlan([atom('build', { unknown, ...facts }), atom('ship', { requires: ['build'] })], {
      objective: objective('ship'),
    }),
  );
const begun = ({ log }: Playing) => log.flatMap((event) => (event.type === 'attempt.started' ? [event.step] : []));
const asked = ({ state }: Playing) => openEscalations(state).map(({ kind, step }) => [kind, step]);
const decide = (run: Playing, action: 'approve' | 'retry' | 'skip' | 'abort' | 'redo', more: object = {}) => {
  const [question] = openEscalations(run.state);
  run.do({ kind: 'decide', escalationId: question?.id ?? '', action, ...more });
  return run;
};

test.each([[true], [{}], [{ onInfeasible: 'escalate' }]])(
  'R91: with unknown: %j a person is asked before the step spends anything, about what the probe made',
  (unknown) => {
    const run = play(chain(unknown), no());
    expect(begun(run)).toEqual(['probe_build']);
    expect(run.state.life.status).toBe('escalated');
    expect(openEscalations(run.state)).toMatchObject([
      {
        kind: 'infeasible',
        step: 'probe_build',
        artifactId: expect.any(String),
        question: 'probe_build found that build cannot be done that way: should it be done all the same?',
        allowedActions: ['approve', 'retry', 'redo', 'skip', 'abort'],
      },
    ]);
  },
);

test('R91: approved, the step begins, without a digest to name', () => {
  const run = play(decide(play(chain(), no()), 'approve'), {});
  expect(begun(run)).toEqual(['probe_build', 'build', 'ship']);
  expect(asked(run)).toEqual([]);
});

test('R91: once a person has written what the probe finds, nobody is asked whether to go on', () => {
  const run = play(chain(), no());
  const found = { artifactId: 'art_person', digest: 'sha256:person' };
  run.do({
    kind: 'redirect',
    type: 'bindings_override',
    prepared: true,
    description: 'it can',
    bindings: { probe_build: found },
  });
  expect(asked(run)).toEqual([]);
  expect(begun(play(run, {}))).toEqual(['probe_build', 'build', 'ship']);
});

test('R91: retry asks the probe again with the guidance; a second yes lets the step begin, a second no asks again', () => {
  const again = decide(play(chain(), no()), 'retry', { guidance: 'Look at version 2.' });
  expect(begun(play(again, {}))).toEqual(['probe_build', 'probe_build', 'build', 'ship']);
  const findings = no(2);
  const twice = play(decide(play(chain(), findings), 'retry'), findings);
  expect(asked(twice)).toEqual([['infeasible', 'probe_build']]);
});

test('R91: skip leaves the step out, abort ends the run', () => {
  const skipped = decide(play(chain(true, { optional: true }), no()), 'skip', { by: 'ann' });
  expect(skipped.log).toContainEqual(
    expect.objectContaining({ type: 'step.waived', step: 'build', reason: 'skipped by ann' }),
  );
  expect(decide(play(chain(), no()), 'abort').state.life.status).toBe('failed');
});

test.each([
  ['proceed', ['probe_build', 'build', 'ship'], 'running'],
  ['skip', ['probe_build'], 'escalated'],
  ['fail', ['probe_build'], 'failed'],
])('R91: onInfeasible: %s asks nobody about it', (onInfeasible, expected) => {
  const run = play(chain({ onInfeasible }), no());
  expect(begun(run)).toEqual(expected);
  expect(asked(run)).not.toContainEqual(['infeasible', 'probe_build']);
  if (onInfeasible === 'fail') expect(failureOf(run.state)).toMatchObject({ code: 'infeasible', step: 'probe_build' });
  if (onInfeasible === 'skip') expect(run.state.steps['build']?.sigma).toBe('waived');
});

const AUTH = { orGroups: { auth: { choices: ['jwt', 'session'] } } };

test('R91: another choice comes first', () => {
  const plan = searchPlan([atom('jwt', { unknown: true }), atom('session')], { ...AUTH, objective: objective('auth') });
  const run = play(playing(plan), { probe_jwt: [false] });
  expect(begun(run)).toEqual(['probe_jwt', 'session']);
});

test('R91, R85: else a swap; with `skip` and `proceed` none', () => {
  const after = (unknown: unknown) =>
    playing(
      searchPlan([atom('jwt'), atom('session'), atom('build', { unknown, requires: ['auth'] })], {
        ...AUTH,
        objective: objective('build'),
      }),
    );
  const run = play(after(true), no());
  expect(groupOf(run.state, 'auth').winner).toBe('session');
  expect(begun(run)).toEqual(['jwt', 'probe_build', 'session', 'probe_build', 'build']);
  expect(groupOf(play(after({ onInfeasible: 'proceed' }), no()).state, 'auth').winner).toBe('jwt');
});

test('R91: what requires a probe of its own waits as well, and nothing else does', () => {
  const steps = [
    atom('look', { role: 'probe' }),
    atom('build', { requires: ['look'] }),
    atom('perhaps', { optionalRequires: ['look'] }),
    atom('other'),
  ];
  const run = play(playing(searchPlan(steps, { objective: objective('build') })), { look: [false] });
  expect(begun(run).toSorted()).toEqual(['look', 'other']);
  expect(asked(run)).toEqual([['infeasible', 'look']]);
  expect(begun(play(decide(run, 'approve'), {})).toSorted()).toEqual(['build', 'look', 'other', 'perhaps']);
});

test('R91: a plan from before goes on in silence', () => {
  const plan = searchPlan([atom('build', { unknown: true })], { objective: objective('build') });
  const before = { ...plan, steps: plan.steps.map(({ onInfeasible: _onInfeasible, ...step }) => step) };
  expect(begun(play(playing(before), no()))).toEqual(['probe_build', 'build']);
});
