import type { CallPort } from './call-port.ts';
import type { GenerateOutput, RunCommandInput } from './calls.ts';

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

/** What to run, or what needs no run. */
type CommandMaterial = { readonly job: CommandJob } | { readonly done: GenerateOutput };

/** Of a generator `command`. */
export type CommandPort = CallPort<RunCommandInput, CommandMaterial, CommandOutcome, GenerateOutput>;
