// Real processes on this machine: what is measured of a job that does not end by itself (R110). The machine may be busy, so it is the share
// of the work that is looked at, never a time.
import { prepareContained, startContained } from '../../src/sandbox/contained.ts';
import { DEFAULT_LIMITS, type Finished, type Pace } from '../../src/sandbox/sandbox.ts';
import { startLate } from '../../src/sandbox/start-times.ts';

const never = new AbortController().signal;
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const limits = { ...DEFAULT_LIMITS, wall: 1_000 };
const LOOP = 'while :; do :; done';

function planOf(script: string) {
  return { command: '/bin/sh', args: ['-c', script], env, cwd: '/' };
}

function run(script: string): Promise<Finished> {
  return startContained(planOf(script), limits, never).finished;
}

function processorOf({ pace }: Finished): number {
  expect(pace).toMatchObject({ wall: 1_000, processor: expect.any(Number), late: expect.any(Number) });
  return pace?.processor ?? Number.NaN;
}

/** What ran, and what waited until it could. */
function wantedOf(pace: Pace | undefined): number {
  return (pace?.processor ?? Number.NaN) + (pace?.late ?? Number.NaN);
}

test.each([
  ['itself', LOOP],
  ['in a child', `(${LOOP}) & wait`],
  ['in a session of its own', `setsid sh -c '${LOOP}' & wait`],
  ['in many children, one after another', `while :; do sh -c 'i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done'; done`],
])('the work of a program is seen that does it %s (R110)', async (_, script) => {
  const [working, waiting] = [await run(script), await run('sleep 60')];
  expect(working.ending).toEqual({ kind: 'exceeded', bound: 'wall' });
  expect(processorOf(working)).toBeGreaterThan(4 * processorOf(waiting));
  expect(wantedOf(working.pace)).toBeGreaterThan(limits.wall / 2);
});

test('a process that was made ready before is measured from its job on (R110)', async () => {
  const ready = `i=0; while [ $i -lt 400000 ]; do i=$((i+1)); done; echo ready; read job; echo begin; sleep 60`;
  const plan = { ...planOf(ready), greeting: 'ready' };
  const prepared = prepareContained(plan);
  const { pace } = await prepared.begin(limits, never).finished;
  expect(pace?.processor).toBeLessThan(limits.wall / 5);
});

test('where the processes are not the job’s own, whoever runs them is asked, once (R110)', async () => {
  let asked = 0;
  const processorTime = async () => {
    asked += 1;
    return 700;
  };
  const { pace } = await startContained({ ...planOf('sleep 60'), watched: false, processorTime }, limits, never)
    .finished;
  expect(asked).toBe(1);
  expect(pace?.processor).toBeGreaterThan(limits.wall / 2);
  const unknown = { ...planOf('sleep 60'), watched: false, processorTime: () => Promise.reject(new Error('gone')) };
  expect((await startContained(unknown, limits, never).finished).pace).not.toHaveProperty('processor');
});

test('a program that ended by itself is not measured', async () => {
  expect(await run('exit 3')).not.toHaveProperty('pace');
});

test('a program that was ready and got no processor shows that the machine was late (R110)', async () => {
  const crowd = startContained(
    planOf(`for i in $(seq 40); do (${LOOP}) & done; wait`),
    { ...limits, wall: 20_000 },
    never,
  );
  const { pace } = await run(LOOP);
  crowd.kill();
  await crowd.finished;
  expect(pace?.late).toBeGreaterThan(limits.wall / 5);
});

describe('a start is late (R110)', () => {
  test('by what it took longer than the quickest of its kind', () => {
    expect(startLate('one', { handed: 300, made: 300 })).toBe(0);
    expect(startLate('one', { handed: 40, made: 40 })).toBe(0);
    expect(startLate('one', { handed: 840, made: 840 })).toBe(800);
    expect(startLate('other', { handed: 900, made: 900 })).toBe(0);
  });

  test('by what it took longer than a second, where none was ever quicker', () => {
    expect(startLate('slow', { handed: 5_000, made: 5_000 })).toBe(4_000);
  });

  test('not when the process was made just before and is not later than one that was not', () => {
    expect(startLate('warm', { handed: 350, made: 350 })).toBe(0);
    expect(startLate('warm', { handed: 10, made: 60_000 })).toBe(0);
    expect(startLate('warm', { handed: 340, made: 400 })).toBe(50);
    expect(startLate('warm', { handed: 510, made: 60_000 })).toBe(500);
  });
});
