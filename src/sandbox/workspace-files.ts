import { type Job, SandboxFault } from './sandbox.ts';

/** Bytes of one name, and of a whole path, that every file system takes. */
const [NAME_LIMIT, PATH_LIMIT] = [255, 1024];

/**
 * The files of a job in the order of their paths, each path relative, with `/` between plain names, so that joined to any folder it
 * stays inside. Throws `SandboxFault` for any other path, and for a file that another one needs as its folder.
 */
export function workspaceFiles(files: Job['files']): readonly (readonly [path: string, text: string])[] {
  const entries = Object.entries(files).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const paths = new Set(entries.map(([path]) => path));
  for (const path of paths) {
    const problem = problemWith(path) ?? folderProblem(path, paths);
    if (problem) throw new SandboxFault(`The file ${JSON.stringify(path)} cannot be in a workspace: ${problem}.`);
  }
  return entries;
}

function problemWith(path: string): string | undefined {
  const names = path.split('/');
  if (path.startsWith('/')) return 'its path must be relative';
  if (names.some((name) => name === '' || name === '.' || name === '..')) return 'its path must be of plain names';
  if (/[\\\0]/.test(path)) return 'a name holds a backslash or a NUL';
  const tooLong = names.some((name) => Buffer.byteLength(name) > NAME_LIMIT) || Buffer.byteLength(path) > PATH_LIMIT;
  return tooLong ? 'its path is too long' : undefined;
}

function folderProblem(path: string, paths: ReadonlySet<string>): string | undefined {
  const names = path.split('/');
  const folder = names.map((_, index) => names.slice(0, index).join('/')).find((parent) => paths.has(parent));
  return folder === undefined ? undefined : `${JSON.stringify(folder)} is a file too`;
}
