import type { Prepared } from '../../../src/sandbox/contained.ts';
import { type PoolSettings, type WarmPool, warmPool } from '../../../src/sandbox/warm/pool.ts';

/** A process that does nothing but what a test has it do. */
interface Puppet {
  readonly kind: string;
  beReady(): void;
  end(): void;
  isDiscarded: boolean;
}

let made: Puppet[];
let pool: WarmPool<string>;

function prepare(kind: string) {
  const [ready, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let state: 'starting' | 'ready' | 'ended' = 'starting';
  const puppet: Puppet = {
    kind,
    beReady() {
      state = 'ready';
      ready.resolve();
    },
    end() {
      state = 'ended';
      ready.resolve();
      ended.resolve();
    },
    isDiscarded: false,
  };
  made.push(puppet);
  const prepared: Prepared = {
    ended: ended.promise,
    ready: ready.promise,
    isReady: () => state === 'ready',
    isAlive: () => state !== 'ended',
    begin() {
      throw new Error('no job of this suite is run');
    },
    async discard() {
      puppet.isDiscarded = true;
    },
  };
  return { prepared, deliver: () => '' };
}

function opened(settings: Partial<PoolSettings<string>> = {}): WarmPool<string> {
  made = [];
  pool = warmPool({ size: 3, idle: 60_000, alike: (one, other) => one === other, prepare, ...settings });
  return pool;
}

afterEach(() => pool.close());

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Lets the pool fill, each process getting ready as soon as it is started. */
async function filled(): Promise<void> {
  pool.refill();
  for (let before = -1; before !== made.length; await turn()) {
    before = made.length;
    made.at(-1)?.beReady();
    await turn();
  }
}

const alive = () => made.filter(({ isDiscarded }) => !isDiscarded).map(({ kind }) => kind);

test('the first job starts its process; those that follow with a pause find one ready', async () => {
  opened();
  for (const _ of [1, 2, 3, 4, 5]) {
    pool.take('tests');
    await filled();
  }
  expect(pool.figures()).toMatchObject({ warm: 4, waits: 0, cold: 1 });
});

test('each process serves one job: five jobs are five processes, and those that still wait', async () => {
  opened();
  const taken = new Set();
  for (const _ of [1, 2, 3, 4, 5]) {
    taken.add(pool.take('tests').prepared);
    await filled();
  }
  expect(taken.size).toBe(5);
  expect(made).toHaveLength(5 + pool.figures().waiting);
});

test('one that is still starting is waited for, and is no other’s', async () => {
  opened({ size: 2 });
  pool.take('tests');
  pool.refill();
  const [first, second] = [pool.take('tests'), pool.take('tests')];
  expect(first.prepared).not.toBe(second.prepared);
  expect(pool.figures()).toMatchObject({ warm: 0, waits: 1, cold: 2 });
});

test('what waits is what was asked for last, as often as it was, and no more than there may be', async () => {
  opened();
  for (const kind of ['compiler', 'subject', 'tester']) pool.take(kind);
  await filled();
  expect(alive().slice(3).toSorted()).toEqual(['compiler', 'subject', 'tester']);
  for (const _ of [1, 2, 3]) pool.take('python');
  await filled();
  expect(pool.figures().waiting).toBe(3);
  expect(made.filter(({ isDiscarded }) => isDiscarded).map(({ kind }) => kind)).toHaveLength(3);
  expect(made.slice(-3).map(({ kind }) => kind)).toEqual(['python', 'python', 'python']);
});

test('who needs two kinds by turns has as many started as it uses', async () => {
  opened();
  for (const _ of [1, 2, 3, 4]) {
    for (const kind of ['tester', 'subject']) pool.take(kind);
    await filled();
  }
  expect(pool.figures()).toMatchObject({ warm: 6, cold: 2, waiting: 3 });
  expect(made).toHaveLength(8 + 3);
});

test('they are started one after the other', async () => {
  opened();
  for (const kind of ['a', 'b', 'c']) pool.take(kind);
  pool.refill();
  pool.refill();
  await turn();
  expect(made).toHaveLength(4);
  made[3]?.beReady();
  await turn();
  expect(made).toHaveLength(5);
});

test('one that has ended is given to nobody', async () => {
  opened({ size: 1 });
  pool.take('tests');
  await filled();
  made[1]?.end();
  expect(pool.take('tests').prepared.isAlive()).toBe(true);
  expect(pool.figures()).toMatchObject({ warm: 0, cold: 2 });
});

test('one that ends as it starts is not started again and again', async () => {
  opened();
  pool.take('tests');
  pool.refill();
  made[1]?.end();
  await turn();
  await turn();
  expect(made).toHaveLength(2);
});

test('at rest it lets all go, and keeps none until the next job', async () => {
  opened({ idle: 1 });
  pool.take('tests');
  await filled();
  while (pool.figures().waiting > 0) await turn();
  pool.refill();
  await turn();
  expect(made.map(({ isDiscarded }) => isDiscarded)).toEqual([false, true]);
});

test('closed it lets all go and starts none ahead', async () => {
  opened();
  pool.take('tests');
  await filled();
  await pool.close();
  pool.take('tests');
  pool.refill();
  await turn();
  expect(made.map(({ isDiscarded }) => isDiscarded)).toEqual([false, true, false]);
});

test('a pool of none starts a process for each job', async () => {
  opened({ size: 0 });
  pool.take('tests');
  await filled();
  pool.take('tests');
  expect(pool.figures()).toEqual({ warm: 0, waits: 0, cold: 2, waiting: 0 });
});
