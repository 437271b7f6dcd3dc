import { plainText } from '../../../text/text.ts';

/** UTF-16 units of a whole path, and bytes of one name in it. */
const MAX_PATH = 512;
const MAX_NAME_BYTES = 255;

/**
 * Why a path may not stand in a workspace; undefined for one that means the same file inside of it on every file system that it may
 * be written to: relative, with `/`, without `.` and `..`, nothing invisible, nothing that belongs to git.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'is empty; give a path such as src/main.py';
  if (path.length > MAX_PATH) return `is longer than ${MAX_PATH} characters`;
  if (!path.isWellFormed() || plainText(path) !== path || /[\n\t]/.test(path)) return 'has control characters';
  if (path.includes('\\')) return 'has a backslash; separate folders with /';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return 'is absolute; give it relative to the root of the repository';
  return first(path.split('/').map(nameProblem));
}

/**
 * The files that a path of a patch can mean: those of its readings that are there, else all whose last parts are one of them, so that a
 * bare name finds the only file that is called so.
 */
export function findFile(
  readings: readonly string[],
  has: (path: string) => boolean,
  paths: readonly string[],
): readonly string[] {
  const there = readings.filter(has);
  if (there.length > 0) return there;
  return paths.filter(
    (path) => has(path) && readings.some((reading) => reading !== '' && path.endsWith(`/${reading}`)),
  );
}

function nameProblem(name: string): string | undefined {
  if (name === '..') return 'has a ".."; it must stay inside the repository';
  if (name === '' || name === '.') return 'has an empty or "." part; write each folder once, such as src/main.py';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `has a name of more than ${MAX_NAME_BYTES} bytes`;
  if (/[. ]$/.test(name)) return 'has a name that ends in a dot or a space';
  if (GIT_FOLDERS.has(name.toLowerCase())) return 'is inside the git directory, which is not part of the repository';
  return undefined;
}

/** The second is what Windows calls it in short. */
const GIT_FOLDERS: ReadonlySet<string> = new Set(['.git', 'git~1']);

function first(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}
