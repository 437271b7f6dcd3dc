// Real bubblewrap where the machine has one.
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { createBwrap } from '../../src/sandbox/bwrap/bwrap.ts';
import { type Bubblewrap, launch } from '../../src/sandbox/bwrap/launch.ts';
import { systemTree } from '../../src/sandbox/bwrap/system-tree.ts';
import { type Finished, type Job, runJob, SandboxFault } from '../../src/sandbox/sandbox.ts';
import { mentioning, treeOf } from '../support/processes/process-table.ts';
import { untilGone, usePrograms } from '../support/processes/processes.ts';
import { until } from '../support/until.ts';
import { jobFolders, keepsTheContract, PYTHON, TYPESCRIPT } from './support/contract.ts';
import { warmly } from './support/warmly.ts';

const runProgram = usePrograms();

const missing: string[] = [];
const bwrap = await createBwrap({ cacheDirectory: cacheDirectory(process.env), log: (line) => missing.push(line) });
const here = bwrap ? describe : describe.skip;
const withPytest = missing.some((line) => line.includes('pytest')) ? test.skip : test;
const never = new AbortController().signal;

afterAll(() => bwrap?.close());

function sandbox() {
  if (bwrap) return bwrap;
  throw new Error('there is no bubblewrap here');
}

function shell(script: string, job: Partial<Job> = {}): Promise<Finished> {
  return runJob(sandbox(), { toolchain: 'command', argv: ['sh', '-c', script], files: {}, ...job }, never);
}

function python(code: string, job: Partial<Job> = {}): Promise<Finished> {
  return runJob(sandbox(), { toolchain: 'python', argv: ['main.py'], files: { 'main.py': code }, ...job }, never);
}

/** A process with all that descend from it, once so many of them are the program: a shell has forked before it is another's. */
function sleeping(root: number, program: string, count: number) {
  return until(`${count} of ${program}`, async () => {
    const tree = await treeOf(root);
    return tree.filter(({ about }) => about.startsWith(program)).length === count ? tree : undefined;
  });
}

here(`bubblewrap${bwrap ? '' : ` (not here: ${missing.join('; ')})`}`, () => {
  describe('runs Python', () => {
    keepsTheContract(sandbox, PYTHON);
  });
  describe('runs TypeScript', () => {
    keepsTheContract(sandbox, TYPESCRIPT);
  });
  describe.each([PYTHON, TYPESCRIPT])(
    'runs $toolchain in a process that waits for its job (performance 4)',
    (programs) => {
      keepsTheContract(() => warmly(sandbox()), programs);
    },
  );

  test('names what runs the programs', () => {
    expect(sandbox().version).toMatch(/^bwrap \d+\.\d+\.\d+, python3 3\.\d+\.\d+, node \d+\.\d+\.\d+$/);
  });

  test('a job has its files, however long their paths and whatever their letters', async () => {
    const long = `${'d'.repeat(120)}/${'é'.repeat(60)}.txt`;
    const { stdout } = await shell(`cat '${long}' a/b; pwd`, { files: { [long]: 'naïve\n', 'a/b': 'x'.repeat(512) } });
    expect(stdout).toBe(`naïve\n${'x'.repeat(512)}/work\n`);
  });

  withPytest('pytest is there, and comes last on the path', async () => {
    const files = { 'test_sum.py': 'def test_sum():\n    assert 1 + 1 == 2\n' };
    const argv = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
    const { ending, stdout } = await runJob(sandbox(), { toolchain: 'command', argv, files }, never);
    expect({ ending, stdout }).toEqual({
      ending: { kind: 'exited', code: 0 },
      stdout: expect.stringContaining('1 passed'),
    });
    expect((await shell('echo $PYTHONPATH', { env: { PYTHONPATH: '/work/lib' } })).stdout).toBe(
      '/work/lib:/opt/pytest\n',
    );
  });

  test('not even the first process inside shows our environment', async () => {
    const { ending, stdout } = await shell('cat /proc/1/environ');
    expect(ending).toEqual({ kind: 'exited', code: 0 });
    expect(stdout.replace('PWD=/\0', '')).toBe('');
  });

  test.each([
    { script: 'kill -SEGV $$', ending: { kind: 'signalled', signal: 'SIGSEGV', inside: true } },
    { script: 'kill -KILL $$', ending: { kind: 'signalled', signal: 'SIGKILL', inside: true } },
    { script: 'kill -XCPU $$', ending: { kind: 'exceeded', bound: 'cpu' } },
    { script: 'kill -XFSZ $$', ending: { kind: 'exceeded', bound: 'disk' } },
    { script: 'no-such-program', ending: { kind: 'exited', code: 127 } },
  ])('`$script` ends with $ending', async ({ script, ending }) => {
    expect((await shell(script)).ending).toEqual(ending);
  });

  test('the disk is one for all that can be written, and a program learns itself that it is full', async () => {
    const script = 'for folder in . /tmp /dev/shm; do head -c 3000000 /dev/zero >$folder/file || exit 5; done';
    const { ending, stderr } = await shell(script, { limits: { disk: 8_000_000 } });
    expect(ending).toEqual({ kind: 'exited', code: 5 });
    expect(stderr).toMatch(/No space left/);
  });

  test.each(['/', '/dev', '/usr', '/etc', '/proc/sys/kernel', '/opt'])(
    'nothing can be written in %s',
    async (folder) => {
      expect((await shell(`touch ${folder}/new`)).ending).toEqual({ kind: 'exited', code: 1 });
    },
  );

  test('jobs at the same time do not use up each other’s processes', async () => {
    const code =
      'import os, time\nfor _ in range(50):\n    if os.fork() == 0:\n        time.sleep(1)\n        os._exit(0)\nprint("all")';
    const finished = await Promise.all([1, 2, 3].map(() => python(code, { limits: { processes: 55 } })));
    expect(finished.map(({ stdout }) => stdout)).toEqual(['all\n', 'all\n', 'all\n']);
  });

  test.each([
    ['a name with an equals sign', { 'A=B': 'x' }],
    ['an empty name', { '': 'x' }],
    ['a value that would be read as more arguments', { A: 'x\0--bind\0/\0/host' }],
  ])('an environment with %s is refused', (_, env) => {
    const job = { toolchain: 'command', argv: ['env'], files: {}, env } as const;
    expect(() => sandbox().start(job, never)).toThrow(SandboxFault);
  });

  test('an abort leaves no process', async () => {
    const abort = new AbortController();
    const script = 'setsid sleep 62 & sleep 62 & echo up; wait';
    const running = sandbox().start({ toolchain: 'command', argv: ['sh', '-c', script], files: {} }, abort.signal);
    for await (const line of running.lines()) {
      expect(line).toBe('up');
      await sleeping(process.pid, 'sleep 62', 2);
      abort.abort(new Error('enough'));
    }
    await expect(running.finished).rejects.toThrow('enough');
    expect(await mentioning('sleep 62')).toEqual([]);
    expect(await jobFolders()).toEqual([]);
  });

  test('a job ends with the process that started it, also when that is killed', async () => {
    const program = runProgram('test/sandbox/fixtures/endless-bwrap-job.ts', [cacheDirectory(process.env)]);
    await program.line(/^running/);
    const tree = await sleeping(program.child.pid ?? 0, 'sleep 61', 1);
    program.child.kill('SIGKILL');
    await Promise.all(tree.map(({ pid }) => untilGone(pid)));
  });

  test('when it is closed, what runs is ended, and nothing new starts', async () => {
    const other = await createBwrap({ cacheDirectory: cacheDirectory(process.env), pytestFolder: '/usr', log() {} });
    const job = { toolchain: 'command', argv: ['sleep', '63'], files: {} } as const;
    const finished = other?.start(job, never).finished;
    await Promise.all([expect(finished).rejects.toThrow(SandboxFault), other?.close()]);
    expect(() => other?.start(job, never)).toThrow(SandboxFault);
    expect(await mentioning('sleep 63')).toEqual([]);
  });

  test.each(['joint', 'apart'] as const)('what can be written is laid %s', async (scratch) => {
    const bubblewrap: Bubblewrap = { file: '/usr/bin/bwrap', scratch, system: await systemTree(), mounts: [] };
    const program = ['sh', '-c', 'for folder in . /tmp /dev/shm; do echo 1 >$folder/file; cat $folder/file; done'];
    const running = launch(bubblewrap, { toolchain: 'command', program, files: {}, env: {} }, never);
    expect(await running.finished).toMatchObject({ ending: { kind: 'exited', code: 0 }, stdout: '1\n1\n1\n' });
  });

  test('bubblewrap that cannot set it up is a fault of the sandbox, never a verdict', async () => {
    const mounts = [{ source: '/no/such/folder', at: '/opt/tool' }];
    const bubblewrap: Bubblewrap = { file: '/usr/bin/bwrap', scratch: 'joint', system: await systemTree(), mounts };
    const running = launch(bubblewrap, { toolchain: 'command', program: ['true'], files: {}, env: {} }, never);
    await expect(running.finished).rejects.toThrow(/^bwrap ended before the program began: .*no.such.folder/);
    await expect(running.finished).rejects.toBeInstanceOf(SandboxFault);
  });
});

test('without bubblewrap on PATH there is no such sandbox, and the log says what to do', async () => {
  const lines: string[] = [];
  const { PATH } = process.env;
  process.env['PATH'] = '/no/such/folder';
  const made = createBwrap({ cacheDirectory: '/no', log: (line) => lines.push(line) });
  process.env['PATH'] = PATH;
  expect(await made).toBeUndefined();
  expect(lines).toEqual(['bwrap is not on PATH; install bubblewrap to use it']);
});
