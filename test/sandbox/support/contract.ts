import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import {
  type Finished,
  type Job,
  type Limits,
  runJob,
  type Sandbox,
  SandboxFault,
} from '../../../src/sandbox/sandbox.ts';

/** The same programs in each language. */
interface Programs {
  readonly toolchain: 'python' | 'typescript';
  readonly main: string;
  /** Answers each line of its input with `got <line>`, and ends with code 7 at the end of it. */
  readonly echo: string;
  /** Prints its arguments and a value of a file beside it, both on one line. */
  readonly sibling: { readonly main: string; readonly beside: Readonly<Record<string, string>> };
  /** Prints the names of its environment as JSON. */
  readonly environment: string;
  /** Writes to both outputs and throws an error that says `boom`. */
  readonly boom: string;
  readonly exit: (code: number) => string;
  readonly endless: string;
  /** Writes 200 MB. */
  readonly flood: string;
  /** Takes memory until it is given none. */
  readonly hungry: string;
}

export const PYTHON: Programs = {
  toolchain: 'python',
  main: 'main.py',
  echo: 'import sys\nfor line in sys.stdin:\n    print("got " + line.rstrip(), flush=True)\nsys.exit(7)',
  sibling: {
    main: 'import sys\nfrom lib.beside import value\nprint(sys.argv, value)',
    beside: { 'lib/beside.py': 'value = "bé"' },
  },
  environment: 'import json, os\nprint(json.dumps(sorted(os.environ)))',
  boom: 'import sys\nprint("out")\nprint("err", file=sys.stderr)\nraise ValueError("boom")',
  exit: (code) => `import sys\nsys.exit(${code})`,
  endless: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
  flood: 'import sys\nfor _ in range(2000): sys.stdout.write("x" * 100_000)',
  hungry: 'kept = []\nwhile True: kept.append(bytearray(8_000_000))',
};

export const TYPESCRIPT: Programs = {
  toolchain: 'typescript',
  main: 'main.ts',
  echo: `import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) console.log('got ' + line);
process.exit(7);`,
  sibling: {
    main: `import { value } from './lib/beside.ts';\nconsole.log(process.argv.slice(2), value);`,
    beside: { 'lib/beside.ts': `export const value: string = 'bé';` },
  },
  environment: 'console.log(JSON.stringify(Object.keys(process.env).sort()));',
  boom: `console.log('out');\nconsole.error('err');\nthrow new TypeError('boom');`,
  exit: (code) => `process.exit(${code});`,
  endless: 'for (;;) { try { for (;;); } catch {} }',
  flood: `for (let i = 0; i < 2000; i++) console.log('x'.repeat(99_999));`,
  hungry: 'const kept: Uint8Array[] = [];\nfor (;;) kept.push(new Uint8Array(8_000_000).fill(1));',
};

const never = new AbortController().signal;

/** A job of one file. */
export function jobOf({ toolchain, main }: Programs, text: string, rest: Partial<Job> = {}): Job {
  return { toolchain, argv: [main], files: { [main]: text }, ...rest };
}

/** Runs a program to its end. */
export async function run(
  sandbox: Sandbox,
  programs: Programs,
  text: string,
  rest: Partial<Job> & { readonly input?: string } = {},
): Promise<Finished> {
  const { input, ...job } = rest;
  return runJob(sandbox, jobOf(programs, text, job), never, input);
}

/** Folders of jobs that this process has made and not yet removed. */
export async function jobFolders(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`dsap-job-${process.pid}-`));
}

/** What every sandbox does with every program, whatever else it holds back. */
export function keepsTheContract(sandbox: () => Sandbox, programs: Programs, peak = 0): void {
  const { main, echo, sibling, environment, boom, exit, endless, flood, hungry } = programs;
  const ends = (text: string, limits: Partial<Limits> = {}) => run(sandbox(), programs, text, { limits });

  test.each([0, 3])('the exit code %d arrives', async (code) => {
    expect((await ends(exit(code))).ending).toEqual({ kind: 'exited', code });
  });

  test('an uncaught error is exit code 1, and both outputs arrive', async () => {
    const { ending, stdout, stderr } = await ends(boom);
    expect({ ending, stdout }).toEqual({ ending: { kind: 'exited', code: 1 }, stdout: 'out\n' });
    expect(stderr).toMatch(/^err\n[^]*boom/);
  });

  test('lines go both ways while the program runs', async () => {
    const running = sandbox().start(jobOf(programs, echo), never);
    const lines = running.lines()[Symbol.asyncIterator]();
    for (const word of ['one', 'zwö', 'x'.repeat(200_000)]) {
      running.send(word);
      expect(await lines.next()).toEqual({ done: false, value: `got ${word}` });
    }
    running.finishInput();
    expect(await lines.next()).toEqual({ done: true, value: undefined });
    expect(await running.finished).toMatchObject({ ending: { kind: 'exited', code: 7 }, stdout: '' });
    running.send('too late');
    running.kill();
  });

  test('a program sees its arguments and imports what lies beside it', async () => {
    const files = { [main]: sibling.main, ...sibling.beside };
    const { stdout } = await run(sandbox(), programs, '', { files, argv: [main, 'first', '-x'] });
    expect(stdout).toMatch(/'?first'?.*-x.*bé/);
  });

  test('our environment is not the program’s', async () => {
    process.env['OUR_SECRET'] = 'seen';
    const { stdout } = await run(sandbox(), programs, environment, { env: { GIVEN: 'x' } });
    delete process.env['OUR_SECRET'];
    const names: readonly string[] = JSON.parse(stdout);
    expect(names).toContain('GIVEN');
    expect(
      names.filter((name) => !['GIVEN', 'HOME', 'LANG', 'LC_CTYPE', 'PATH', 'PYTHONPATH', 'TMPDIR'].includes(name)),
    ).toEqual([]);
  });

  test('an endless loop ends at the limit of the wall', async () => {
    const { ending } = await ends(endless, { wall: 300 });
    expect(ending).toEqual({ kind: 'exceeded', bound: 'wall' });
  });

  test('a flood of output ends the job, and no more than the limit is kept', async () => {
    const { ending, stdout } = await ends(flood, { output: 300_000 });
    expect(ending).toEqual({ kind: 'exceeded', bound: 'output' });
    expect(stdout).toHaveLength(300_000);
  });

  test('a program that takes all memory is refused it or ended', async () => {
    const memory = 200 * 1024 * 1024;
    const { ending, stderr, peakMemory } = await ends(hungry, { memory });
    if (ending.kind === 'exited') expect(stderr).toContain('MemoryError');
    else expect(ending).toEqual({ kind: 'exceeded', bound: 'memory' });
    // Who looks at it may be late on a busy machine; left alone it would have taken all there is.
    expect(peakMemory ?? 0).toBeLessThan(memory + peak + 3 * 1024 ** 3);
  });

  test('an abort ends the job with the reason of the signal', async () => {
    const over = new AbortController();
    const running = sandbox().start(jobOf(programs, endless), over.signal);
    over.abort(new Error('no longer wanted'));
    await expect(running.finished).rejects.toThrow('no longer wanted');
    await expect(sandbox().start(jobOf(programs, endless), over.signal).finished).rejects.toThrow('no longer wanted');
  });

  test('kill ends it by a signal', async () => {
    const running = sandbox().start(jobOf(programs, echo), never);
    running.send('up');
    for await (const line of running.lines()) {
      expect(line).toBe('got up');
      running.kill();
    }
    expect((await running.finished).ending).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  });

  test.each([
    '../outside',
    '/absolute',
    'a/../../outside',
    'a//b',
    './a',
    'a\\b',
    'a\0b',
    '',
    'x'.repeat(256),
    `${main}/below`,
  ])('the file %j is refused', (name) => {
    const files = { [main]: exit(0), [name]: 'x' };
    expect(() => sandbox().start(jobOf(programs, '', { files }), never)).toThrow(SandboxFault);
  });

  test('jobs side by side do not disturb each other', async () => {
    const codes = [1, 2, 3, 4];
    const endings = await Promise.all(codes.map(async (code) => (await ends(exit(code))).ending));
    expect(endings).toEqual(codes.map((code) => ({ kind: 'exited', code })));
  });
}
