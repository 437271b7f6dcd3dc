// Pure: what a person changes while a machine asks its conditions (R54, R89, R103).

import { raisedBound, wantedCalls } from '../../../src/engine.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { mostPerTurn } from '../../../src/topologies/machine/per-turn.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, playing } from '../../support/played/playing.ts';

function machineOf(steps: Plan['steps'], maxIterations: number): Plan {
  const perTurn = mostPerTurn(['s'], steps);
  const machine = {
    states: ['s', 'done'],
    initial: 's',
    finals: ['done'],
    endsAsDeclared: true,
    transitions: [],
    perTurn,
  };
  return { ...aPlan(steps, { maxIterations }), topology: 'machine', bound: perTurn * maxIterations, machine } as Plan;
}

test('a run_if that is asked while a person corrects the variables is asked anew (R89, R103)', () => {
  const run = playing(machineOf([aStep('fix', { conditional: true }), aStep('look')], 20));
  const [before] = wantedCalls(run.plan, run.state);
  run.do({
    kind: 'redirect',
    prepared: true,
    type: 'bindings_override',
    description: 'It is ready.',
    variables: { artifactId: 'art_vars', digest: 'sha256:vars' },
  });
  const asked = wantedCalls(run.plan, run.state);
  expect(asked).toMatchObject([{ phase: 'condition', step: 'fix' }]);
  run.do({ kind: 'conditioned', token: before?.token ?? '', outcome: 'false', reason: 'ready is false' });
  expect(wantedCalls(run.plan, run.state)).toEqual(asked);
});

test('what a person has done anew and is then not for this run ends its turn, so that the bound holds (R26, R89)', () => {
  const run = playing(
    machineOf([aStep('draft', { conditional: true, attempts: 2 }), aStep('publish', { attempts: 2 })], 1),
  );
  let outcome: 'true' | 'false' = 'true';
  for (let rounds = 0; rounds < 40; rounds += 1) {
    const [call] = wantedCalls(run.plan, run.state);
    const [asked] = openEscalations(run.state);
    if (call?.phase === 'condition') run.do({ kind: 'conditioned', token: call.token, outcome, reason: 'no more' });
    else if (call?.phase === 'generate') run.do(generated(call.token));
    else if (call) run.do(judged(call.token, 'retry'));
    else if (asked?.step === 'draft') {
      outcome = 'false';
      run.do({ kind: 'decide', escalationId: asked.id, action: 'redo', step: 'draft' });
    } else break;
  }
  expect(run.state.usage.attempts).toBe(2);
  expect(run.state.usage.attempts).toBeLessThanOrEqual(raisedBound(run.plan, run.state));
});
