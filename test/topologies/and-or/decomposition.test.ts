// Pure: what the log of a decomposition makes of the run.
import { evolve } from '../../../src/engine.ts';
import { INITIAL } from '../../../src/model/run-state.ts';

test('R20, R25: a part that has the name of a step that was taken out goes on counting where that one stood', () => {
  const place = { step: 'part', epoch: 1, attempt: 1 };
  const { steps } = [
    {
      type: 'run.created',
      runId: 'run_1',
      steps: ['app', 'part'],
      budgets: { maxParallelAgents: 1 },
      by: 'me',
    } as const,
    { type: 'step.started', step: 'part', epoch: 1, allowed: 1 } as const,
    { type: 'attempt.started', ...place, n: 1, token: 't3' } as const,
    { type: 'attempt.finished', ...place, token: 't3', status: 'rejected' } as const,
    {
      type: 'run.redirected',
      redirectId: 'rdr_1',
      change: 'dag_adjustment',
      description: 'without it',
      by: 'me',
      trailCleared: false,
      added: [],
      removed: ['part'],
      granted: 0,
    } as const,
    {
      type: 'step.decomposed',
      step: 'app',
      artifactId: 'art_1',
      children: ['part'],
      reason: 'parts',
      revision: 'sha256:1',
      granted: 0,
    } as const,
  ].reduce((state, event, at) => evolve(state, { ...event, seq: at + 1, at: at + 1 }), INITIAL);
  expect(steps['part']).toMatchObject({ epoch: 1, n: 1, sigma: 'unsatisfied', open: false });
});
