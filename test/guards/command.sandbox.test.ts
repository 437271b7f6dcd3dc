import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { command } from '../../src/guards/command.ts';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { createBwrap } from '../../src/sandbox/bwrap/bwrap.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Sandboxes, sandboxesOf } from '../../src/sandbox/sandboxes.ts';
import { createUnsafeLocal } from '../../src/sandbox/unsafe-local.ts';
import { aContext } from './a-context.ts';
import { neverLate } from './hurried.ts';

/** The guard's own meaning is looked at here; that its programs are contained is the sandboxes' to show. */
let local: Sandbox;
let sandboxes: Sandboxes;

beforeAll(async () => {
  local = await createUnsafeLocal();
  sandboxes = sandboxesOf([neverLate(local)]);
});
afterAll(() => local.close());

const judge = async (given: Record<string, unknown>, text = 'an artifact', more = {}) => {
  const guard = command(sandboxes);
  return guard.evaluate(guard.options.parse(given), aContext(text, more));
};
/** The sandbox of these tests isolates nothing, and whoever reads a rejection is told so. */
const SHOUTED = expect.stringMatching(/^\(UNSAFE: judged in unsafe-local.*, which isolates nothing\.\)$/);
const shell = (script: string, more: Record<string, unknown> = {}) => ({ run: ['sh', '-c', script], ...more });

describe('R33: the exit code is the verdict', () => {
  test.each([
    ['0 passes', shell('exit 0'), 'pass'],
    ['any other code is retry', shell('exit 3'), 'retry'],
    ['passExit says which pass', shell('exit 3', { passExit: [3, 4] }), 'pass'],
    ['then 0 passes no more', shell('exit 0', { passExit: [3] }), 'retry'],
    ['fatalExit says which are fatal', shell('exit 7', { fatalExit: [7] }), 'fatal'],
    ['a crash of its own is retry', shell('kill -SEGV $$'), 'retry'],
  ] as const)('%s', async (_title, given, verdict) => {
    expect(await judge(given)).toMatchObject({ verdict });
  });

  test('the feedback begins with what the program said last, and has the end of its output', async () => {
    const { feedback } = await judge(shell('echo checked 3 files; echo "style.css:4: no such colour" >&2; exit 1'));
    expect(feedback.split('\n')).toEqual([
      'style.css:4: no such colour',
      'sh exited with 1.',
      'checked 3 files',
      'style.css:4: no such colour',
      SHOUTED,
    ]);
  });

  test.each([
    ['a program that is not there', { run: ['no-such-program'] }, /no-such-program/],
    [
      'one that anybody may have ended, where nothing contains it',
      shell('kill -KILL $$'),
      /ended from outside by SIGKILL/,
    ],
  ])('%s is a guard error, no verdict', async (_title, given, message) => {
    await expect(judge(given)).rejects.toThrow(message);
  });

  test.each([
    ['a loop without end', 'while :; do :; done', /^TimeoutError: .* within 0\.5 s/],
    ['one that waits', 'sleep 60', /^TimeoutError: .* within 0\.5 s .* It waited/],
  ])('%s is a verdict that says so (R110)', async (_title, script, feedback) => {
    const answer = await judge(shell(script, { timeout: 'PT0.5S' }));
    expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringMatching(feedback) });
  });

  test('a flood of output is a verdict', async () => {
    const answer = await judge(shell('yes'));
    expect(answer).toMatchObject({ verdict: 'retry', feedback: expect.stringMatching(/^OutputError: .* 1 MB/) });
  });
});

describe('under bubblewrap it is known who ended a program (R33)', () => {
  let bwrap: Sandbox | undefined;

  beforeAll(async () => {
    bwrap = await createBwrap({ cacheDirectory: cacheDirectory(process.env), log: () => {} });
  });
  afterAll(() => bwrap?.close());

  test.each(['KILL', 'TERM'])('a program that ends itself by SIG%s is rejected', async (signal) => {
    if (bwrap === undefined) return;
    const guard = command(sandboxesOf([bwrap]));
    const given = guard.options.parse(shell(`echo at the end >&2; kill -${signal} $$`));
    await expect(guard.evaluate(given, aContext('an artifact'))).resolves.toMatchObject({
      verdict: 'retry',
      feedback: `at the end\nsh was ended by SIG${signal}.\nat the end`,
    });
  });

  test('one that is ended from outside, with all that contains it, is a guard error', async () => {
    if (bwrap === undefined) return;
    const guard = command(sandboxesOf([bwrap]));
    const marker = `1${process.pid}${Date.now()}`.slice(0, 12);
    const judging = guard.evaluate(guard.options.parse({ run: ['sleep', marker] }), aContext('an artifact'));
    const killing = outermost(marker).then((pid) => process.kill(pid, 'SIGKILL'));
    await expect(judging).rejects.toThrow('sleep was ended from outside by SIGKILL');
    await killing;
  });
});

/** The first process of those that name a job, when its program runs. */
async function outermost(marker: string): Promise<number> {
  const first = (pattern: string) =>
    promisify(execFile)('pgrep', ['-o', '-f', pattern]).then(
      ({ stdout }) => Number(stdout),
      () => undefined,
    );
  while ((await first(`^sleep ${marker}`)) === undefined);
  return (await first(marker)) ?? 0;
}

describe('what the program is given', () => {
  test('the artifact on standard input and as a file, and the files of the definition as templates', async () => {
    const given = shell('cat - artifact notes/all.txt; exit 1', {
      files: { 'notes/all.txt': '{text} {artifact.plan} {input.who} {unknown}' },
    });
    const { feedback } = await judge(given, 'one', { dependencies: { plan: 'two' }, input: { who: 'three' } });
    expect(feedback).toContain('one\noneone two three {unknown}');
  });

  test('every verdict says where it ran', async () => {
    const data = { sandbox: expect.stringContaining('unsafe-local'), unsafe: true };
    expect(await judge(shell('exit 0'))).toMatchObject({ verdict: 'pass', feedback: '', data });
    const rejection = await judge(shell('exit 1'));
    expect(rejection).toMatchObject({ verdict: 'retry', data });
    expect(rejection.feedback.split('\n').at(-1)).toEqual(SHOUTED);
  });
});

describe('R67: report json', () => {
  const reporting = (line: string) => shell(`echo noise; echo '${line}'`, { report: 'json' });

  test('the last line is the verdict, with its score and its facts where conditions look for them', async () => {
    const answer = await judge(
      reporting('{"verdict": "retry", "feedback": "two links are dead", "score": 0.5, "data": {"dead": 2}}'),
    );
    expect(answer).toMatchObject({ verdict: 'retry', score: 0.5, data: { dead: 2 } });
    expect(answer.feedback.split('\n')).toEqual(['two links are dead', SHOUTED]);
  });

  test.each([
    ['nothing that can be read', 'all fine', /one JSON object on its last line/],
    ['another verdict', '{"verdict": "perhaps"}', /verdict/],
    ['a rejection without a word', '{"verdict": "retry"}', /without feedback/],
    ['more data than a verdict may carry', `{"verdict": "pass", "data": "${'x'.repeat(16_384)}"}`, /larger than 16384/],
    ['a key that is not known', '{"verdict": "pass", "sore": 1}', /sore/],
  ])('%s is a guard error', async (_title, line, message) => {
    await expect(judge(reporting(line))).rejects.toThrow(message);
  });
});

describe('where it has to run', () => {
  const needs = (given: Record<string, unknown>) => {
    const guard = command(sandboxes);
    return guard.needs?.(guard.options.parse(given));
  };
  test.each([
    ['a Python script of its own files: a jail', { run: ['python3', 'a.py'], files: { 'a.py': '' } }, 'python', 'jail'],
    ['a script for node: a jail', { run: ['node', 'a.ts'], files: { 'a.ts': '' } }, 'typescript', 'jail'],
    ['Python with code on its command line: a system', { run: ['python3', '-c', '1'] }, 'command', 'os'],
    ['any program: a system', { run: ['make', 'check'] }, 'command', 'os'],
  ] as const)('%s', (_title, given, toolchain, floor) => {
    expect(needs(given)).toEqual({ toolchain, floor });
  });

  test('a script of its own files judges', async () => {
    const files = { 'judge.py': 'import sys\nsys.exit(0 if "good" in sys.stdin.read() else 1)\n' };
    expect(await judge({ run: ['python3', 'judge.py'], files }, 'a good one')).toMatchObject({ verdict: 'pass' });
    expect(await judge({ run: ['python3', 'judge.py'], files }, 'a bad one')).toMatchObject({ verdict: 'retry' });
  });

  test('without a sandbox there is no verdict, and the error names what there is', async () => {
    const guard = command(sandboxesOf([]));
    await expect((async () => guard.evaluate(guard.options.parse({ run: ['make'] }), aContext('x')))()).rejects.toThrow(
      'no sandbox of this worker runs command at isolation level os or above; it has none',
    );
  });
});
