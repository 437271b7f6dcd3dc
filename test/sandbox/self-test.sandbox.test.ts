import type { Finished, Job, Running, Sandbox } from '../../src/sandbox/sandbox.ts';
import { SandboxFault } from '../../src/sandbox/sandbox.ts';
import { selfTest } from '../../src/sandbox/self-test/self-test.ts';
import { createUnsafeLocal } from '../../src/sandbox/unsafe-local.ts';
import { openBackends } from './support/backends.ts';

const backends = await openBackends();
const never = new AbortController().signal;

afterAll(() => Promise.all(backends.flatMap(({ sandbox }) => sandbox?.close() ?? [])));

for (const { name, sandbox, missing } of backends) {
  const here = sandbox ? test : test.skip;
  here(`${name} passes${missing === undefined ? '' : ` (not here: ${missing})`}`, async () => {
    expect(sandbox && (await selfTest(sandbox, never))).toMatchObject({ passed: true, failures: [] });
  });
}

test('plain child processes fail by all that was reached', async () => {
  const unsafe = await createUnsafeLocal();
  const { passed, failures } = await selfTest(unsafe, never);
  await unsafe.close();
  expect(passed).toBe(false);
  expect(failures).toEqual(
    expect.arrayContaining([
      'a secret of the host was read (fsread)',
      '1 connections to a listener of the host',
      'a process of the host was killed',
      'the file written was made outside',
    ]),
  );
});

/** A sandbox that ends every job in the same way. */
function endingWith(
  finish: (job: Job) => Promise<Finished>,
  toolchains: Sandbox['capabilities']['toolchains'] = ['python'],
): Sandbox {
  const start = (job: Job): Running => ({
    send() {},
    finishInput() {},
    async *lines() {},
    kill() {},
    finished: finish(job),
  });
  return {
    name: 'odd',
    version: 'odd 1',
    capabilities: { level: 'os', toolchains, hard: [] },
    start,
    close: async () => {},
  };
}

const isLoop = (job: Job) => job.argv.includes('loop');
const answers = (job: Job) =>
  job.argv
    .slice(2)
    .map((attack) => `${JSON.stringify({ attack, got: null })}\n`)
    .join('');
const timedOut = { kind: 'exceeded', bound: 'wall' } as const;
const good = (job: Job): Finished =>
  isLoop(job)
    ? { ending: timedOut, stdout: '', stderr: '', wall: 300 }
    : { ending: { kind: 'exited', code: 0 }, stdout: answers(job), stderr: '', wall: 20 };

test('a sandbox that answers as it should passes', async () => {
  expect(
    await selfTest(
      endingWith(async (job) => good(job)),
      never,
    ),
  ).toMatchObject({ passed: true, failures: [] });
});

test.each<readonly [string, Sandbox, RegExp]>([
  ['breaks', endingWith(() => Promise.reject(new SandboxFault('no room'))), /the self-test itself failed: no room/],
  ['has nothing to be tested with', endingWith(async (job) => good(job), ['command']), /no toolchain/],
  ['says nothing', endingWith(async (job) => ({ ...good(job), stdout: '' })), /no answer from env, fsread/],
  [
    'leaves an attack out',
    endingWith(async (job) => ({ ...good(job), stdout: answers(job).replace('"kill"', '"other"') })),
    /no answer from kill;/,
  ],
  [
    'lets an endless loop end by itself',
    endingWith(async (job) => ({ ...good(job), ending: { kind: 'exited', code: 0 } })),
    /an endless loop ended with exit code 0/,
  ],
  [
    'stops an endless loop late',
    endingWith(async (job) => ({ ...good(job), wall: 9_000 })),
    /limited to 300 ms, ran for 9000, 9000, 9000 ms/,
  ],
])('a sandbox that %s fails', async (_, sandbox, failure) => {
  const { passed, failures } = await selfTest(sandbox, never);
  expect(passed).toBe(false);
  expect(failures.join('\n')).toMatch(failure);
});

test('an endless loop that a busy machine ends late is tried again', async () => {
  const walls = [9_000, 2_500, 300];
  const sandbox = endingWith(async (job) => ({ ...good(job), ...(isLoop(job) && { wall: walls.shift() ?? 0 }) }));
  expect(await selfTest(sandbox, never)).toMatchObject({ passed: true, failures: [] });
  expect(walls).toEqual([]);
});

test('one that is aborted has failed', async () => {
  const { sandbox } = backends.find((backend) => backend.sandbox) ?? {};
  const result = await selfTest(
    sandbox ?? endingWith(() => Promise.reject(new Error('aborted'))),
    AbortSignal.abort(new Error('aborted')),
  );
  expect(result).toMatchObject({ passed: false, failures: [expect.stringContaining('aborted')] });
});
