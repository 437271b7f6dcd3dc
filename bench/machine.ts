import { execFile } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { TEMPORAL_CLI } from '../src/platform/temporal/pins.ts';

const run = promisify(execFile);

/** What a number of the bench is worth nothing without. */
export interface Machine {
  readonly processors: number;
  readonly processor: string;
  readonly memoryMiB: number;
  readonly system: string;
  readonly node: string;
  readonly temporalCli: string;
  /** Of the checkout; `+` behind it where files have been changed since. */
  readonly commit: string;
}

export async function machineFacts(): Promise<Machine> {
  return {
    processors: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    memoryMiB: Math.round(totalmem() / 1024 / 1024),
    system: `${process.platform} ${release()}`,
    node: process.version,
    temporalCli: TEMPORAL_CLI.version,
    commit: await commitHere(),
  };
}

async function commitHere(): Promise<string> {
  const root = import.meta.dirname;
  const git = (...args: readonly string[]) => run('git', ['-C', root, ...args]).then(({ stdout }) => stdout.trim());
  try {
    const changed = await git('status', '--porcelain', '--untracked-files=no');
    return `${await git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : '+'}`;
  } catch {
    return 'not known: no git here';
  }
}
