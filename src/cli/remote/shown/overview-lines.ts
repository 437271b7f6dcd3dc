import { modelWords } from '../../../text/model-words.ts';
import type { Overview, QuestionRow } from '../service/types.ts';
import { ago, between, clock, counted, figures, money, span, statusSpan, verdictIcon } from './format.ts';
import { placeOf } from './growing-texts.ts';
import { type Line, table } from './spans.ts';

type Attempt = Overview['attempts'][number];

/** Attempts of all steps that are shown. */
const NEWEST = 12;

/** A run as a page of text: the why first, then its questions, steps and newest attempts. */
export function overviewLines(
  { run, why, steps, attempts, questions, leftOut }: Overview,
  now: number,
): readonly Line[] {
  const shown = attempts.slice(-NEWEST);
  const hidden = attempts.length - shown.length + leftOut.attempts;
  const { costUsd } = run.usage;
  return [
    [
      ['strong', `${run.workflow.name} / ${run.id}`],
      '  ',
      statusSpan(run.status),
      `  ${figures({ ...run, costUsd, endedAt: run.endedAt ?? null }, now)}`,
    ],
    [['strong', 'Why    '], why.summary],
    ...(why.warnings ?? []).map(({ text }): Line => [['bad', 'Warning '], text]),
    ...why.next.map(({ who, action }): Line => [['strong', 'Next   '], `${who}: ${action}`]),
    ...questions.flatMap((question) => questionLines(question, run, now)),
    [],
    [['strong', 'Steps']],
    ...table(steps.map(stepRow)).map((line): Line => ['  ', ...line]),
    ...(shown.length === 0 ? [] : [[], [['strong', 'Attempts']] satisfies Line]),
    ...table(shown.map((attempt) => attemptRow(attempt, now))).map((line): Line => ['  ', ...line]),
    ...(hidden > 0
      ? [[['quiet', `  ${counted(hidden, 'older attempt')} not shown: dsap run attempts ${run.id}`]] satisfies Line]
      : []),
  ];
}

function questionLines(
  { id, question, openedAt, assignees }: QuestionRow,
  run: Overview['run'],
  now: number,
): readonly Line[] {
  const who = assignees.length > 0 ? ` · for ${assignees.join(', ')}` : '';
  return [
    [['ask', '◆ '], question, ['quiet', `  ${ago(openedAt, now)}${who}`]],
    // Nothing can be answered before it goes on.
    run.status === 'stopped' ? ['  First: dsap run resume ', run.id] : ['  Answer: dsap run decide ', id],
  ];
}

function stepRow({ id, status, epoch, attempts, guard }: Overview['steps'][number]): Line {
  const [icon, style] = STEPS[status] ?? (['·', 'quiet'] as const);
  return [
    [style, icon],
    id,
    status,
    `${attempts.used}/${attempts.max}${epoch > 1 ? ` epoch ${epoch}` : ''}`,
    ['quiet', `${guard.id} (${guard.nature})`],
  ];
}

const STEPS = {
  satisfied: ['✓', 'good'],
  waived: ['✎', 'person'],
  fatal: ['!', 'bad'],
  unsatisfied: ['·', 'quiet'],
} as const;

/** One attempt as cells of a table. */
function attemptRow(attempt: Attempt, now: number): Line {
  const { status, verdict, model, entry, answeredBy, costUsd, startedAt, endedAt } = attempt;
  const said = verdict === null ? '' : `${verdict.guard}${verdict.line === '' ? '' : `: ${verdict.line}`}`;
  return [
    verdictIcon(verdict?.verdict),
    clock(startedAt),
    placeOf(attempt),
    status,
    modelWords({ model, ...(entry !== undefined && { route: { entry } }), answeredBy }) ?? '',
    money(costUsd),
    span(between(startedAt, endedAt, now)),
    said,
  ];
}
