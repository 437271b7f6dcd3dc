import { randomUUID } from 'node:crypto';
import type { Event } from '../../../src/model/event.ts';
import type { PageRequest } from '../../../src/ports/store/pages.ts';
import { BadCursor } from '../../../src/ports/store/pages.ts';
import { anArtifact, aStepsWork, aVerdict, numbered, startRun } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const all = { limit: 200 };

describe('attempts', () => {
  test('R25: they are listed oldest first, with artifact, verdict and faults', async () => {
    const { id: runId } = await startRun(on.store);
    await on.store.events.append(runId, aStepsWork('a'));
    const artifact = anArtifact('1', { id: `art_${randomUUID()}`, runId, token: 't3' });
    await on.store.artifacts.save(artifact, ['1']);
    await on.store.verdicts.save(runId, 't3', artifact.id, aVerdict('retry', 'no'));
    await on.store.faults.record({ runId, token: 't9', phase: 'guard', detail: 'broken', startedAt: 1 });
    const { rows } = await on.store.attempts.list(runId, {}, all);
    const at = { runId, step: 'a', epoch: 1 };
    const fault = { at: expect.any(Number), phase: 'guard', detail: 'broken' };
    const times = [
      { startedAt: 1_030, endedAt: 1_060 },
      { startedAt: 1_070, endedAt: 1_080 },
      { startedAt: 1_090, endedAt: 1_120 },
    ];
    const verdict = aVerdict('retry', 'no');
    expect(rows).toEqual([
      { ...at, ...times[0], token: 't3', attempt: 1, n: 1, status: 'rejected', artifact, verdict, faults: [] },
      { ...at, ...times[1], token: 't7', attempt: 2, status: 'discarded', faults: [] },
      { ...at, ...times[2], token: 't9', attempt: 2, n: 2, status: 'accepted', faults: [fault] },
    ]);
  });

  test('R27: a late answer is shown with the attempt that was discarded', async () => {
    const { id: runId } = await startRun(on.store);
    await on.store.events.append(runId, aStepsWork('a'));
    const late = anArtifact('late', { runId, token: 't7' });
    await on.store.artifacts.save(late, ['late']);
    const { rows } = await on.store.attempts.list(runId, { step: 'a' }, all);
    expect(rows[1]).toMatchObject({ token: 't7', status: 'discarded', artifact: late });
  });

  test('R25: a step and an ordinal name one attempt', async () => {
    const { id: runId } = await startRun(on.store);
    await on.store.events.append(runId, [...aStepsWork('a'), ...aStepsWork('b', 14)]);
    const tokens = async (filter: { step?: string; n?: number }): Promise<readonly string[]> =>
      (await on.store.attempts.list(runId, filter, all)).rows.map(({ token }) => token);
    expect(await tokens({})).toEqual(['t3', 't7', 't9', 't15', 't19', 't21']);
    expect(await tokens({ step: 'b' })).toEqual(['t15', 't19', 't21']);
    expect(await tokens({ step: 'a', n: 2 })).toEqual(['t9']);
    expect(await tokens({ step: 'a', n: 3 })).toEqual([]);
  });

  test('R57: they come in pages', async () => {
    const { id: runId } = await startRun(on.store);
    await on.store.events.append(runId, aStepsWork('a'));
    const first = await on.store.attempts.list(runId, {}, { limit: 2 });
    const second = await on.store.attempts.list(runId, {}, { limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.rows, ...second.rows].map(({ token }) => token)).toEqual(['t3', 't7', 't9']);
    expect(second.nextCursor).toBeNull();
    const runs = await on.store.runs.list({}, { limit: 1 });
    await expect(on.store.attempts.list(runId, {}, { limit: 1, cursor: runs.nextCursor ?? '' })).rejects.toThrow(
      BadCursor,
    );
  });
});

describe('escalations', () => {
  test('one is found, with the name of its workflow, and follows the log', async () => {
    const { id: runId } = await startRun(on.store);
    const id = `esc_${randomUUID()}`;
    await on.store.events.append(runId, opened(id, 2));
    const escalation = {
      id,
      status: 'open',
      kind: 'attempts_exhausted',
      step: 'a',
      question: 'NUL \u0000?',
      openedAt: 1_020,
    };
    expect(await on.store.escalations.find(id)).toMatchObject({ runId, workflow: 'flow', escalation });
    const decided = {
      type: 'escalation.decided',
      escalationId: id,
      action: 'abort',
      by: 'ann',
      comment: 'no \u0000',
      payload: '{}',
    } as const;
    await on.store.events.append(runId, numbered([decided], 3));
    const decision = { action: 'abort', by: 'ann', comment: 'no \u0000', at: 1_030 };
    expect((await on.store.escalations.find(id))?.escalation).toMatchObject({ status: 'decided', decision });
    expect(await on.store.escalations.find('esc_none')).toBeUndefined();
  });

  test('R45: the inbox is newest first, filtered by status, run and kind, in pages', async () => {
    const { id: runId } = await startRun(on.store);
    const ids = ['x', 'y', 'z'].map((name) => `esc_${name}_${randomUUID()}`);
    await on.store.events.append(
      runId,
      ids.flatMap((id, at) => opened(id, 2 + at)),
    );
    const withdrawn = { type: 'escalation.withdrawn', escalationId: ids[1] ?? '' } as const;
    await on.store.events.append(runId, numbered([withdrawn], 5));
    const list = async (filter: Parameters<typeof on.store.escalations.list>[0]): Promise<readonly string[]> =>
      (await on.store.escalations.list({ runId, ...filter }, all)).rows.map(({ escalation }) => escalation.id);
    expect(await list({})).toEqual(ids.toReversed());
    expect(await list({ status: 'open' })).toEqual([ids[2], ids[0]]);
    expect(await list({ status: 'withdrawn' })).toEqual([ids[1]]);
    expect(await list({ kind: 'budget' })).toEqual([]);
    const first = await on.store.escalations.list({ runId }, { limit: 2 });
    const second = await on.store.escalations.list({ runId }, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.rows.map(({ escalation }) => escalation.id)).toEqual([ids[0]]);
  });

  test('the inbox by urgency has what expires first before all, then the oldest, whatever was written in it, in pages', async () => {
    const { id: runId } = await startRun(on.store);
    const ids = ['a', 'b', 'c', 'd'].map((name) => `esc_${name}_${randomUUID()}`);
    const expiry = [undefined, 9_000, undefined, 5_000];
    await on.store.events.append(
      runId,
      ids.flatMap((id, at) =>
        opened(id, 2 + at).map((event) => ({
          ...event,
          ...(expiry[at] && { expiresAt: expiry[at] }),
          step: '"expiresAt":1',
        })),
      ),
    );
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: PageRequest = { limit: 1, ...(cursor !== '' && { cursor }) };
      const { rows, nextCursor } = await on.store.escalations.list({ runId, isByUrgency: true }, page);
      found.push(...rows.map(({ escalation }) => escalation.id));
      cursor = nextCursor;
    }
    expect(found).toEqual([ids[3], ids[1], ids[0], ids[2]]);
  });
});

function opened(escalationId: string, seq: number): readonly Event[] {
  const place = { step: 'a', epoch: 1, attempt: 2, artifactId: 'art_1', artifactDigest: 'sha256:1' };
  const question = { question: 'NUL \u0000?', allowedActions: ['abort'] } as const;
  return numbered(
    [{ type: 'escalation.opened', kind: 'attempts_exhausted', escalationId, ...place, ...question }],
    seq,
  );
}
