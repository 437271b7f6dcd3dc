import { programLimit } from '../../definitions/checks/guard-programs.ts';
import { needOf } from '../../definitions/schema/program.ts';
import { tidy } from '../../guards/feedback.ts';
import { endOf, jobOf, mustHaveRun } from '../../guards/isolation/program.ts';
import type { GenerateOutput, RunCommandInput } from '../../ports/calls.ts';
import type { CommandJob, CommandOutcome, CommandPort } from '../../ports/command-port.ts';
import { CallOver } from '../../ports/guard-port.ts';
import { StoreUnavailable } from '../../ports/store/errors.ts';
import { DEFAULT_LIMITS, runJob } from '../../sandbox/sandbox.ts';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';
import { messageOf } from '../../text/message-of.ts';
import type { AbortRegistry } from '../abort-registry.ts';
import { forked, type LiveCall, performCall } from '../call.ts';
import type { Running } from '../execution.ts';
import { noteFault } from '../infrastructure.ts';

export interface RunCommandDependencies extends Running {
  readonly commands: CommandPort;
  readonly aborts: AbortRegistry;
  /** Where programs of definitions run. */
  readonly sandboxes: Sandboxes;
}

/**
 * Makes the artifact of a step whose generator is a program (R35), where guards run what they run: what it prints is the artifact, and any
 * exit code but 0 a rejected attempt. That it could not be run at all is a fault, and no attempt (R32, R33).
 */
export function createRunCommandActivity(dependencies: RunCommandDependencies) {
  return (input: RunCommandInput): Promise<GenerateOutput> =>
    performCall(
      dependencies,
      input,
      () => dependencies.commands.open(input).catch(forked),
      (call) =>
        'done' in call.material
          ? Promise.resolve(call.material.done)
          : run(dependencies, input, call.material.job, call),
    );
}

async function run(
  { commands, sandboxes }: RunCommandDependencies,
  input: RunCommandInput,
  job: CommandJob,
  call: LiveCall,
): Promise<GenerateOutput> {
  const { runId, token, infraTimeout } = input;
  const { signal } = call;
  const timeout = AbortSignal.timeout(job.time);
  try {
    const outcome = await outcomeOf(job, sandboxes, AbortSignal.any([signal, timeout]));
    return await commands.keep(input, outcome, { signal });
  } catch (error) {
    if (signal.aborted || error instanceof CallOver || error instanceof StoreUnavailable) throw error;
    const why = timeout.aborted ? NO_TIME : messageOf(error);
    const detail = `The program ${job.run[0]} could not be run: ${why}`;
    return noteFault((kept) => commands.note(input, kept), {
      runId,
      token,
      phase: 'generate',
      detail,
      call,
      infraTimeout,
      final: false,
    });
  }
}

/** Its own limit is longer, or the sandbox took so long (R110). */
const NO_TIME = 'the time of the step (timeouts.generate) was over before it had ended or reached its own limit';

async function outcomeOf(job: CommandJob, sandboxes: Sandboxes, signal: AbortSignal): Promise<CommandOutcome> {
  const limits = { ...DEFAULT_LIMITS, wall: programLimit(job.timeout) };
  const finished = await runJob(sandboxes.find(needOf(job)), { ...jobOf(job), limits }, signal);
  const { code, words } = endOf(job, finished, limits);
  if (code === 0) return { text: finished.stdout, failed: false };
  if (code !== undefined) mustHaveRun(job, code);
  return { text: tidy(words.join('\n')), failed: true };
}
