// R110 with real programs: sandboxes whose start takes twenty times as long, and guards that have little time, reject no right program and
// every one that loops. `TEST_SLOW_PROGRAMS=200` tries so many right ones and a quarter as many loops in each sandbox, which takes long:
// on a busy machine a loop is cut and tried again until it has had a processor for half a second. Without it there are no loops here.
import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../../src/guards/command.ts';
import { SlowMachine } from '../../src/guards/isolation/foreign-limits.ts';
import type { Job, Running, Sandbox } from '../../src/sandbox/sandbox.ts';
import { sandboxesOf } from '../../src/sandbox/sandboxes.ts';
import { aContext } from '../guards/a-context.ts';
import { openBackends, openUnsafe } from './support/backends.ts';

const ASKED = Number(process.env['TEST_SLOW_PROGRAMS'] ?? 0);
const RIGHT = Math.max(1, ASKED);
const LOOPS = Math.ceil(ASKED / 4);
const HOURS = 3_600_000;
const TRIES = 500;

/** Milliseconds that a guard has: less than slow starts and the limit take together, every now and then. */
const GUARD_TIME = 4_000;

const PROGRAMS = {
  python: {
    run: ['python3', 'main.py'],
    right: 'import sys\nassert sys.stdin.read() == "an artifact\\n"\n',
    loop: 'while True: pass\n',
  },
  typescript: {
    run: ['node', 'main.ts'],
    right: `process.stdin.on('data', (text: Buffer) => process.exit(String(text) === 'an artifact\\n' ? 0 : 1));\n`,
    loop: 'for (;;) {}\n',
  },
} as const;

const opened = [...(await openBackends()).flatMap(({ sandbox }) => sandbox ?? []), await openUnsafe()];

afterAll(() => Promise.all(opened.map((sandbox) => sandbox.close())));

const cases = opened.flatMap((sandbox) =>
  (['python', 'typescript'] as const).flatMap((toolchain) =>
    sandbox.capabilities.toolchains.includes(toolchain) ? [[sandbox.name, toolchain, sandbox] as const] : [],
  ),
);

test.each(cases)(
  'R110: %s rejects no right %s program and every loop, however slow it starts',
  async (_, toolchain, sandbox) => {
    const slow = slowed(sandbox, 20 * (await startOf(sandbox, toolchain)));
    const { run, right, loop } = PROGRAMS[toolchain];
    const judge = (text: string, timeout?: string) =>
      verdictOn(slow, { run, files: { [run[1]]: text }, ...(timeout !== undefined && { timeout }) });
    for (const answer of await several(RIGHT, 4, () => judge(right))) expect(answer).toEqual({ verdict: 'pass' });
    const endless = expect.stringContaining('a loop without end');
    for (const answer of await several(LOOPS, 2, () => judge(loop, 'PT1S')))
      expect(answer).toEqual({ verdict: 'retry', feedback: endless });
  },
  HOURS,
);

/** So often, some at a time: most of it is waiting. A loop wants a processor for itself. */
async function several<Answer>(count: number, some: number, work: () => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  let begun = 0;
  const oneAfterTheOther = async () => {
    while (begun < count) {
      begun += 1;
      answers.push(await work());
    }
  };
  await Promise.all(Array.from({ length: some }, oneAfterTheOther));
  return answers;
}

/** As the service does, guard errors are tried again: what ran out of the guard's time, and what the machine was too slow for. */
async function verdictOn(sandbox: Sandbox, given: object) {
  const guard = command(sandboxesOf([sandbox]));
  for (let tries = 1; ; tries += 1) {
    // A guard that is tried again finds the machine less busy, or has to be given up.
    const timeout = AbortSignal.timeout(GUARD_TIME * Math.ceil(tries / 5));
    try {
      const answer = await guard.evaluate(guard.options.parse(given), aContext('an artifact', { signal: timeout }));
      const { verdict, feedback } = answer;
      return verdict === 'pass' ? { verdict } : { verdict, feedback };
    } catch (error) {
      const isGuardError = timeout.aborted || error instanceof SlowMachine;
      if (!isGuardError || tries === TRIES) throw error;
    }
  }
}

/** Milliseconds until a program of nothing has ended. */
async function startOf(sandbox: Sandbox, toolchain: keyof typeof PROGRAMS): Promise<number> {
  const [, file] = PROGRAMS[toolchain].run;
  const begin = performance.now();
  const running = sandbox.start({ toolchain, argv: [file], files: { [file]: '' } }, new AbortController().signal);
  await running.finished;
  return Math.min(100, performance.now() - begin);
}

/** The same sandbox with something in the way of every start. */
function slowed(sandbox: Sandbox, delay: number): Sandbox {
  return {
    ...sandbox,
    start(job: Job, signal: AbortSignal): Running {
      const real = wait(delay, undefined, { signal }).then(() => sandbox.start(job, signal));
      const then = (work: (running: Running) => void): void => void real.then(work, () => {});
      return {
        send: (line) => then((running) => running.send(line)),
        finishInput: () => then((running) => running.finishInput()),
        kill: () => then((running) => running.kill()),
        lines: () => {
          throw new Error('nobody takes lines here');
        },
        finished: real.then((running) => running.finished),
      };
    },
  };
}
