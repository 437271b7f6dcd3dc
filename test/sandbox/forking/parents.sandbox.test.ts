import { setTimeout as wait } from 'node:timers/promises';
import type { Parent } from '../../../src/sandbox/bwrap/forking/parent.ts';
import { type Parents, parentsOf } from '../../../src/sandbox/bwrap/forking/parents.ts';
import {
  DEFAULT_LIMITS,
  type Finished,
  type Preload,
  type Running,
  SandboxFault,
} from '../../../src/sandbox/sandbox.ts';
import { until } from '../../support/until.ts';

/** A parent that does nothing but what a test has it do. */
interface Puppet {
  readonly preload: Preload;
  prove(): Promise<void>;
  fail(): Promise<void>;
  die(): void;
  isClosed: boolean;
}

const FINISHED: Finished = { ending: { kind: 'exited', code: 0 }, stdout: '', stderr: '', wall: 1 };
const [ONE, TWO, THREE]: readonly Preload[] = ['one', 'two', 'three'].map((name) => ({ files: {}, imports: [name] }));
if (!(ONE && TWO && THREE)) throw new Error('three kinds');

let made: Puppet[];
let said: string[];
let endJobs: (() => void)[];
let parents: Parents;

function begin(preload: Preload): Parent {
  const proven = Promise.withResolvers<void>();
  let state: 'starting' | 'ready' | 'dead' = 'starting';
  const puppet: Puppet = {
    preload,
    async prove() {
      state = 'ready';
      proven.resolve();
      await turn();
    },
    async fail() {
      state = 'dead';
      proven.reject(new SandboxFault('it has rights'));
      await turn();
    },
    die() {
      state = 'dead';
    },
    isClosed: false,
  };
  made.push(puppet);
  return {
    proven: proven.promise,
    isReady: () => state === 'ready',
    isDead: () => state === 'dead',
    start() {
      const { promise, resolve } = Promise.withResolvers<Finished>();
      endJobs.push(() => resolve(FINISHED));
      return runningUntil(promise);
    },
    async close() {
      puppet.isClosed = true;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

function runningUntil(finished: Promise<Finished>): Running {
  return { send() {}, finishInput() {}, async *lines() {}, kill() {}, finished };
}

/** A job that is not forked has a process of its own, which is over at once where nothing else is said. */
async function isForked(preload: Preload, over = Promise.resolve(FINISHED)): Promise<boolean> {
  let forked = true;
  const job = { toolchain: 'python', argv: [], files: {}, preload } as const;
  parents.start(job, DEFAULT_LIMITS, new AbortController().signal, () => {
    forked = false;
    return runningUntil(over);
  });
  await turn();
  return forked;
}

async function endAll(): Promise<void> {
  for (const end of endJobs.splice(0)) end();
  await turn();
}

function last(): Puppet {
  const puppet = made.at(-1);
  if (!puppet) throw new Error('no parent was started');
  return puppet;
}

beforeEach(() => {
  [made, said, endJobs] = [[], [], []];
  parents = opened(60_000);
});

function opened(idle: number, kept = 60_000): Parents {
  return parentsOf(begin, { size: 2, idle, kept, log: (line) => said.push(line) });
}

afterEach(() => parents.close());

test('a job is forked once the parent has proven its walls, and not before', async () => {
  expect([await isForked(ONE), await isForked(ONE), made.length]).toEqual([false, false, 1]);
  await last().prove();
  expect([await isForked(ONE), made.length]).toEqual([true, 1]);
  expect(parents.figures()).toEqual({ warm: 1, waits: 0, cold: 2, waiting: 1 });
});

test('a parent is begun when the job that found none is over', async () => {
  const job = Promise.withResolvers<Finished>();
  await isForked(ONE, job.promise);
  expect(made).toHaveLength(0);
  job.resolve(FINISHED);
  await turn();
  expect(made).toHaveLength(1);
});

test('one whose walls do not stand is not tried again, and the log says why', async () => {
  await isForked(ONE);
  await last().fail();
  expect([parents.serves(ONE), parents.serves(TWO)]).toEqual([false, true]);
  expect(said).toEqual(['bwrap forks no Python that has one loaded: it has rights']);
});

test('one that has died is replaced', async () => {
  await isForked(ONE);
  await last().prove();
  last().die();
  expect([await isForked(ONE), made.length]).toEqual([false, 2]);
  await last().prove();
  expect(await isForked(ONE)).toBe(true);
});

test('after 200 jobs it gets no more, and ends when they have', async () => {
  await isForked(ONE);
  await last().prove();
  const [first] = made;
  for (let job = 0; job < 200; job += 1) expect(await isForked(ONE)).toBe(true);
  expect([await isForked(ONE), made.length, first?.isClosed]).toEqual([false, 2, false]);
  await endAll();
  expect(first?.isClosed).toBe(true);
});

test('there are no more than so many; what was not asked for lately gives way, unless it has a job', async () => {
  await isForked(ONE);
  await isForked(TWO);
  expect([await isForked(THREE), made.length]).toEqual([false, 2]);
  await parents.close();
  made = [];
  parents = opened(60_000, 0);
  await isForked(ONE);
  await isForked(TWO);
  expect(made.map(({ preload }) => preload)).toEqual([ONE, TWO]);
  for (const one of made) await one.prove();
  expect(await isForked(ONE)).toBe(true);
  await wait(1);
  expect(await isForked(THREE)).toBe(false);
  expect(made.map(({ preload, isClosed }) => [preload, isClosed])).toEqual([
    [ONE, false],
    [TWO, true],
    [THREE, false],
  ]);
});

test('without a job for long they end, and so they do when they are closed, with what has a job', async () => {
  parents = opened(20);
  await isForked(ONE);
  await last().prove();
  const [first] = made;
  await isForked(ONE);
  await wait(40);
  expect(first?.isClosed).toBe(false);
  await endAll();
  await until('it has ended', () => first?.isClosed || undefined);
  await isForked(TWO);
  await last().prove();
  await isForked(TWO);
  await parents.close();
  expect(last().isClosed).toBe(true);
  expect([await isForked(ONE), made.length]).toEqual([false, 2]);
});
