/** A program of the author's in a sandbox, and what became of it in words: for the guard `command` and the generator of that name. */
import { needOf } from '../../definitions/schema/program.ts';
import type { Finished, Job, Limits } from '../../sandbox/sandbox.ts';
import { limitProblem } from './foreign-limits.ts';
import { isFromOutside } from './from-outside.ts';

/** What is run, with its files as they are written to its workspace. */
export interface Program {
  readonly run: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

export function jobOf({ run, files }: Program, more: Readonly<Record<string, string>> = {}): Omit<Job, 'limits'> {
  const { toolchain } = needOf({ run, files });
  return { toolchain, argv: toolchain === 'command' ? run : run.slice(1), files: { ...more, ...files } };
}

/** It ended by itself with a code, or it did not. `words` are for whoever wrote what it was run on, the most specific error first. */
export interface ProgramEnd {
  readonly code?: number;
  readonly words: readonly string[];
}

/** Throws for what may be nobody's doing who wrote anything: it was ended from outside (R33), or the machine was slow (R110). */
export function endOf({ run: [name = ''] }: Pick<Program, 'run'>, finished: Finished, limits: Limits): ProgramEnd {
  const { ending } = finished;
  if (ending.kind === 'exceeded')
    return { words: [limitProblem(ending.bound, limits, finished.pace), ...tailOf(finished)] };
  if (ending.kind === 'exited') {
    const { code } = ending;
    return { code, words: [...lastError(finished), `${name} exited with ${code}.`, ...tailOf(finished)] };
  }
  if (isFromOutside(ending)) throw new Error(`${name} was ended from outside by ${ending.signal}`);
  return { words: [...lastError(finished), `${name} was ended by ${ending.signal}.`, ...tailOf(finished)] };
}

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

/** Throws for the exit codes that say that nothing was run, where they mean nothing else. */
export function mustHaveRun({ run: [name = ''] }: Pick<Program, 'run'>, code: number): void {
  if (code === NOT_FOUND) throw new Error(`${name} is not in the sandbox`);
  if (code === NOT_EXECUTABLE) throw new Error(`${name} cannot be executed in the sandbox`);
}

/** The line that a reader would look at first: programs tell their error last. */
function lastError({ stdout, stderr }: Finished): readonly string[] {
  const lines = (stderr.trim() === '' ? stdout : stderr).trim().split('\n');
  return lines.slice(-1).filter((line) => line.trim() !== '');
}

const TAIL = 2_000;

function tailOf({ stdout, stderr }: Finished): readonly string[] {
  return [stdout, stderr].flatMap((text) => (text.trim() === '' ? [] : [text.trim().slice(-TAIL)]));
}
