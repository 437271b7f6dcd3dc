// Pure: what Temporal's Web UI shows of a run beside its history.

import { wanted } from '../../src/engine.ts';
import { detailsOf } from '../../src/stories/details.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, playing } from '../support/played/playing.ts';

const plan = aPlan([aStep('a'), aStep('b', { requires: ['a'] })]);

test('a run under way: its steps, and how many generations it can still make', () => {
  const run = playing(plan);
  const details = detailsOf(plan, run.state);
  expect(details).toContain('## example v1: running');
  expect(details).toContain('| a | generating | 1 of 4 | scripted |  |');
  expect(details).toContain('1 of at most 8 generations, at most 7 more');
});

test('console 6.11: it leads to the page of the run in the console, where the address of the service is known', () => {
  const { state } = playing(plan);
  expect(detailsOf(plan, state, 'https://dsap.example')).toContain(`https://dsap.example/console/runs/${state.runId}`);
  expect(detailsOf(plan, state)).not.toContain('/console/');
});

test('a search says what is left, what was chosen, and whether it is complete', () => {
  const steps = ['a', 'b'].map((id) => aStep(id, { orGroup: 'way', attempts: 1 }));
  const groups = [{ id: 'way', choices: ['a', 'b'] }];
  const baseCase = { leaf: 'baseCase', on: 'way' };
  const search = { ...aPlan(steps), topology: 'and-or', groups, baseCase } as const;
  const run = playing(search);
  expect(detailsOf(search, run.state)).toContain('1 unresolved; the base case does not hold yet; way: trying a');
  const token = wanted(run.state)[0]?.token ?? '';
  run.do(generated(token));
  run.do(judged(token, 'retry'));
  expect(detailsOf(search, run.state)).toContain('way: trying b (failed: a)');
});

test('a question comes with what each answer leads to and a message to fill in, which decides nothing unread (R90)', () => {
  const run = playing(plan);
  const token = wanted(run.state)[0]?.token ?? '';
  run.do(generated(token));
  run.do(judged(token, 'fatal'));
  const details = detailsOf(plan, run.state, 'https://dsap.example');
  const [id] = Object.keys(run.state.escalations);
  expect(details).toContain('A person is asked (judged fatal, step a)');
  const message = /```json\n(.*)\n```/.exec(details)?.[1] ?? '{}';
  expect(JSON.parse(message)).toMatchObject({
    escalationId: id,
    action: '<approve | amend | retry | redo | skip | abort>',
    artifactDigest: `sha256:${token}`,
  });
  expect(details).toContain(`To answer in the console: https://dsap.example/console/e/${id}`);
  expect(details).toContain(`Evidence: https://dsap.example/v1/escalations/${id}`);
  expect(details).toContain(`[art_${token}](https://dsap.example/v1/artifacts/art_${token}/content)`);
  expect(details).toContain('- `skip` goes on without the step');
});

test('a pause says who asked for it, why, and how to go on', () => {
  const run = playing(plan);
  run.do({ kind: 'pause', by: 'ann', reason: 'lunch' });
  expect(detailsOf(plan, run.state)).toContain('### Pausing by ann: lunch');
  const token = wanted(run.state)[0]?.token ?? '';
  run.do(generated(token));
  run.do(judged(token));
  const details = detailsOf(plan, run.state);
  expect(details).toContain('### Paused by ann: lunch');
  expect(details).toContain('`resume`, or `POST /v1/runs/run_1/resume`');
});
