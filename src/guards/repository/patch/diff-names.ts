import { bad, good, type Outcome } from '../outcome.ts';

/** A file header of a diff names a file, or nothing at all (`/dev/null`). */
export type DiffName = { readonly kind: 'file'; readonly readings: Readings } | { readonly kind: 'none' };

/**
 * The paths that a name of a diff can stand for, the likeliest first: without the `a/` or `b/` that git writes before it, and as it is
 * written.
 */
export type Readings = readonly [string, ...string[]];

/** The name on a `---` or `+++` line. What follows a tab is a time, and so is a time at its end. */
export function fileName(line: string, prefix: 'a/' | 'b/'): Outcome<DiffName> {
  const [field = ''] = line.slice(4).split('\t');
  const name = field.replace(TIME, '').trim();
  if (name === '/dev/null') return good({ kind: 'none' });
  const readings = readingsOf(name, prefix);
  return readings === undefined ? bad(`write the path as ${prefix}path/to/file`) : good({ kind: 'file', readings });
}

/** As `diff -u` writes it, which models put a space before instead of a tab. */
const TIME = / {1,8}\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?[+-]\d{4})?)? {0,8}$/;

/** The two names on a `diff --git` line, with or without prefixes. */
export function gitNames(line: string): { readonly old: Readings; readonly new: Readings } | undefined {
  const rest = line.slice('diff --git '.length);
  const [, old = '', other = ''] = sameNames(rest) ?? QUOTED.exec(rest) ?? UNQUOTED.exec(rest) ?? [];
  const names = { old: readingsOf(old, 'a/'), new: readingsOf(other, 'b/') };
  return names.old === undefined || names.new === undefined ? undefined : { old: names.old, new: names.new };
}

/**
 * The paths that two names of one file agree on. Where they agree on none and differ in their first folder alone, as in `old/src/a.py` and
 * `new/src/a.py`, it is what follows that folder.
 */
export function commonReadings(old: readonly string[], other: readonly string[]): readonly string[] {
  const common = old.filter((path) => other.includes(path));
  if (common.length > 0) return common;
  const [left, right] = [old, other].map((readings) => /^[^/]+\/(.+)$/s.exec(readings.at(-1) ?? '')?.[1]);
  return left !== undefined && left === right ? [left] : [];
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
  const isSame = Number.isInteger(half) && rest[half] === ' ' && (old === other || withoutPrefixes(old, other));
  return isSame ? [rest, old, other] : undefined;
}

function withoutPrefixes(old: string, other: string): boolean {
  return old.startsWith('a/') && other.startsWith('b/') && old.slice(2) === other.slice(2);
}

function readingsOf(name: string, prefix: string): Readings | undefined {
  const plain = name.startsWith('"') ? unquoted(name) : name;
  if (plain === undefined || plain === '') return undefined;
  const written = plain.replace(/^(?:\.\/)+/, '');
  return written.startsWith(prefix) && written.length > prefix.length
    ? [written.slice(prefix.length), written]
    : [written];
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
