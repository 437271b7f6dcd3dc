import type { Job } from '../sandbox.ts';
import { workspaceFiles } from '../workspace-files.ts';

/** What a process that waits says when it does, to nobody but its pool. */
export const READY = 'ready for a job';

/** What a process that is ready reads: how many bytes follow the line end, and those, so that it takes none of what is its program's. */
export function delivery(message: object): string {
  const text = JSON.stringify(message);
  return `${Buffer.byteLength(text)}\n${text}`;
}

/** The checked files of a job that are not there already, as UTF-8 can say them. Throws `SandboxFault`. */
export function filesToCome({ files, preload }: Pick<Job, 'files' | 'preload'>): Readonly<Record<string, string>> {
  const there = preload?.files ?? {};
  const missing = workspaceFiles(files).filter(([name]) => !(name in there));
  return Object.fromEntries(missing.map(([name, text]) => [name, text.toWellFormed()]));
}
