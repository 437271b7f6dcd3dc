import { type Row, rounded } from './figure.ts';

const COLUMNS = ['figure', 'target', 'value', '', 'rounds, spread', 'load', 'raw'] as const;
/** So wide that most cells fit; the table is printed row by row, so nobody knows the widest. */
const WIDTHS = [64, 12, 12, 4, 18, 4, 0] as const;

/** The head of a figure's table, which is Markdown and also reads well as text. */
export function headOf(title: string): string {
  return `\n## ${title}\n\n${line(COLUMNS)}\n|${WIDTHS.map((width) => '-'.repeat(Math.max(3, width + 2))).join('|')}|`;
}

/** A row of it, with the machine's load when it was taken. */
export function lineOf(row: Row, load: number): string {
  const { what, target = '', value, raw } = row;
  return line([what, target, value, verdictOf(row), spreadOf(row), load.toFixed(1), raw]);
}

/** Nothing where there is no goal. */
function verdictOf({ ok }: Row): string {
  return ok === undefined ? '' : ok ? 'ok' : 'MISS';
}

function spreadOf({ rounds, spread }: Row): string {
  const range = spread ? [`${rounded(spread[0])}–${rounded(spread[1])}`] : [];
  return [...(rounds === undefined ? [] : [String(rounds)]), ...range].join(', ');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell, column) => cell.replaceAll('|', '\\|').padEnd(WIDTHS[column] ?? 0)).join(' | ')} |`;
}
