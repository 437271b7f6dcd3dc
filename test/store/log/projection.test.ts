import { evolve } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { type Projection, project } from '../../../src/store/log/projection.ts';
import type { AttemptView } from '../../../src/store/views/attempt-view.ts';
import { aStepsWork, created, numbered } from '../makers.ts';

const log: readonly Event[] = [...numbered([created('run_1')]), ...aStepsWork('a')];

test('R25 and R27: a row per token, with its ordinal unless it was discarded', () => {
  const { attempts } = project(INITIAL, new Map(), log, evolve);
  const shown = attempts.map(({ token, n, status, artifactId }) => ({ token, n, status, artifactId }));
  expect(shown).toEqual([
    { token: 't3', n: 1, status: 'rejected', artifactId: 'art_a1' },
    { token: 't7', n: null, status: 'discarded', artifactId: null },
    { token: 't9', n: 2, status: 'accepted', artifactId: 'art_a2' },
  ]);
});

test('R83: the tokens that a batch discards are named', () => {
  expect(project(INITIAL, new Map(), log, evolve).tokens).toEqual(['t7']);
});

test('design 5: however a log is cut into batches, the views come out the same', () => {
  const whole = project(INITIAL, new Map(), log, evolve);
  for (let cut = 1; cut < log.length; cut++) {
    const first = project(INITIAL, new Map(), log.slice(0, cut), evolve);
    const second = project(first.state, byToken(first), log.slice(cut), evolve);
    expect(second.state).toEqual(whole.state);
    expect([...new Map([...byToken(first), ...byToken(second)]).values()]).toEqual(whole.attempts);
  }
});

test('R43: an artifact of a person opens a row of its own, without an ordinal', () => {
  const amended = numbered(
    [
      { type: 'artifact.created', step: 'a', epoch: 1, attempt: 2, token: 'h14', artifactId: 'art_h', ...humanWork },
      { type: 'attempt.finished', step: 'a', epoch: 1, attempt: 2, token: 'h14', status: 'accepted' },
    ],
    14,
  );
  const { attempts } = project(INITIAL, new Map(), [...log, ...amended], evolve);
  expect(attempts.at(-1)).toMatchObject({ token: 'h14', n: null, status: 'accepted', artifactId: 'art_h' });
});

test('R10, R48: an override supersedes what it takes the place of, and is superseded by the next', () => {
  const overrides = numbered(
    ['h14', 'h17'].flatMap((token) => {
      const place = { step: 'a', epoch: 1, attempt: 2 };
      return [
        { type: 'artifact.created', ...place, token, artifactId: `art_${token}`, ...humanWork },
        { type: 'attempt.finished', ...place, token, status: 'accepted' },
        { type: 'step.satisfied', ...place, artifactId: `art_${token}`, digest: humanWork.digest },
      ] as const;
    }),
    14,
  );
  const { attempts } = project(INITIAL, new Map(), [...log, ...overrides], evolve);
  expect(attempts.map(({ token, status }) => [token, status])).toEqual([
    ['t3', 'rejected'],
    ['t7', 'discarded'],
    ['t9', 'superseded'],
    ['h14', 'superseded'],
    ['h17', 'accepted'],
  ]);
});

test('R61: an attempt that a person approves over its guard is waived', () => {
  const step = { step: 'a', epoch: 1, attempt: 1 };
  const opened = { escalationId: 'esc_1', kind: 'attempts_exhausted', artifactId: 'art_a1', question: '?' } as const;
  const override = numbered(
    [
      { type: 'escalation.opened', ...step, ...opened, allowedActions: ['approve', 'abort'] },
      { type: 'escalation.decided', escalationId: 'esc_1', action: 'approve', by: 'ann', payload: '{}' },
      { type: 'step.waived', ...step, reason: 'approved', artifactId: 'art_a1', digest: 'sha256:1' },
    ],
    14,
  );
  const projection = project(INITIAL, new Map(), [...log, ...override], evolve);
  expect(projection.attempts.find(({ token }) => token === 't3')).toMatchObject({ status: 'waived' });
  expect(projection.escalations).toMatchObject([{ id: 'esc_1', status: 'decided' }]);
});

const humanWork = {
  digest: 'sha256:00',
  source: 'human',
  usage: { inputTokens: 0, cachedTokens: 0, outputTokens: 0, microUsd: 0, llmCalls: 0 },
} as const;

function byToken({ attempts }: Projection): ReadonlyMap<string, AttemptView> {
  return new Map(attempts.map((row) => [row.token, row]));
}
