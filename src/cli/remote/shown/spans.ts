import { printed } from '../../../text/visible.ts';

/** What a text means, which a terminal shows by colour too. */
export type Style = 'run' | 'good' | 'ask' | 'bad' | 'person' | 'quiet' | 'strong' | 'added' | 'removed';

/** A piece of a line; texts of others are safe in it, since whoever prints it strips them. */
export type Span = string | readonly [style: Style, text: string];
export type Line = readonly Span[];

const CODES: Readonly<Record<Style, string>> = {
  run: '34',
  good: '32',
  ask: '33',
  bad: '31',
  person: '35',
  quiet: '2',
  strong: '1',
  added: '32',
  removed: '31',
};

/** A line as a terminal gets it: what it would obey in the texts is made visible, line ends are spaces, and only styles colour it. */
export function rendered(line: Line, { colour, width }: { readonly colour: boolean; readonly width?: number }): string {
  let left = width ?? Number.POSITIVE_INFINITY;
  return line
    .map((span) => {
      const [style, raw] = typeof span === 'string' ? [undefined, span] : span;
      const whole = shown(raw);
      const text = whole.length > left ? cutTo(whole, left) : whole;
      left -= text.length;
      return style === undefined || !colour || text === '' ? text : `\u001B[${CODES[style]}m${text}\u001B[0m`;
    })
    .join('');
}

/** One line, whatever a model or a person wrote. */
function shown(text: string): string {
  return printed(text).replaceAll(/\r?\n|\t/g, ' ');
}

function cutTo(text: string, width: number): string {
  if (width < 1) return '';
  const head = text.slice(0, width - 1);
  return `${/[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head}…`;
}

/** Rows with their columns below each other; the last one is as long as it is. */
export function table(cells: readonly Line[]): readonly Line[] {
  const rows = cells.map(withoutEmptyEnd);
  const lengths = (row: Line) => row.map((cell) => shown(typeof cell === 'string' ? cell : cell[1]).length);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => (column < row.length - 1 ? (lengths(row)[column] ?? 0) : 0))),
  );
  return rows.map((row) => {
    const own = lengths(row);
    return row.flatMap((cell, column): Line => {
      if (column === row.length - 1) return [cell];
      return [cell, ' '.repeat((widths[column] ?? 0) - (own[column] ?? 0) + 2)];
    });
  });
}

function withoutEmptyEnd(row: Line): Line {
  const last = row.findLastIndex((cell) => (typeof cell === 'string' ? cell : cell[1]) !== '');
  return row.slice(0, last + 1);
}

/** A text of several lines in a frame of its own, so that it cannot be taken for what the command says. */
export function framed(text: string): readonly Line[] {
  return text.split(/\r?\n/).map((line): Line => [['quiet', '  │ '], line]);
}
