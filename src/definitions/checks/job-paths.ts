import { utf8Length } from '../../text/text.ts';

/** Bytes of one name, and of a whole path, that every file system takes. */
const [NAME_LIMIT, PATH_LIMIT] = [255, 1024];

/**
 * Why a path cannot be one of the files of a job; undefined for one that is relative, with `/` between plain names, so that joined to any
 * folder it stays inside, and that needs no other one of the files as its folder.
 */
export function jobPathProblem(path: string, all: ReadonlySet<string>): string | undefined {
  const names = path.split('/');
  if (path.startsWith('/')) return 'its path must be relative';
  if (names.some((name) => name === '' || name === '.' || name === '..')) return 'its path must be of plain names';
  if (/[\\\0]/.test(path)) return 'a name holds a backslash or a NUL';
  if (names.some((name) => utf8Length(name) > NAME_LIMIT) || utf8Length(path) > PATH_LIMIT)
    return 'its path is too long';
  const folder = names.map((_, index) => names.slice(0, index).join('/')).find((parent) => all.has(parent));
  return folder === undefined ? undefined : `${JSON.stringify(folder)} is a file too`;
}
