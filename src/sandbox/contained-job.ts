import type { Readable } from 'node:stream';
import { finished as ended } from 'node:stream/promises';
import { type Contained, faultOf, leave, nameOf } from './contained-process.ts';
import { type Cause, type Held, hold } from './held-job.ts';
import { type JobOutput, jobOutput } from './job-output.ts';
import { oomKills } from './oom-kills.ts';
import type { Plan } from './plan.ts';
import { type Ending, type Finished, type Limits, type Running, SandboxFault } from './sandbox.ts';

export function runContained(contained: Contained, limits: Limits, signal: AbortSignal): Running {
  const { plan, child } = contained;
  const [stdout, stderr] = [jobOutput(limits.output), jobOutput(limits.output)];
  const held = hold(contained, limits, signal);
  const killsBefore = oomKills();
  const taking = (output: JobOutput) => (chunk: Buffer) => {
    if (!output.take(chunk)) held.stop({ bound: 'output' });
  };
  const flows = Promise.all([
    flow(child?.stdout, stdout, begunBy(plan, held, taking(stdout))),
    flow(child?.stderr, stderr, taking(stderr)),
  ]);

  async function settle(): Promise<Finished> {
    const exit = await Promise.race([contained.exit, held.stuck]);
    const end = performance.now();
    await orFault(plan, async () => {
      await held.end();
      await closed(flows, contained);
      await leave(contained);
    });
    const { began, cause, peakMemory, pace } = held.seen();
    const told = endingOf({ plan, exit, cause, begun: began !== undefined, last: stderr.text() });
    const isSenderKnown = killsBefore !== undefined && killsBefore === oomKills();
    const ending = isSenderKnown ? told : withoutSender(told);
    const wall = Math.max(0, end - (began ?? end));
    return {
      ending,
      stdout: stdout.text(),
      stderr: stderr.text(),
      wall,
      ...(peakMemory !== undefined && { peakMemory }),
      ...(cause !== undefined && pace !== undefined && { pace }),
    };
  }

  const finished = settle();
  // Whoever takes the lines first asks for the ending later.
  finished.catch(() => {});
  return {
    send(line) {
      if (child?.stdin?.writable) child.stdin.write(`${line}\n`);
    },
    finishInput: () => child?.stdin?.end(),
    lines: () => stdout.lines(),
    kill: () => held.stop({ killed: true }),
    finished,
  };
}

/** Begins at once, or holds back the greeting and begins at its end. */
function begunBy({ greeting }: Plan, held: Held, take: (chunk: Buffer) => void): (chunk: Buffer) => void {
  if (greeting === undefined) {
    held.begin();
    return take;
  }
  const expected = Buffer.from(`${greeting}\n`);
  let greeted: Buffer | undefined = Buffer.alloc(0);
  return (chunk) => {
    if (!greeted) return take(chunk);
    greeted = Buffer.concat([greeted, chunk]);
    if (!greeted.subarray(0, expected.length).equals(expected)) return;
    const rest = greeted.subarray(expected.length);
    greeted = undefined;
    held.begin();
    if (rest.length > 0) take(rest);
  };
}

async function flow(
  stream: Readable | null | undefined,
  output: JobOutput,
  take: (chunk: Buffer) => void,
): Promise<void> {
  stream?.on('data', take);
  if (stream) await ended(stream).catch(() => {});
  output.end();
}

/** Milliseconds that a pipe may stay open when all processes are gone. */
const PIPE_PATIENCE = 2_000;

/** A process that escaped could hold the pipes open for ever. */
async function closed(flows: Promise<unknown>, { child }: Contained): Promise<void> {
  const late = setTimeout(() => {
    child?.stdout?.destroy();
    child?.stderr?.destroy();
  }, PIPE_PATIENCE);
  await flows.finally(() => clearTimeout(late));
}

interface Ended {
  readonly plan: Plan;
  readonly exit: Ending | SandboxFault;
  readonly cause: Cause | undefined;
  readonly begun: boolean;
  readonly last: string;
}

function endingOf({ plan, exit, cause, begun, last }: Ended): Ending {
  if (cause && 'failure' in cause) throw cause.failure;
  if (exit instanceof SandboxFault) throw exit;
  if (cause && 'bound' in cause) return { kind: 'exceeded', bound: cause.bound };
  if (!begun && !cause)
    throw new SandboxFault(`${nameOf(plan)} ended before the program began: ${last.trim() || 'it said nothing'}`);
  return plan.interpret?.(exit, last) ?? exit;
}

/** The kernel may have ended it, for want of memory. */
function withoutSender(ending: Ending): Ending {
  return ending.kind === 'signalled' ? { kind: 'signalled', signal: ending.signal } : ending;
}

async function orFault(plan: Plan, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw faultOf(plan, error);
  }
}
