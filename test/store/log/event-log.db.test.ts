import { evolve } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { LogFork } from '../../../src/ports/store/errors.ts';
import { project } from '../../../src/store/log/projection.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { aRun, aStepsWork, created, numbered, startRun } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const page = { limit: 200 };

test('design 5: what is appended is read back as it was, oldest first, from any number on', async () => {
  const { id } = await startRun(on.store);
  const work = aStepsWork('a');
  await on.store.events.append(id, work);
  expect(await on.store.events.read(id, 1, 100)).toEqual(work);
  expect(await on.store.events.read(id, 5, 2)).toEqual(work.slice(4, 6));
  expect(await on.store.events.read(id, 1e30, 10)).toEqual([]);
  expect(await on.store.events.read('run_none', 0, 10)).toEqual([]);
});

test('design 5: the view is the fold of the log', async () => {
  const { id } = await startRun(on.store);
  for (const event of [...aStepsWork('a'), ...aStepsWork('b', 14)]) await on.store.events.append(id, [event]);
  const log = await on.store.events.read(id, 0, 100);
  const rebuilt = project(INITIAL, new Map(), log, evolve);
  expect((await on.store.runs.find(id))?.state).toEqual(log.reduce(evolve, INITIAL));
  const { rows } = await on.store.attempts.list(id, {}, page);
  const shown = rows.map(({ token, step, n = null, status, startedAt, endedAt }) => ({
    token,
    step,
    n,
    status,
    startedAt,
    endedAt,
  }));
  expect(rebuilt.attempts).toMatchObject(shown);
});

test('design 5: a batch can be sent again, in whole, in part, and with others behind it', async () => {
  const { id } = await startRun(on.store);
  const work = aStepsWork('a');
  await on.store.events.append(id, work.slice(0, 6));
  await on.store.events.append(id, work.slice(0, 6));
  await on.store.events.append(id, work.slice(2, 4));
  await on.store.events.append(id, work);
  await on.store.events.append(id, []);
  expect(await on.store.events.read(id, 1, 100)).toEqual(work);
  expect((await on.store.runs.find(id))?.state.seq).toBe(13);
});

test('design 5: neither the order of keys nor a field without a value makes an event another one', async () => {
  const { id } = await startRun(on.store);
  const [note] = numbered([{ type: 'note.added', step: 'a', text: 'x' }], 2);
  const [whole] = numbered([{ type: 'run.started' }], 3);
  if (!note || !whole) throw new Error('unreachable');
  await on.store.events.append(id, [note, whole]);
  const reversed: Event = { at: note.at, seq: 2, text: 'x', step: 'a', type: 'note.added' };
  const withNothing = { ...whole };
  Reflect.set(withNothing, 'step', undefined);
  await on.store.events.append(id, [reversed, withNothing]);
  expect(await on.store.events.read(id, 1, 100)).toEqual([note, whole]);
});

test('R74: other content under a number is a fork, and nothing of the batch is stored', async () => {
  const { id } = await startRun(on.store);
  await on.store.events.append(id, numbered([{ type: 'run.started' }], 2));
  const other = numbered(
    [
      { type: 'note.added', text: 'x' },
      { type: 'note.added', text: 'y' },
    ],
    2,
  );
  await expect(on.store.events.append(id, other)).rejects.toThrow(LogFork);
  expect(await on.store.events.read(id, 0, 100)).toHaveLength(2);
});

test.each([
  ['after the log', [3]],
  ['within the batch', [2, 4]],
])('design 5: a hole %s is refused', async (_, seqs) => {
  const { id } = await startRun(on.store);
  const batch = seqs.flatMap((seq) => numbered([{ type: 'note.added', text: 'x' }], seq));
  await expect(on.store.events.append(id, batch)).rejects.toThrow(LogFork);
  expect(await on.store.events.read(id, 0, 100)).toHaveLength(1);
});

test('a run that does not exist has no log to append to', async () => {
  await expect(on.store.events.append('run_none', numbered([{ type: 'run.started' }]))).rejects.toThrow('run_none');
});

test('design 5: the same batch from many at once is stored once', async () => {
  const { id } = await startRun(on.store);
  const work = aStepsWork('a');
  await Promise.all(Array.from({ length: 8 }, (_, at) => on.store.events.append(id, work.slice(0, 5 + at))));
  expect(await on.store.events.read(id, 1, 100)).toEqual(work);
  expect((await on.store.runs.find(id))?.state.seq).toBe(13);
});

test('R74: of different events for one number at once, one is stored and the others are forks', async () => {
  const { id } = await startRun(on.store);
  const batches = Array.from({ length: 6 }, (_, at) => numbered([{ type: 'note.added', text: `${at}` }], 2));
  const results = await Promise.allSettled(batches.map((batch) => on.store.events.append(id, batch)));
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(failed).toHaveLength(5);
  expect(failed.every((reason) => reason instanceof LogFork)).toBe(true);
  expect(await on.store.events.read(id, 1, 100)).toHaveLength(1);
});

test('texts of people may hold anything, NUL included', async () => {
  const { id } = await startRun(on.store);
  const events = numbered([{ type: 'run.stopping', reason: 'a\u0000b "\\ {} é 😀', mode: 'now', by: 'ann' }], 2);
  await on.store.events.append(id, events);
  expect(await on.store.events.read(id, 1, 1)).toEqual(events);
  expect((await on.store.runs.find(id))?.state.control.stop?.reason).toBe('a\u0000b "\\ {} é 😀');
});

test('the steps of a view keep their declared order', async () => {
  const run = aRun();
  await on.store.runs.create(run, ...first(numbered([created(run.id, ['zeta', 'a', 'middle'])])));
  expect(Object.keys((await on.store.runs.find(run.id))?.state.steps ?? {})).toEqual(['zeta', 'a', 'middle']);
});

test('R83: every store hears of a batch, with the tokens that it discarded', async () => {
  const other = await createStore({ databaseUrl: on.database.url, poolSize: 1 });
  try {
    const { id } = await startRun(on.store);
    const heard = new Promise((resolve) => {
      other.events.subscribe((notification) => {
        if (notification.runId === id && notification.seq > 1) resolve(notification);
      });
    });
    await on.store.events.append(id, aStepsWork('a'));
    expect(await heard).toEqual({ runId: id, seq: 13, status: 'running', tokens: ['t7'] });
  } finally {
    await other.close();
  }
});

test('R83: tokens that do not fit a notification are heard nevertheless', async () => {
  const { id } = await startRun(on.store);
  const tokens = Array.from({ length: 600 }, (_, at) => `t${at}-${'x'.repeat(20)}`);
  const at = { step: 'a', epoch: 1, attempt: 1, status: 'discarded' } as const;
  const heard = new Promise((resolve) => {
    on.store.events.subscribe((notification) => {
      if (notification.runId === id && notification.seq > 1) resolve(notification);
    });
  });
  await on.store.events.append(
    id,
    numbered(
      tokens.map((token) => ({ type: 'attempt.finished', token, ...at })),
      2,
    ),
  );
  expect(await heard).toEqual({ runId: id, seq: 601, status: 'running', tokens });
});

test('a subscription that was ended hears no more', async () => {
  const { id } = await startRun(on.store);
  const heard: number[] = [];
  const end = on.store.events.subscribe(({ runId, seq }) => void (runId === id && heard.push(seq)));
  const last = new Promise<void>((resolve) => {
    on.store.events.subscribe(({ runId, seq }) => void (runId === id && seq === 3 && resolve()));
  });
  await on.store.events.append(id, numbered([{ type: 'run.started' }], 2));
  await on.store.events.waitFor(id, 2, 1_000);
  end();
  await on.store.events.append(id, numbered([{ type: 'note.added', text: 'x' }], 3));
  await last;
  expect(heard.filter((seq) => seq === 3)).toEqual([]);
});

test('R74: waiting ends at once when the log has the number, and as soon as it comes', async () => {
  const { id } = await startRun(on.store);
  expect(await on.store.events.waitFor(id, 1, 0)).toBe(true);
  const waits = on.store.events.waitFor(id, 2, 5_000);
  await on.store.events.append(id, numbered([{ type: 'run.started' }], 2));
  expect(await waits).toBe(true);
});

test('R74: waiting for a number that does not come ends with false', async () => {
  const { id } = await startRun(on.store);
  expect(await on.store.events.waitFor(id, 2, 20)).toBe(false);
  expect(await on.store.events.waitFor('run_none', 1, 20)).toBe(false);
});

test('R83: asked for calls, the log names those it has discarded, by run and token', async () => {
  const { id } = await startRun(on.store);
  const { id: other } = await startRun(on.store);
  await on.store.events.append(id, aStepsWork('a'));
  await on.store.events.append(other, aStepsWork('a').slice(0, 2));
  const calls = [id, other].flatMap((runId) => ['t3', 't7', 't9'].map((token) => ({ runId, token, held: true })));
  expect(await on.store.events.discarded(calls)).toEqual([{ runId: id, token: 't7', held: true }]);
  expect(await on.store.events.discarded([])).toEqual([]);
});

function first(events: readonly Event[]): [Event] {
  const [event] = events;
  if (!event) throw new Error('unreachable');
  return [event];
}
