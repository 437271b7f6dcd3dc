import { printed } from '../src/text/visible.ts';

export { printed };

/** Words and columns for a terminal. Without colour the text is the same, so that it reads well in a file. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly ask: (text: string) => string;
}

export function createStyle(colour: boolean): Style {
  const paint = (code: number, end: number) => (text: string) =>
    colour ? `\u001B[${code}m${text}\u001B[${end}m` : text;
  return { bold: paint(1, 22), dim: paint(2, 22), good: paint(32, 39), bad: paint(31, 39), ask: paint(33, 39) };
}

/** A text from outside on one line of at most so many characters, ended by an ellipsis where something is missing. */
export function oneLine(text: string, width: number): string {
  return clipped(printed(text), width);
}

/** The same of a line of our own, whose colours stay. What it quotes was made visible before. */
export function clipped(text: string, width: number): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= width ? line : `${line.slice(0, Math.max(width - 1, 0)).trimEnd()}…`;
}

export interface Column<Row> {
  readonly title: string;
  readonly align?: 'left' | 'right';
  readonly cell: (row: Row) => string;
}

/** Aligned lines: titles, a rule, the rows. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], style: Style): readonly string[] {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (texts: readonly string[]) =>
    texts
      .map((text, index) => pad(text, widths[index] ?? 0, columns[index]?.align))
      .join('  ')
      .trimEnd();
  return [
    style.dim(line(columns.map(({ title }) => title))),
    style.dim(line(widths.map((width) => '─'.repeat(width)))),
    ...cells.map(line),
  ];
}

function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  return align === 'right' ? text.padStart(width) : text.padEnd(width);
}
