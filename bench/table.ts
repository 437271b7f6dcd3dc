import type { Row } from './figure.ts';

const COLUMNS = ['figure', 'target', 'value', '', 'raw'] as const;

/** A Markdown table that also reads well as text. */
export function tableOf(groups: readonly { readonly title: string; readonly rows: readonly Row[] }[]): string {
  const lines = [
    [...COLUMNS],
    ...groups.flatMap(({ title, rows }) => [[`**${title}**`, '', '', '', ''], ...rows.map(cellsOf)]),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n');
}

function cellsOf({ what, target = '', value, ok, raw }: Row): string[] {
  return [what, target, value, ok === undefined ? '' : ok ? 'ok' : 'missed', raw];
}
