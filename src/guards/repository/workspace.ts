import { listed, quoted } from '../feedback.ts';
import { bad, good, type Outcome } from './outcome.ts';
import { pathProblem } from './patch/workspace-path.ts';

/** Bytes are those of UTF-8. */
const MAX_FILES = 2_000;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * A repository as a value: texts by path. It is written out afresh inside each sandbox and there is no git directory, so nothing that
 * ran can have left anything behind in it.
 */
export interface Workspace {
  /** In order. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  get(path: string): string | undefined;
  /** Another workspace, with these texts; undefined takes a file away. */
  with(changes: ReadonlyMap<string, string | undefined>): Outcome<Workspace>;
  /** As a sandbox takes them. */
  toFiles(): Readonly<Record<string, string>>;
}

/** `files` is what stands in an input: an object of texts by path. */
export function parseWorkspace(files: unknown): Outcome<Workspace> {
  if (typeof files !== 'object' || files === null || Array.isArray(files)) {
    return bad('is not an object of file texts by path');
  }
  const entries: [string, unknown][] = Object.entries(files);
  const noTexts = entries.filter(([, text]) => typeof text !== 'string').map(([path]) => path);
  if (noTexts.length > 0) return bad(...listed(noTexts.map((path) => `${quoted(path)} is not a text`)));
  return checked(new Map(entries.map(([path, text]) => [path, String(text)])));
}

function checked(files: ReadonlyMap<string, string>): Outcome<Workspace> {
  const problems = [...sizeProblems(files), ...pathProblems(files), ...clashes(files)];
  return problems.length === 0 ? good(workspace(files)) : bad(...listed(problems));
}

function workspace(files: ReadonlyMap<string, string>): Workspace {
  return {
    paths: [...files.keys()].toSorted(),
    has: (path) => files.has(path),
    get: (path) => files.get(path),
    with: (changes) => checked(changed(files, changes)),
    toFiles: () => Object.fromEntries(files),
  };
}

function changed(
  files: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, string | undefined>,
): ReadonlyMap<string, string> {
  const result = new Map(files);
  for (const [path, text] of changes) {
    if (text === undefined) result.delete(path);
    else result.set(path, text);
  }
  return result;
}

function sizeProblems(files: ReadonlyMap<string, string>): readonly string[] {
  if (files.size > MAX_FILES) return [`there are ${files.size} files; at most ${MAX_FILES} are taken`];
  const sizes = [...files].map(([path, text]) => ({ path, bytes: Buffer.byteLength(text) }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const large = sizes.filter(({ bytes }) => bytes > MAX_FILE_BYTES);
  return [
    ...large.map(({ path, bytes }) => `${quoted(path)} has ${bytes} bytes; at most ${MAX_FILE_BYTES} are taken`),
    ...(total > MAX_BYTES ? [`the files have ${total} bytes; at most ${MAX_BYTES} are taken`] : []),
  ];
}

function pathProblems(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    const problem = pathProblem(path) ?? (text.isWellFormed() ? undefined : 'has half a character in its text');
    return problem === undefined ? [] : [`the path ${quoted(path)} ${problem}`];
  });
}

function clashes(files: ReadonlyMap<string, string>): readonly string[] {
  return [...files.keys()].flatMap((path) => {
    const file = foldersOf(path).find((folder) => files.has(folder));
    return file === undefined ? [] : [`${quoted(path)} is inside ${quoted(file)}, which is a file`];
  });
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
