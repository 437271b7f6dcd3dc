import { readFileSync } from 'node:fs';
import type { Toolchain } from '../../model/isolation.ts';
import type { Job } from '../sandbox.ts';
import type { Targets } from './targets.ts';

/** What an attack says of itself. */
export interface Answer {
  readonly attack: string;
  /** What it got; null when nothing. */
  readonly got: string | null;
  /** Why it got nothing, where it knows. */
  readonly why?: string;
}

/** Its first file is started, and imports the others. */
const PROGRAMS = {
  python: programOf('attack.py', 'reaching.py', 'taking.py', 'pyodide_host.py', 'targets.py'),
  typescript: programOf('attack.mjs'),
};

/** A toolchain that the attacks are written for. */
export type Attacker = keyof typeof PROGRAMS;

export function isAttacker(toolchain: Toolchain): toolchain is Attacker {
  return toolchain !== 'command';
}

/** A job that tries the named attacks in turn. */
export function attackJob(toolchain: Attacker, names: readonly string[], targets: Targets): Job {
  const { main, files } = PROGRAMS[toolchain];
  return { toolchain, argv: [main, JSON.stringify(targets), ...names], files };
}

/** The answers in what a job wrote; what is no answer is left out. */
export function answersIn(stdout: string): readonly Answer[] {
  return stdout.split('\n').flatMap((line) => {
    const answer = line.startsWith('{') ? asAnswer(line) : undefined;
    return answer ? [answer] : [];
  });
}

function asAnswer(line: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isAnswer(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null || !('attack' in value && 'got' in value)) return false;
  return typeof value.attack === 'string' && (value.got === null || typeof value.got === 'string');
}

function programOf(
  main: string,
  ...others: readonly string[]
): { readonly main: string; readonly files: Job['files'] } {
  const texts = [main, ...others].map((file) => [file, readFileSync(new URL(file, import.meta.url), 'utf8')] as const);
  return { main, files: Object.fromEntries(texts) };
}
