import { beginsFileNames, type ReadHunk, readHunk } from './diff-hunk.ts';

/** A piece of a diff; `line` is that of its first line in the patch, from 1. */
export type DiffToken = { readonly line: number } & (
  | { readonly kind: 'git' | 'other'; readonly text: string }
  | { readonly kind: 'names'; readonly old: string; readonly new: string }
  | { readonly kind: 'hunk'; readonly read: ReadHunk }
);

/** The pieces of a diff in order. What stands inside a hunk is never taken for a header, nor the other way round. */
export function* tokensOf(diff: string): Generator<DiffToken> {
  const lines = (diff.endsWith('\n') ? diff.slice(0, -1) : diff).split('\n');
  for (let at = 0; at < lines.length; ) {
    const token = tokenAt(lines, at);
    yield token;
    at = endOf(token, at);
  }
}

function tokenAt(lines: readonly string[], at: number): DiffToken {
  const text = lines[at] ?? '';
  const line = at + 1;
  if (text.startsWith('@@')) return { line, kind: 'hunk', read: readHunk(lines, at) };
  if (beginsFileNames(lines, at)) return { line, kind: 'names', old: text, new: lines[at + 1] ?? '' };
  return { line, kind: text.startsWith('diff --git ') ? 'git' : 'other', text };
}

function endOf(token: DiffToken, at: number): number {
  if (token.kind === 'hunk') return token.read.end;
  return token.kind === 'names' ? at + 2 : at + 1;
}
