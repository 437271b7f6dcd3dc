import { setImmediate as turn } from 'node:timers/promises';
import type { RunHead } from '../../../src/ports/store/events.ts';
import type { Told } from '../../../src/store/log/notifications.ts';
import { type Sought, watchRuns } from '../../../src/store/log/watched-runs.ts';
import { waitForSeq, waitUntilSo } from '../../../src/store/wait.ts';
import { until } from '../../support/until.ts';

/** A log of which notifications come as a test says, with every look at it. */
function aLog(every?: number) {
  const heads = new Map<string, RunHead>();
  const looks: (readonly Sought[])[] = [];
  let hear: (told: Told) => void = () => undefined;
  let tellReturn = () => undefined as void;
  const now = { listening: true, away: undefined as Error | undefined };
  const runs = watchRuns({
    notifications: {
      follow(hears) {
        hear = hears;
        return () => undefined;
      },
    },
    listener: { isListening: () => now.listening, onReturn: (tell) => (tellReturn = tell) },
    async lookAt(sought) {
      looks.push(sought);
      const rows = sought.flatMap(({ id, seq }) => {
        const head = heads.get(id);
        return head && head.seq > seq ? [{ id, ...head }] : [];
      });
      await turn();
      if (now.away) throw now.away;
      return rows;
    },
    ...(every !== undefined && { every }),
  });
  const stored = (id: string, seq: number, status: RunHead['status'] = 'running') => heads.set(id, { seq, status });
  return {
    runs,
    looks,
    now,
    stored,
    told(id: string, seq: number, status: RunHead['status'] = 'running') {
      stored(id, seq, status);
      hear({ runId: id, seq, status });
    },
    hear: (told: Told) => hear(told),
    cameBack: () => tellReturn(),
  };
}

/** What a watcher of a run hears, and why it failed. */
function watching({ runs }: ReturnType<typeof aLog>, id: string) {
  const heard: (number | undefined)[] = [];
  const failures: unknown[] = [];
  const end = runs.watch(id, { hear: (head) => heard.push(head?.seq), fail: (error) => failures.push(error) });
  return { heard, failures, end };
}

const turns = async (count = 6) => {
  for (let at = 0; at < count; at += 1) await turn();
};

test('who begins to watch at once shares one look; those who come while it is under way share the next', async () => {
  const log = aLog();
  for (const id of ['a', 'b', 'c']) log.stored(id, 3);
  const first = [watching(log, 'a'), watching(log, 'a'), watching(log, 'b')];
  await Promise.resolve();
  await Promise.resolve();
  const later = watching(log, 'c');
  await turns();
  expect([...first, later].map(({ heard }) => heard)).toEqual([[3], [3], [3], [3]]);
  expect(log.looks.map((sought) => sought.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
});

test('who joins a run that is known hears how it stands without a look; a run that is none is told once', async () => {
  const log = aLog();
  log.stored('a', 3);
  watching(log, 'a');
  await turns();
  log.told('a', 4);
  const joined = watching(log, 'a');
  const none = watching(log, 'none');
  await turns();
  expect([joined.heard, none.heard, log.looks.length]).toEqual([[4], [undefined], 2]);
});

test('heads that are notified cost no look, and what is older than the last changes nothing', async () => {
  const log = aLog();
  log.stored('a', 1);
  const { heard, end } = watching(log, 'a');
  await turns();
  for (const seq of [2, 5, 4, 5, 7]) log.told('a', seq);
  end();
  log.told('a', 8);
  expect([heard, log.looks.length]).toEqual([[1, 2, 5, 7], 1]);
});

test('two hundred idle waits and five hundred idle watchers cost one look a turn, and none once they have gone', async () => {
  const log = aLog(5);
  const ends = Array.from({ length: 500 }, (_, at) => watching(log, `run${at}`).end);
  const leaving = new AbortController();
  const waits = Array.from({ length: 200 }, (_, at) =>
    waitUntilSo(log.runs, `run${at}`, () => false, { timeout: 60_000, signal: leaving.signal }),
  );
  await turns();
  const before = log.looks.length;
  await until('ten looks', () => (log.looks.length >= before + 10 ? true : undefined));
  expect(log.looks.slice(before).every((sought) => sought.length === 500)).toBe(true);
  leaving.abort();
  expect(await Promise.all(waits)).toEqual(waits.map(() => false));
  for (const end of ends) end();
  await turns(20);
  const after = log.looks.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(log.looks).toHaveLength(after);
});

test('what the listener missed is found at once when it is back, by one look for all', async () => {
  const log = aLog();
  const waits = ['a', 'b'].map((id) => waitUntilSo(log.runs, id, (head) => head?.seq === 2, { timeout: 60_000 }));
  await turns();
  log.now.listening = false;
  log.stored('a', 2);
  log.stored('b', 2);
  const before = log.looks.length;
  log.now.listening = true;
  log.cameBack();
  expect(await Promise.all(waits)).toEqual([true, true]);
  expect(log.looks).toHaveLength(before + 1);
});

test('while the listener is away, whoever joins a known run looks for itself', async () => {
  const log = aLog();
  log.stored('a', 1);
  watching(log, 'a');
  await turns();
  log.now.listening = false;
  log.stored('a', 2);
  const joined = watching(log, 'a');
  await turns();
  expect(joined.heard).toEqual([1, 2]);
});

test('a batch that an older process told without its status is looked for', async () => {
  const log = aLog();
  log.stored('a', 1);
  const { heard } = watching(log, 'a');
  await turns();
  log.stored('a', 2, 'completed');
  log.hear({ runId: 'a', seq: 2 });
  await turns();
  expect([heard, log.looks.length]).toEqual([[1, 2], 2]);
});

test('a look that fails is told to all who watch, and ends the waits', async () => {
  const log = aLog();
  log.stored('a', 1);
  const { heard, failures } = watching(log, 'a');
  const wait = waitUntilSo(log.runs, 'a', () => false, { timeout: 60_000 });
  await turns();
  log.now.away = new Error('away');
  log.cameBack();
  await expect(wait).rejects.toThrow('away');
  log.now.away = undefined;
  log.told('a', 2);
  expect([heard, failures]).toEqual([[1, 2], [new Error('away')]]);
});

test('R74: a wait for a number looks once at its beginning, and when its time is over once more', async () => {
  const log = aLog();
  log.stored('a', 1);
  const wait = waitForSeq(log.runs, 'a', 4, 60_000);
  await turns();
  for (const seq of [2, 3, 4]) log.told('a', seq);
  expect([await wait, log.looks.length]).toEqual([true, 1]);
  // Nobody has told of it.
  const missed = waitForSeq(log.runs, 'a', 5, 30);
  await turns();
  log.stored('a', 5);
  expect([await missed, log.looks.length]).toEqual([true, 3]);
});
