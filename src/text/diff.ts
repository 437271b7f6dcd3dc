/** How one text became another, line by line, for people who decide about it. */
const CONTEXT = 3;
/** Beyond so many changed lines the changed part is shown as replaced as a whole: the search takes time quadratic in them. */
const MOST_CHANGES = 1_000;
const NO_NEWLINE = '\n\\ No newline at end of file';

/** A unified diff as `git apply` and `patch` read it; empty when the texts are equal. Shortest up to a thousand changed lines. */
export function unifiedDiff(
  before: string,
  after: string,
  names: { readonly from: string; readonly to: string },
): string {
  const [old, young] = [linesOf(before), linesOf(after)];
  const hunks = hunksOf(rowsOf(old, young));
  if (hunks.length === 0) return '';
  return [`--- ${names.from}`, `+++ ${names.to}`, ...hunks.flatMap(written), ''].join('\n');
}

/** A line of the diff; the numbers count the lines of each text before it. */
export interface Row {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
  readonly oldAt: number;
  readonly newAt: number;
}

/** The last line differs from an equal one that ends in a line feed. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return last === '' ? lines : [...lines, last + NO_NEWLINE];
}

/** One list of lines, or of anything that texts stand for, beside another; where they part, what is gone comes before what is new. */
export function rowsOf(old: readonly string[], young: readonly string[]): readonly Row[] {
  const { removed, added } = changesBetween(old, young);
  const rows: Row[] = [];
  for (let [oldAt, newAt] = [0, 0]; oldAt < old.length || newAt < young.length; ) {
    const mark = removed[oldAt] === 1 ? '-' : added[newAt] === 1 ? '+' : ' ';
    rows.push({ mark, line: (mark === '+' ? young[newAt] : old[oldAt]) ?? '', oldAt, newAt });
    if (mark !== '+') oldAt += 1;
    if (mark !== '-') newAt += 1;
  }
  return rows;
}

/** Changed rows with the context around them; changes whose contexts touch are one hunk. */
function hunksOf(rows: readonly Row[]): readonly (readonly Row[])[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [index, { mark }] of rows.entries()) {
    if (mark === ' ') continue;
    const last = hunks.at(-1);
    if (last && index - CONTEXT <= last.to) last.to = index + CONTEXT + 1;
    else hunks.push({ from: Math.max(0, index - CONTEXT), to: index + CONTEXT + 1 });
  }
  return hunks.map(({ from, to }) => rows.slice(from, to));
}

function written(hunk: readonly Row[]): readonly string[] {
  const [first] = hunk;
  const oldRange = range(first?.oldAt ?? 0, hunk.filter(({ mark }) => mark !== '+').length);
  const newRange = range(first?.newAt ?? 0, hunk.filter(({ mark }) => mark !== '-').length);
  return [`@@ -${oldRange} +${newRange} @@`, ...hunk.map(({ mark, line }) => mark + line)];
}

/** Lines count from 1; an empty range names the line before it. */
function range(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

interface Changes {
  /** 1 for each line of the old text that is gone. */
  readonly removed: Uint8Array;
  /** 1 for each line of the new text that was not there. */
  readonly added: Uint8Array;
}

function changesBetween(old: readonly string[], young: readonly string[]): Changes {
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let same = 0;
  const most = Math.min(old.length, young.length) - start;
  while (same < most && old[old.length - 1 - same] === young[young.length - 1 - same]) same += 1;
  const changes = { removed: new Uint8Array(old.length), added: new Uint8Array(young.length) };
  const [oldEnd, newEnd] = [old.length - same, young.length - same];
  const numbers = new Map<string, number>();
  const path = shortestPath(numbered(old.slice(start, oldEnd), numbers), numbered(young.slice(start, newEnd), numbers));
  if (!path) {
    changes.removed.fill(1, start, oldEnd);
    changes.added.fill(1, start, newEnd);
  }
  for (const { x, y, isRemoval } of path ?? []) {
    if (isRemoval) changes.removed[start + x] = 1;
    else changes.added[start + y] = 1;
  }
  return changes;
}

/** Equal lines have equal numbers: comparing those is quick. */
function numbered(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  });
}

interface Change {
  readonly x: number;
  readonly y: number;
  readonly isRemoval: boolean;
}

/** Myers 1986: the furthest reaching path of each diagonal, for a growing number of changes; undefined when there are too many. */
function shortestPath(a: Int32Array, b: Int32Array): readonly Change[] | undefined {
  const limit = Math.min(a.length + b.length, MOST_CHANGES);
  const reach = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  const steps: Int32Array[] = [];
  for (let count = 0; count <= limit; count += 1) {
    steps.push(reach.slice(middle - count - 1, middle + count + 2));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const at = middle + diagonal;
      const down = goesDown(reach, at, diagonal, count);
      let x = down ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reach[at] = x;
      if (x >= a.length && x - diagonal >= b.length) return tracedBack(steps, a.length, b.length);
    }
  }
  return undefined;
}

function goesDown(reach: Int32Array, at: number, diagonal: number, count: number): boolean {
  return diagonal === -count || (diagonal !== count && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0));
}

function tracedBack(steps: readonly Int32Array[], width: number, height: number): readonly Change[] {
  const changes: Change[] = [];
  let diagonal = width - height;
  for (let count = steps.length - 1; count > 0; count -= 1) {
    const reach = steps[count] ?? new Int32Array();
    const at = count + 1 + diagonal;
    const down = goesDown(reach, at, diagonal, count);
    diagonal += down ? 1 : -1;
    const x = reach[at + (down ? 1 : -1)] ?? 0;
    changes.push({ x, y: x - diagonal, isRemoval: !down });
  }
  return changes;
}
