import { setTimeout as wait } from 'node:timers/promises';
import type { Parent } from '../../../src/sandbox/bwrap/forking/parent.ts';
import { type Parents, parentsOf } from '../../../src/sandbox/bwrap/forking/parents.ts';
import { DEFAULT_LIMITS, type Finished, type Preload, SandboxFault } from '../../../src/sandbox/sandbox.ts';
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
      return { send() {}, finishInput() {}, async *lines() {}, kill() {}, finished: promise };
    },
    async close() {
      puppet.isClosed = true;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

function isForked(preload: Preload): boolean {
  const job = { toolchain: 'python', argv: [], files: {}, preload } as const;
  return parents.start(job, DEFAULT_LIMITS, new AbortController().signal) !== undefined;
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
  expect([isForked(ONE), isForked(ONE), made.length]).toEqual([false, false, 1]);
  await last().prove();
  expect([isForked(ONE), made.length]).toEqual([true, 1]);
  expect(parents.figures()).toEqual({ warm: 1, waits: 0, cold: 2, waiting: 1 });
});

test('one whose walls do not stand is not tried again, and the log says why', async () => {
  isForked(ONE);
  await last().fail();
  expect([parents.serves(ONE), parents.serves(TWO)]).toEqual([false, true]);
  expect(said).toEqual(['bwrap forks no Python that has one loaded: it has rights']);
});

test('one that has died is replaced', async () => {
  isForked(ONE);
  await last().prove();
  last().die();
  expect([isForked(ONE), made.length]).toEqual([false, 2]);
  await last().prove();
  expect(isForked(ONE)).toBe(true);
});

test('after 200 jobs it gets no more, and ends when they have', async () => {
  isForked(ONE);
  await last().prove();
  const [first] = made;
  expect(Array.from({ length: 200 }, () => isForked(ONE))).not.toContain(false);
  expect([isForked(ONE), made.length, first?.isClosed]).toEqual([false, 2, false]);
  await endAll();
  expect(first?.isClosed).toBe(true);
});

test('there are no more than so many; what was not asked for lately gives way, unless it has a job', async () => {
  isForked(ONE);
  isForked(TWO);
  expect([isForked(THREE), made.length]).toEqual([false, 2]);
  await parents.close();
  made = [];
  parents = opened(60_000, 0);
  isForked(ONE);
  isForked(TWO);
  expect(made.map(({ preload }) => preload)).toEqual([ONE, TWO]);
  for (const one of made) await one.prove();
  expect(isForked(ONE)).toBe(true);
  await wait(1);
  expect(isForked(THREE)).toBe(false);
  expect(made.map(({ preload, isClosed }) => [preload, isClosed])).toEqual([
    [ONE, false],
    [TWO, true],
    [THREE, false],
  ]);
});

test('without a job for long they end, and so they do when they are closed, with what has a job', async () => {
  parents = opened(20);
  isForked(ONE);
  await last().prove();
  const [first] = made;
  isForked(ONE);
  await wait(40);
  expect(first?.isClosed).toBe(false);
  await endAll();
  await until('it has ended', () => first?.isClosed || undefined);
  isForked(TWO);
  await last().prove();
  isForked(TWO);
  await parents.close();
  expect(last().isClosed).toBe(true);
  expect([isForked(ONE), made.length]).toEqual([false, 2]);
});
