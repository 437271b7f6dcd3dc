import { jobPathProblem } from '../definitions/checks/job-paths.ts';
import { type Job, SandboxFault } from './sandbox.ts';

/** The files of a job in the order of their paths. Throws `SandboxFault` for a path that no job can have. */
export function workspaceFiles(files: Job['files']): readonly (readonly [path: string, text: string])[] {
  const entries = Object.entries(files).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const paths = new Set(entries.map(([path]) => path));
  for (const path of paths) {
    const problem = jobPathProblem(path, paths);
    if (problem) throw new SandboxFault(`The file ${JSON.stringify(path)} cannot be in a workspace: ${problem}.`);
  }
  return entries;
}
