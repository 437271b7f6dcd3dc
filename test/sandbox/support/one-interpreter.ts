import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type JobOutput, jobOutput } from '../../../src/sandbox/job-output.ts';
import { DEFAULT_LIMITS, type Finished, type Job, type Running, type Sandbox } from '../../../src/sandbox/sandbox.ts';

const PROGRAM = readFileSync(new URL('./many_cases.py', import.meta.url), 'utf8');

/** Of an interpreter: what all its cases take together. */
const LIMITS = { wall: 1_800_000, output: 1024 * 1024 * 1024 };

/** Milliseconds in which a case ends whose input has ended. */
const PATIENCE = 3_000;

/** A Python in the sandbox that runs one case at a time. */
interface Interpreter {
  readonly memory: number;
  readonly running: Running;
  readonly lines: AsyncIterator<string>;
  isOver: boolean;
}

/**
 * The same sandbox, but its Python programs run one after the other in few interpreters: what they do is shown with one start for many cases.
 * A program that ends its process ends the interpreter, and the next one gets another. What exceeds a limit has no place here: that is the
 * sandbox's affair, and takes a process of its own: the time of a case has no limit but the test's, since two programs that talk to each other
 * wait for the start of each other's interpreter. `imports` are modules that many of the programs import and that take long to.
 */
export function oneInterpreter(sandbox: Sandbox, imports: readonly string[] = []): Sandbox {
  const idle: Interpreter[] = [];
  const all = new Set<Interpreter>();

  function taken(memory: number): Interpreter {
    const at = idle.findIndex((each) => each.memory === memory && !each.isOver);
    const [found] = at === -1 ? [] : idle.splice(at, 1);
    return found ?? begun(memory);
  }

  function begun(memory: number): Interpreter {
    const job = {
      toolchain: 'python',
      argv: ['many_cases.py', ...imports],
      files: { 'many_cases.py': PROGRAM },
    } as const;
    const running = sandbox.start({ ...job, limits: { ...LIMITS, memory } }, new AbortController().signal);
    const made = { memory, running, lines: running.lines()[Symbol.asyncIterator](), isOver: false };
    all.add(made);
    return made;
  }

  return {
    ...sandbox,
    start(job, signal) {
      if (job.toolchain !== 'python') return sandbox.start(job, signal);
      const interpreter = taken(job.limits?.memory ?? DEFAULT_LIMITS.memory);
      return started(interpreter, job, signal, () => idle.push(interpreter));
    },
    async close() {
      for (const { running } of all) running.kill();
      await Promise.all([...all].map(({ running }) => running.finished));
      await sandbox.close();
    },
  };
}

function started(interpreter: Interpreter, job: Job, signal: AbortSignal, giveBack: () => void): Running {
  const { running } = interpreter;
  const mark = randomBytes(16).toString('hex');
  const output = jobOutput(job.limits?.output ?? DEFAULT_LIMITS.output);
  const over = new AbortController();
  const { files, argv, env = {} } = job;
  running.send(`case ${JSON.stringify({ mark, files, argv, env })}`);
  signal.addEventListener('abort', () => running.kill(), { once: true, signal: over.signal });
  const killAfter = (milliseconds: number): Promise<void> =>
    wait(milliseconds, undefined, { signal: over.signal }).then(
      () => running.kill(),
      () => {},
    );

  async function finish(): Promise<Finished> {
    const begin = performance.now();
    const told = await toldBy(interpreter, mark, output);
    output.end();
    over.abort();
    const { ending, stderr } = told ?? (await running.finished);
    if (told) giveBack();
    else interpreter.isOver = true;
    signal.throwIfAborted();
    return { ending, stdout: output.text(), stderr, wall: performance.now() - begin };
  }

  /** What comes after the end of a case would be the next one's. */
  const send = (line: string): void => {
    if (!over.signal.aborted) running.send(line);
  };
  const finished = finish();
  finished.catch(() => {});
  return {
    send,
    finishInput: () => send(`${mark} end`),
    lines: () => output.lines(),
    kill() {
      send(`${mark} end`);
      void killAfter(PATIENCE);
    },
    finished,
  };
}

/** Takes in what a case writes, until it says that it is done; undefined when its interpreter has ended before. */
async function toldBy({ lines }: Interpreter, mark: string, output: JobOutput): Promise<Told | undefined> {
  for (let isHeld = false; ; ) {
    const { done, value: line } = await lines.next();
    if (done === true) return undefined;
    if (line.startsWith(`${mark} done `)) return toldIn(line.slice(mark.length + ' done '.length));
    if (isHeld) output.take(Buffer.from('\n'));
    // An empty line may be there only to end the one before the last.
    isHeld = line === '';
    if (!isHeld) output.take(Buffer.from(`${line}\n`));
  }
}

interface Told {
  readonly ending: Finished['ending'];
  readonly stderr: string;
}

function toldIn(json: string): Told {
  const { code, stderr }: { code: number; stderr: string } = JSON.parse(json);
  return { ending: { kind: 'exited', code }, stderr };
}
