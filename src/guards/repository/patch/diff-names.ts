import { bad, good, type Outcome } from '../outcome.ts';

/** What a file header of a diff names: a path of the repository, or nothing at all (`/dev/null`). */
export type DiffName = { readonly kind: 'path'; readonly path: string } | { readonly kind: 'none' };

/** The name on a `---` or `+++` line, without the `a/` or `b/` that has to stand before it. */
export function fileName(line: string, prefix: 'a/' | 'b/'): Outcome<DiffName> {
  const [name = ''] = line.slice(4).split('\t');
  if (name === '/dev/null') return good({ kind: 'none' });
  const path = pathOf(name, prefix);
  return path === undefined ? bad(`write the path as ${prefix}path/to/file`) : good({ kind: 'path', path });
}

/** The two paths on a `diff --git` line. */
export function gitNames(line: string): { readonly old: string; readonly new: string } | undefined {
  const rest = line.slice('diff --git '.length);
  const [, old = '', other = ''] = sameNames(rest) ?? QUOTED.exec(rest) ?? UNQUOTED.exec(rest) ?? [];
  const paths = { old: pathOf(old, 'a/'), new: pathOf(other, 'b/') };
  return paths.old === undefined || paths.new === undefined ? undefined : { old: paths.old, new: paths.new };
}

/** The path on a line such as `rename from src/a.py`. */
export function bareName(line: string, keyword: string): string | undefined {
  const name = line.slice(keyword.length + 1);
  return name.startsWith('"') ? unquoted(name) : name;
}

const QUOTED = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/;
const UNQUOTED = /^(a\/.*?) (b\/.*)$/;

/** Names with spaces can be told apart where they are the same. */
function sameNames(rest: string): readonly string[] | undefined {
  const half = (rest.length - 1) / 2;
  const old = rest.slice(0, half);
  const other = rest.slice(half + 1);
  const isSame = Number.isInteger(half) && rest[half] === ' ' && old.slice(2) === other.slice(2);
  return isSame ? [rest, old, other] : undefined;
}

function pathOf(name: string, prefix: string): string | undefined {
  const plain = name.startsWith('"') ? unquoted(name) : name;
  return plain?.startsWith(prefix) === true ? plain.slice(prefix.length) : undefined;
}

/** Git puts names with unusual characters in quotes and writes their bytes as in C. */
function unquoted(name: string): string | undefined {
  const inner = /^"((?:[^"\\]|\\(?:[abfnrtv"\\]|[0-3][0-7]{2}))*)"$/.exec(name)?.[1];
  if (inner === undefined) return undefined;
  const bytes = inner.match(/\\[0-3][0-7]{2}|\\.|[^\\]+/gs)?.map(bytesOf) ?? [];
  return Buffer.concat(bytes).toString();
}

function bytesOf(piece: string): Buffer {
  if (!piece.startsWith('\\')) return Buffer.from(piece);
  if (piece.length === 4) return Buffer.from([Number.parseInt(piece.slice(1), 8)]);
  return Buffer.from(ESCAPES[piece.charAt(1)] ?? piece.charAt(1));
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
