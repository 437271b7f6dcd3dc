/** Lines of a file that a diff takes for others, each with the line feed that ends it. */
export interface Hunk {
  /** Of its header in the patch, from 1. */
  readonly line: number;
  /** What the header says of where the old lines begin, from 1. */
  readonly oldStart: number;
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** Whether a line that stays stands after the last change. */
  readonly hasTrailingContext: boolean;
  /** Its last lines are blank, and its counts do not say whether they belong to it. */
  readonly hasBlankEnd?: true;
}

export type ReadHunk =
  | { readonly hunk: Hunk /** The index of the line after it. */; readonly end: number }
  | { readonly problem: string; readonly end: number };

/** Reads the hunk whose header stands at an index. Counts that do not fit its lines are not believed: the lines are. */
export function readHunk(lines: readonly string[], at: number): ReadHunk {
  const [, oldStart, oldCount = '1', newCount = '1'] = HEADER.exec(lines[at] ?? '') ?? [];
  if (oldStart === undefined) {
    return {
      problem: 'write its header as "@@ -start,count +start,count @@" with the numbers of its lines',
      end: at + 1,
    };
  }
  const counted = endByCounts(lines, at + 1, Number(oldCount), Number(newCount));
  const end = counted ?? endByShape(lines, at + 1);
  const hasBlankEnd = counted === undefined && lines[end - 1] === '';
  const read = hunkOf(lines.slice(at + 1, end));
  if (typeof read === 'string') return { problem: read, end };
  return { hunk: { line: at + 1, oldStart: Number(oldStart), ...read, ...(hasBlankEnd && { hasBlankEnd }) }, end };
}

/** Whether a file header or another hunk begins there, or the mail signature that git writes below a patch. */
function beginsHeader(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return line.startsWith('@@') || line.startsWith('diff --git ') || line === '-- ' || beginsFileNames(lines, at);
}

/** Whether a `---` line and a `+++` line stand there. */
export function beginsFileNames(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ');
}

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;

/** Undefined when the lines there are not as many as the header says, or when more follow. */
function endByCounts(lines: readonly string[], from: number, oldCount: number, newCount: number): number | undefined {
  let at = from;
  let old = oldCount;
  let added = newCount;
  while (old > 0 || added > 0 || lines[at]?.startsWith('\\') === true) {
    const sign = signOf(lines[at]);
    if (sign === undefined) return undefined;
    if (sign === ' ' || sign === '-') old -= 1;
    if (sign === ' ' || sign === '+') added -= 1;
    if (old < 0 || added < 0) return undefined;
    at += 1;
  }
  return hasMore(lines, at) ? undefined : at;
}

/**
 * To the first line that cannot be part of a hunk. Blank lines at the end are context like all others, as with git: that they are none only
 * the counts could say, and these are not believed.
 */
function endByShape(lines: readonly string[], from: number): number {
  let at = from;
  while (signOf(lines[at]) !== undefined && !beginsHeader(lines, at)) at += 1;
  return at;
}

function hasMore(lines: readonly string[], from: number): boolean {
  let at = from;
  while (lines[at] === '') at += 1;
  return signOf(lines[at]) !== undefined && !beginsHeader(lines, at);
}

/** What a line of a hunk does; an empty line is context whose space was lost. */
function signOf(line: string | undefined): string | undefined {
  if (line === '') return ' ';
  const sign = line?.charAt(0) ?? '';
  return ' +-\\'.includes(sign) && sign !== '' ? sign : undefined;
}

function hunkOf(body: readonly string[]): Pick<Hunk, 'old' | 'new' | 'hasTrailingContext'> | string {
  const old: string[] = [];
  const added: string[] = [];
  let before = '';
  let last = '';
  for (const line of body) {
    const sign = signOf(line) ?? '';
    const text = `${line.slice(1)}\n`;
    if (sign === ' ' || sign === '-') old.push(text);
    if (sign === ' ' || sign === '+') added.push(text);
    if (sign === '\\') {
      if (before === ' ' || before === '-') withoutFeed(old);
      if (before === ' ' || before === '+') withoutFeed(added);
    } else {
      last = sign;
    }
    before = sign;
  }
  if (body.every((line) => ' \\'.includes(signOf(line) ?? ''))) return 'it has no line that begins with "+" or "-"';
  return { old, new: added, hasTrailingContext: last === ' ' };
}

function withoutFeed(lines: string[]): void {
  const last = lines.pop();
  if (last !== undefined) lines.push(last.slice(0, -1));
}
