import { readFileSync } from 'node:fs';
import type { Finished, Job, Running, Sandbox } from '../../../src/sandbox/sandbox.ts';

const PROGRAM = readFileSync(new URL('./many-questions.mjs', import.meta.url), 'utf8');
const LIBRARY = 'dsap/compiler/library.mjs';
const QUESTION = 'question.json';
const READ = `readFileSync('${QUESTION}', 'utf8')`;

/** Of a process: what all its questions take together. */
const LIMITS = { wall: 600_000, output: 1024 * 1024 * 1024 };

interface Process {
  readonly running: Running;
  readonly lines: AsyncIterator<string>;
}

/**
 * The same sandbox, but one process answers what the compiler is asked, one question after the other: what the programs say is shown with one
 * start for many cases. What exceeds a limit has no place here: that is the sandbox's affair, and takes a process of its own.
 */
export function oneCompiler(sandbox: Sandbox): Sandbox {
  let process: Process | undefined;

  function begun({ files }: Job): Process {
    const library = `${files[LIBRARY]}`;
    if (!library.includes(READ)) throw new Error(`The programs read no ${QUESTION} any more.`);
    const own = { 'many-questions.mjs': PROGRAM, [LIBRARY]: library.replace(READ, 'globalThis.question') };
    const job = { toolchain: 'typescript', argv: ['many-questions.mjs'], files: { ...files, ...own } } as const;
    const running = sandbox.start({ ...job, limits: LIMITS }, new AbortController().signal);
    return { running, lines: running.lines()[Symbol.asyncIterator]() };
  }

  async function answered(job: Job): Promise<Finished> {
    const began = performance.now();
    process ??= begun(job);
    const { running, lines } = process;
    running.send(JSON.stringify({ program: job.argv[0], question: job.files[QUESTION] }));
    const { done, value } = await lines.next();
    if (done !== true)
      return { ending: { kind: 'exited', code: 0 }, stdout: value, stderr: '', wall: performance.now() - began };
    process = undefined;
    return running.finished;
  }

  return {
    ...sandbox,
    start(job, signal) {
      if (!(QUESTION in job.files)) return sandbox.start(job, signal);
      const finished = answered(job);
      return {
        send() {},
        finishInput() {},
        kill() {},
        async *lines() {
          const { stdout } = await finished;
          if (stdout !== '') yield stdout;
        },
        finished,
      };
    },
    async close() {
      process?.running.kill();
      await sandbox.close();
    },
  };
}
