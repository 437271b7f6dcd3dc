import { markdownTable } from '../scripts/table.ts';
import type { Row } from './figure.ts';

const COLUMNS = ['figure', 'target', 'value', '', 'raw'] as const;

/** A Markdown table that also reads well as text. */
export function tableOf(groups: readonly { readonly title: string; readonly rows: readonly Row[] }[]): string {
  const rows = groups.flatMap((group) => [[`**${group.title}**`, '', '', '', ''], ...group.rows.map(cellsOf)]);
  return markdownTable(COLUMNS, rows);
}

function cellsOf({ what, target = '', value, ok, raw }: Row): string[] {
  return [what, target, value, ok === undefined ? '' : ok ? 'ok' : 'missed', raw];
}
