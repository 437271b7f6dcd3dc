import { type StdioOptions, spawn } from 'node:child_process';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { prepareContained, startContained } from '../../src/sandbox/contained.ts';
import type { Plan } from '../../src/sandbox/plan.ts';
import { DEFAULT_LIMITS, type Limits, type Running, SandboxFault } from '../../src/sandbox/sandbox.ts';
import { untilGone, usePrograms } from '../support/processes/processes.ts';
import { until } from '../support/until.ts';

const runProgram = usePrograms();

const never = new AbortController().signal;
const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

function shell(script: string, plan: Partial<Plan> = {}, limits: Partial<Limits> = {}): Running {
  const whole = { command: '/bin/sh', args: ['-c', script], env, cwd: '/', ...plan };
  return startContained(whole, { ...DEFAULT_LIMITS, ...limits }, never);
}

/** The first line, which tells a pid. */
async function firstPid(running: Running): Promise<number> {
  for await (const line of running.lines()) return Number(line);
  throw new Error('it said nothing');
}

describe('endings', () => {
  test.each([
    ['exit 0', { kind: 'exited', code: 0 }],
    ['exit 42', { kind: 'exited', code: 42 }],
    ['kill -s SEGV $$', { kind: 'signalled', signal: 'SIGSEGV' }],
  ])('%s', async (script, ending) => {
    expect((await shell(script).finished).ending).toEqual(ending);
  });

  test.each<[string, Partial<Limits>, string]>([
    ['trap "" TERM INT HUP; while :; do :; done', { wall: 200 }, 'wall'],
    ['yes', { output: 10_000 }, 'output'],
    ['yes >&2', { output: 10_000 }, 'output'],
    ['for i in 1 2 3 4 5 6 7 8; do sleep 60 & done; wait', { processes: 5 }, 'processes'],
    ['i=0; while [ $i -lt 400 ]; do sleep 60 & i=$((i + 1)); done; wait', { processes: 40 }, 'processes'],
    ['x=xxxxxxxx; while :; do x=$x$x; done', { memory: 60_000_000 }, 'memory'],
  ])('%s exceeds %j', async (script, limits, bound) => {
    expect((await shell(script, {}, limits).finished).ending).toEqual({ kind: 'exceeded', bound });
  });

  test('output that came too much is told also of a program that had already ended', async () => {
    const { ending, stdout } = await shell('printf 123456; exit 0', {}, { output: 5 }).finished;
    expect({ ending, stdout }).toEqual({ ending: { kind: 'exceeded', bound: 'output' }, stdout: '12345' });
  });

  test('a plan says what its own exit codes mean, but not of an end that we made', async () => {
    const interpret = () => ({ kind: 'exceeded', bound: 'cpu' }) as const;
    expect((await shell('exit 9', { interpret }).finished).ending).toEqual({ kind: 'exceeded', bound: 'cpu' });
    const { ending } = await shell('sleep 60', { interpret }, { wall: 100 }).finished;
    expect(ending).toEqual({ kind: 'exceeded', bound: 'wall' });
  });

  test('an unwatched plan bounds memory and processes itself', async () => {
    const { ending } = await shell('sleep 0.2 & sleep 0.2 & wait; exit 3', { watched: false }, { processes: 1 })
      .finished;
    expect(ending).toEqual({ kind: 'exited', code: 3 });
  });
});

describe('what is left', () => {
  test('children in the background end with the program, and the pipes that they hold do not delay it', async () => {
    const running = shell('sleep 600 & echo $!');
    const pid = await firstPid(running);
    await running.finished;
    await untilGone(pid, 0);
  });

  test('a child in a session of its own that was seen ends too', async () => {
    const running = shell('setsid sleep 600 & sleep 0.3; echo $!');
    const pid = await firstPid(running);
    await running.finished;
    await untilGone(pid, 0);
  });

  test('one that slips away at once is found by the folder in its environment', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'marked-'));
    const plan = { directory, markedByDirectory: true, env: { ...env, HOME: directory } };
    const running = shell('setsid sh -c "sleep 600 & echo \\$!" & wait', plan);
    const pid = await firstPid(running);
    await running.finished;
    await untilGone(pid, 0);
    await rm(directory, { recursive: true });
  });

  test('the clean-up comes when no process is left, and before the job is finished', async () => {
    const seen: string[] = [];
    const cleanUp = async () => void seen.push('cleaned');
    await shell('exit 0', { cleanUp }).finished;
    await shell('', { cleanUp, command: '/no/such/program' }).finished.catch(() => seen.push('failed'));
    expect(seen).toEqual(['cleaned', 'cleaned', 'failed']);
  });

  test('a SIGKILL of our own process takes the job, its detached children and its folder with it', async () => {
    const holder = runProgram('test/sandbox/fixtures/hold-job.ts', []);
    const [, pid, child, directory = ''] = await holder.line(/^job (\d+) (\d+) (.*)$/);
    holder.child.kill('SIGKILL');
    await Promise.all([untilGone(Number(pid)), untilGone(Number(child))]);
    const gone = () =>
      stat(directory).then(
        () => undefined,
        () => true,
      );
    await until('the folder of the job is removed', gone, 3_000);
  });
});

describe('faults', () => {
  test('a command that is not there', async () => {
    await expect(shell('', { command: '/no/such/program' }).finished).rejects.toThrow(SandboxFault);
  });

  test('a folder that is not there', async () => {
    await expect(shell('', { cwd: '/no/such/folder' }).finished).rejects.toThrow(SandboxFault);
  });

  test('an argument that no process can have', async () => {
    await expect(shell('a\0b').finished).rejects.toThrow(SandboxFault);
  });

  test('a command that ends before it greets, with its last words', async () => {
    const running = shell('echo something else; echo broken >&2; exit 0', { greeting: 'hello', name: 'the sandbox' });
    await expect(running.finished).rejects.toThrow(/^the sandbox ended before the program began: broken$/);
  });
});

describe('the greeting', () => {
  test('is shown to nobody, and the wall counts from it', async () => {
    const running = shell('sleep 0.5; echo hel""lo; echo own', { greeting: 'hello' }, { wall: 400 });
    expect(await running.finished).toMatchObject({ ending: { kind: 'exited', code: 0 }, stdout: 'own\n' });
  });

  test('may be handed over long after the start', async () => {
    const prepared = prepareContained({
      command: '/bin/sh',
      args: ['-c', 'read -r line; echo hello; echo "$line"'],
      env,
      cwd: '/',
      greeting: 'hello',
    });
    const running = prepared.begin(DEFAULT_LIMITS, never);
    running.send('the job');
    expect((await running.finished).stdout).toBe('the job\n');
    await prepared.ended;
  });
});

describe('inputs and outputs', () => {
  test('file descriptors from 3 on hold what they were given', async () => {
    const fds = [Buffer.from('three'), Buffer.alloc(200_000, 'x')];
    const { stdout } = await shell('cat <&3; wc -c <&4', { fds }).finished;
    expect(stdout.replaceAll(' ', '')).toBe('three200000\n');
  });

  test('lines are whole, also when a letter comes in two pieces and the last one does not end', async () => {
    const script = 'printf "a\\303"; sleep 0.1; printf "\\244\\n\\nlast"';
    const lines: string[] = [];
    for await (const line of shell(script).lines()) lines.push(line);
    expect(lines).toEqual(['aä', '', 'last']);
  });

  test('lines can be taken once', async () => {
    const running = shell('echo a');
    running.lines();
    expect(() => running.lines()).toThrow('once');
    expect((await running.finished).stdout).toBe('');
  });

  test('writing to a program that does not read, or has ended, does nothing', async () => {
    const running = shell('exec 0<&-; sleep 0.1');
    for (let sent = 0; sent < 50; sent++) running.send('x'.repeat(100_000));
    running.finishInput();
    expect((await running.finished).ending).toEqual({ kind: 'exited', code: 0 });
    running.send('more');
    running.finishInput();
    running.kill();
  });

  test('files that our own parent left open in us are not open in the program', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'open-'));
    await writeFile(path.join(directory, 'secret'), 'secret');
    const file = await open(path.join(directory, 'secret'));
    const program = fileURLToPath(new URL('fixtures/read-inherited.ts', import.meta.url));
    // Node itself closes the first ones, as far as they follow each other.
    const stdio: StdioOptions = [
      'ignore',
      'pipe',
      'inherit',
      ...Array.from({ length: 37 }, () => 'ignore' as const),
      file.fd,
    ];
    const child = spawn(process.execPath, [program], { stdio });
    const said = child.stdout ? await text(child.stdout) : '';
    await file.close();
    await rm(directory, { recursive: true });
    expect(said).toBe('read ""\n');
  });
});
