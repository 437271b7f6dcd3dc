import { type Column, oneLine, printed, type Style, tableOf } from '../terminal.ts';
import type { Progress, Row } from './follow.ts';
import type { LicensedPackage } from './packages.ts';

export interface ReportOptions {
  readonly style: Style;
  /** Columns of the terminal. */
  readonly width: number;
  /** Columns that the names of the packages take. */
  readonly nameWidth: number;
}

/** The lines that one piece of news is worth. */
export function progressLines(item: LicensedPackage, news: Progress, options: ReportOptions): readonly string[] {
  const { style, width, nameWidth } = options;
  const name = oneLine(`${item.package} ${item.version}`, nameWidth).padEnd(nameWidth);
  const line = (step: string, attempt: string, text: string) =>
    `  ${name}  ${step.padEnd(9)}  ${attempt.padStart(2)}  ${text}`;
  if (news.kind === 'started') return [style.dim(line('started', '', news.runId))];
  if (news.kind === 'asked') return questionLines(item, news, options);
  if (news.kind === 'ended') return [line(news.row.run.status, '', style.bold(outcomeOf(news.row)))];
  if (news.kind === 'accepted') return [line(news.step, String(news.attempt), style.good('accepted'))];
  const room = Math.max(width - nameWidth - news.guard.length - 32, 24);
  const words = style.dim(oneLine(news.feedback, room));
  return [line(news.step, String(news.attempt), `${style.bad(`rejected by ${news.guard}`)}  ${words}`)];
}

type Asked = Extract<Progress, { kind: 'asked' }>;

/** The question with its evidence, and what was decided. */
function questionLines(
  item: LicensedPackage,
  { escalation, claim, decision }: Asked,
  options: ReportOptions,
): readonly string[] {
  const { style, width } = options;
  const fact = (label: string, text: string) =>
    `      ${style.dim(label.padEnd(16))} ${oneLine(text, Math.max(width - 24, 40))}`;
  return [
    '',
    `  ${style.ask(`? ${printed(item.package)} ${printed(item.version)}: a question to a person (${escalation.kind})`)}`,
    fact('question', escalation.question),
    fact('the manifest', item.manifestLicense ?? 'names no licence'),
    fact('the last answer', claim),
    fact('why rejected', escalation.feedback ?? ''),
    fact('one may', escalation.allowedActions.join(', ')),
    decision === undefined
      ? `      ${style.dim('waits for you at')} ${escalation.links?.console ?? escalation.id}`
      : fact('decided', `abort. ${decision}`),
    '',
  ];
}

function outcomeOf({ entry, run }: Row): string {
  return entry.kind === 'settled' ? printed(entry.facts.spdx) : (run.failure?.code ?? run.status);
}

/** The closing table and its sums. */
export function closingLines(rows: readonly Row[], style: Style): readonly string[] {
  const columns: readonly Column<Row>[] = [
    { title: 'package', cell: (row) => printed(`${row.package} ${row.version}`) },
    { title: 'licence', cell: (row) => (row.entry.kind === 'settled' ? printed(row.entry.facts.spdx) : 'open') },
    { title: 'run', cell: (row) => row.run.failure?.code ?? row.run.status },
    { title: 'attempts', align: 'right', cell: (row) => String(row.run.attempts.used) },
    { title: 'tokens', align: 'right', cell: (row) => String(tokensOf(row)) },
    { title: 'cost', align: 'right', cell: (row) => dollars(row.run.usage.costUsd) },
    { title: 'time', align: 'right', cell: (row) => seconds(millisecondsOf(row)) },
    { title: 'rejections by guard', cell: (row) => counts(row.rejections) },
  ];
  return [...tableOf(columns, rows, style), '', style.bold(sumLine(rows))];
}

function sumLine(rows: readonly Row[]): string {
  const settled = rows.filter(({ entry }) => entry.kind === 'settled').length;
  const attempts = sum(rows.map(({ run }) => run.attempts.used));
  const rejections = sum(rows.flatMap((row) => Object.values(row.rejections)));
  const costs = rows.map(({ run }) => run.usage.costUsd);
  const cost = costs.every((one) => one !== null) ? `, ${dollars(sum(costs))}` : '';
  const open = settled < rows.length ? `, ${rows.length - settled} open` : '';
  return `${settled} settled${open}: ${attempts} attempts, ${rejections} rejections, ${sum(rows.map(tokensOf))} tokens${cost}`;
}

function counts(rejections: Readonly<Record<string, number>>): string {
  const entries = Object.entries(rejections);
  return entries.length === 0 ? '–' : entries.map(([guard, count]) => `${guard} ${count}`).join(', ');
}

function tokensOf({ run }: Row): number {
  return run.usage.inputTokens + run.usage.outputTokens;
}

function millisecondsOf({ run }: Row): number {
  return run.endedAt ? Date.parse(run.endedAt) - Date.parse(run.createdAt) : 0;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** A dash where no price is known: unknown is not free. */
function dollars(cost: number | null): string {
  return cost === null ? '–' : `$${cost.toFixed(4)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
