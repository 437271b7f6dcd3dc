/** What the call of a generator `command` needs of the service around it, as `GuardDesk` is for guards. */
import type { GenerateOutput, RunCommandInput } from './calls.ts';
import type { Faults } from './store.ts';

/** What is to be run: the author's program, with its files as they are written to its workspace. */
export interface CommandJob {
  readonly run: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** As the definition writes it. */
  readonly timeout?: string;
  /** Milliseconds that the call may take. */
  readonly time: number;
}

/** What a program that ran has made: its output, or the words that say why there is none. */
export interface CommandOutcome {
  readonly text: string;
  readonly failed: boolean;
}

export interface CommandDesk {
  /** Stores the events that ride on the call, then answers what to run, or what needs no run. Throws `LogFork`, `CallOver`. */
  open(call: RunCommandInput): Promise<{ readonly job: CommandJob } | { readonly done: GenerateOutput }>;
  /** The first artifact stored under the call's token wins; held while the store is away, until `signal`. Throws `CallOver`. */
  keep(call: RunCommandInput, outcome: CommandOutcome, signal?: AbortSignal): Promise<GenerateOutput>;
  /** Notes that the sandbox broke; as `Faults.record`. */
  note(call: RunCommandInput, fault: Parameters<Faults['record']>[0]): ReturnType<Faults['record']>;
}
