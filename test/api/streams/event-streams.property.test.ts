/** Pure: random orders of batches, notifications, losses and readers, without a server. */
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { createEventStreams } from '../../../src/api/streams/event-streams.ts';
import { logFeeds } from '../../../src/api/streams/run-feed.ts';
import type { Event } from '../../../src/model/event.ts';
import type { RunStatus } from '../../../src/model/events/run.ts';
import type { Told } from '../../../src/store/log/notifications.ts';
import { watchRuns } from '../../../src/store/log/watched-runs.ts';
import { numbered } from '../../store/makers.ts';
import { costly } from '../../support/properties.ts';
import { until } from '../../support/until.ts';

const ID = 'run';
/** Characters of an event: of the large ones four are more than a reader may leave unread. */
const SIZES = [10, 300_000] as const;

/** The log of one run. Its notifications come when and in whichever order a test says, or not at all. */
function aRun() {
  const log: Event[] = [];
  const onTheWay: Told[] = [];
  let hear: (told: Told) => void = () => undefined;
  let tellReturn = () => undefined as void;
  let listening = true;
  let reads = 0;
  const status = (): RunStatus => (log.at(-1)?.type === 'run.closed' ? 'completed' : 'running');
  const watched = watchRuns({
    notifications: {
      follow(hears) {
        hear = hears;
        return () => undefined;
      },
    },
    listener: { isListening: () => listening, onReturn: (tell) => (tellReturn = tell) },
    async lookAt(sought) {
      const rows = sought.flatMap(({ id, seq }) =>
        log.length > seq ? [{ id, seq: log.length, status: status() }] : [],
      );
      await turn();
      return rows;
    },
    every: 3_600_000,
  });
  const append = (bodies: Parameters<typeof numbered>[0]) => {
    log.push(...numbered(bodies, log.length + 1));
    if (listening) onTheWay.push({ runId: ID, seq: log.length, status: status() });
  };
  const streams = createEventStreams();
  const kind = logFeeds({
    events: { watch: (id, watcher) => watched.watch(id, watcher) },
    streams: {
      async read(_, after, limit) {
        reads += 1;
        const found = log.slice(after, after + limit);
        await turn();
        return found;
      },
    },
  });
  return {
    streams,
    kind,
    log,
    reads: () => reads,
    append: (count: number, size: number) =>
      append(Array.from({ length: count }, () => ({ type: 'note.added', text: 'x'.repeat(size) }))),
    close: () => append([{ type: 'run.closed', status: 'completed' }]),
    deliver(which: number) {
      const [told] = onTheWay.splice(which % Math.max(1, onTheWay.length), 1);
      if (told) hear(told);
    },
    deliverAll: () => onTheWay.splice(0).forEach((told) => hear(told)),
    lose() {
      listening = false;
      onTheWay.length = 0;
    },
    comeBack() {
      listening = true;
      tellReturn();
    },
  };
}

/** A client that takes what it is sent while it reads, and comes back with the last id when its stream ends early. */
function aClient({ streams, kind }: ReturnType<typeof aRun>, after: number) {
  const got: number[] = [];
  const now = { reading: true, last: after, cuts: 0, over: false };
  let goOn: (() => void) | undefined;
  let leaving = new AbortController();

  function connect(): void {
    let text = '';
    leaving = new AbortController();
    const response = new Writable({
      decodeStrings: true,
      write(chunk: Buffer, _, done) {
        const take = () => {
          text += chunk.toString();
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) read(block);
          done();
        };
        if (now.reading) take();
        else goOn = take;
      },
    });
    response.on('finish', () => (now.over ? undefined : connect()));
    void streams.send({ runId: ID, kind, after: now.last, response, signal: leaving.signal });
  }

  function read(block: string): void {
    const id = /^id: (\d+)$/m.exec(block)?.[1];
    if (id !== undefined) now.last = Number(id);
    if (block.startsWith(': too much')) now.cuts += 1;
    if (/^data: /m.test(block)) got.push(Number(id));
    if (/^event: run.closed$/m.test(block)) now.over = true;
  }

  connect();
  return {
    got,
    now,
    after,
    pause: () => (now.reading = false),
    goOn() {
      now.reading = true;
      goOn?.();
      goOn = undefined;
    },
    /** It goes, and comes back at once. */
    drop: () => leaving.abort(),
  };
}

const anyMove = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('append'), count: fc.nat(3), size: fc.constantFrom(...SIZES) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deliver'), which: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('lose', 'comeBack') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('pause', 'goOn', 'drop'), who: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('join'), after: fc.nat(20) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('turn') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flood'), who: fc.nat(3) }) },
);
type Move = {
  readonly kind: string;
  readonly count?: number;
  readonly size?: number;
  readonly which?: number;
  readonly who?: number;
  readonly after?: number;
};

/** One does not read while more is told than it may leave unread. */
async function flood(run: ReturnType<typeof aRun>, client?: ReturnType<typeof aClient>): Promise<void> {
  client?.pause();
  for (let batch = 0; batch < 6; batch += 1) {
    run.append(1, SIZES[1]);
    run.deliverAll();
    for (let turns = 0; turns < 4; turns += 1) await turn();
  }
}

async function play(moves: readonly Move[]) {
  const run = aRun();
  const clients = [aClient(run, 0)];
  for (const { kind, count = 0, size = 10, which = 0, who = 0, after = 0 } of moves) {
    const client = clients[who % clients.length];
    if (kind === 'append') run.append(count, size);
    if (kind === 'deliver') run.deliver(which);
    if (kind === 'lose') run.lose();
    if (kind === 'comeBack') run.comeBack();
    if (kind === 'pause') client?.pause();
    if (kind === 'goOn') client?.goOn();
    if (kind === 'drop') client?.drop();
    if (kind === 'join') clients.push(aClient(run, Math.min(after, run.log.length)));
    if (kind === 'turn') await turn();
    if (kind === 'flood') await flood(run, client);
  }
  run.close();
  run.comeBack();
  run.deliverAll();
  for (const client of clients) client.goOn();
  for (let turns = 0; turns < 1_000 && clients.some(({ now }) => !now.over); turns += 1) await turn();
  return { run, clients };
}

test('whatever the order of notifications, losses and batches, every stream hands out each event once, in order, to its end', async () => {
  let cuts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyMove, { maxLength: 60 }), async (moves) => {
      const { run, clients } = await play(moves);
      for (const { got, after, now } of clients) {
        expect(got).toEqual(run.log.map(({ seq }) => seq).filter((seq) => seq > after));
        cuts += now.cuts;
      }
    }),
    costly(150),
  );
  expect(cuts).toBeGreaterThan(0);
});

test('a reader that leaves a mebibyte unread is cut; those beside it are not, and share one read of each batch', async () => {
  const run = aRun();
  const beside = Array.from({ length: 49 }, () => aClient(run, 0));
  const slow = aClient(run, 0);
  for (let turns = 0; turns < 10; turns += 1) await turn();
  const before = run.reads();
  await flood(run, slow);
  expect(run.reads() - before).toBe(6);
  expect(slow.got).toEqual([]);
  slow.goOn();
  run.close();
  run.deliverAll();
  const all = [slow, ...beside];
  for (let turns = 0; turns < 100 && all.some(({ now }) => !now.over); turns += 1) await turn();
  expect(all.map(({ got }) => got)).toEqual(all.map(() => [1, 2, 3, 4, 5, 6, 7]));
  expect(all.map(({ now }) => now.cuts)).toEqual(all.map((client) => (client === slow ? 1 : 0)));
});

test('to five hundred readers what comes soon after a batch is handed out together', async () => {
  const run = aRun();
  const clients = Array.from({ length: 500 }, () => aClient(run, 0));
  for (let turns = 0; turns < 10; turns += 1) await turn();
  const before = run.reads();
  for (let batch = 0; batch < 10; batch += 1) {
    run.append(1, SIZES[0]);
    run.deliverAll();
    await turn();
  }
  run.close();
  run.deliverAll();
  await until('all are over', () => (clients.every(({ now }) => now.over) ? true : undefined));
  expect(clients.map(({ got }) => got.length)).toEqual(clients.map(() => 11));
  expect(run.reads() - before).toBeLessThan(10);
});
