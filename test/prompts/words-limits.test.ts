// Pure: what words of a person may spend, and what may be agreed to (R43, R49, R86).

import { wantedCalls } from '../../src/engine.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { NO_USAGE } from '../../src/model/usage.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';
import { saying } from '../support/played/spoken.ts';

const tokenOf = (run: Playing) => wantedCalls(run.plan, run.state)[0]?.token ?? '';
const spending = (run: Playing, outputTokens: number) => ({
  ...generated(tokenOf(run)),
  usage: { ...NO_USAGE, outputTokens },
});

test('a proposal that uses up a budget of a run that waits anyway is a question about the budget (R49, R86)', () => {
  const run = playing(aPlan([aStep('a', { attempts: 1 })], { maxTokens: 100 }));
  run.do(spending(run, 50));
  run.do(judged(tokenOf(run), 'retry'));
  expect(run.state.life.status).toBe('escalated');
  run.do(saying(run.plan));
  run.do(spending(run, 60));
  run.do(judged(tokenOf(run), 'retry'));
  expect(wantedCalls(run.plan, run.state)).toEqual([]);
  expect(openEscalations(run.state).map(({ kind }) => kind)).toContain('budget');
});

test('so is a draft of what a run is for (R49)', () => {
  const steps = [aStep('a'), aStep('draft', { clarification: true, optional: true, attempts: 3 })];
  const run = playing({ ...aPlan(steps, { maxTokens: 100 }), topology: 'and-or' }, { unaligned: true });
  run.do(spending(run, 110));
  run.do(judged(tokenOf(run), 'retry'));
  expect(wantedCalls(run.plan, run.state)).toEqual([]);
  expect(openEscalations(run.state).map(({ kind }) => kind)).toContain('budget');
});

test('a proposal that a person has amended into what its guard refuses cannot be agreed to (R43, R86)', () => {
  const run = playing(aPlan([aStep('a')]));
  run.do(saying(run.plan));
  run.do(generated(tokenOf(run)));
  run.do({ kind: 'pending', token: tokenOf(run), leaf: 'agreed' });
  const escalationId = openEscalations(run.state)[0]?.id ?? '';
  run.do({ kind: 'decide', escalationId, action: 'amend', artifactId: 'art_mine', digest: 'sha256:mine', by: 'ann' });
  run.do({ ...judged(tokenOf(run), 'retry'), guard: 'proposal' });
  const agree = () => run.do({ kind: 'decide', escalationId, action: 'approve', artifactDigest: 'sha256:mine' });
  expect(agree).toThrow(/did not take this text/);
  run.do({ kind: 'decide', escalationId, action: 'skip' });
  expect(run.state.life.status).toBe('running');
});
