import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageOf } from '../text/message-of.ts';
import { type Job, SandboxFault } from './sandbox.ts';
import { workspaceFiles } from './workspace-files.ts';

/** A folder of the host for one job, which nobody but us and root can enter. */
export interface JobDirectory {
  /** Without symbolic links. */
  readonly directory: string;
  readonly remove: () => Promise<void>;
}

const PREFIX = 'dsap-job-';

/** Throws `SandboxFault` when it cannot be made. */
export function jobDirectory(): JobDirectory {
  const directory = orFault(() => mkdtempSync(path.join(realpathSync(tmpdir()), `${PREFIX}${process.pid}-`)));
  return { directory, remove: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A job's own folder with its files. Throws `SandboxFault` when one would lie outside of `within`, a folder in it, or cannot be written. */
export function workspace(files: Job['files'], within = '.'): JobDirectory {
  const checked = workspaceFiles(files);
  const made = jobDirectory();
  try {
    writeFiles(path.join(made.directory, within), checked);
  } catch (error) {
    rmSync(made.directory, { recursive: true, force: true });
    throw error;
  }
  return made;
}

/** Writes files whose paths have been checked. Throws `SandboxFault` when it cannot. */
export function writeFiles(folder: string, files: ReturnType<typeof workspaceFiles>): void {
  orFault(() => {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  });
}

function orFault<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (cause) {
    const why = messageOf(cause);
    throw new SandboxFault(`a workspace could not be made in ${tmpdir()}: ${why}`, { cause });
  }
}

/** Longer than any job takes. Only by its age a folder is judged: it may be of a process that we cannot see from our container. */
const OLD = 24 * 60 * 60 * 1000;

/** Removes what processes left that were killed together with all that would have cleaned up for them. */
export function sweepJobDirectories(): void {
  const parent = realpathSync(tmpdir());
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const directory = path.join(parent, name);
    const found = lstatSync(directory, { throwIfNoEntry: false });
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs > OLD) rmSync(directory, { recursive: true, force: true });
  }
}
