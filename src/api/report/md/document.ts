import { createHash } from 'node:crypto';
import type { Ends } from '../facts/ends.ts';
import type { QuestionFacts } from '../facts/question.ts';
import type { TimelineLine } from '../facts/timeline.ts';
import type { Report } from '../report.ts';
import { budgetRows, correctionRows, questionRows, runRows, STEP_COLUMNS, stepCells, usageRows } from '../rows.ts';
import { injectedWords, wayWords } from '../ways.ts';
import { leftOutWords, timeWord } from '../words.ts';
import { attemptLines, rowLines } from './attempt.ts';
import { fenced, inline, quoted } from './fenced.ts';

/** The report as Markdown. Its last line tells the digest of all lines before it. */
export function markdownOf(report: Report): string {
  const body = `${paragraphs(report).join('\n\n')}\n`;
  const digest = createHash('sha256').update(body).digest('hex');
  return `${body}SHA-256 of all lines above this one: ${digest}\n`;
}

function paragraphs(report: Report): readonly string[] {
  return [
    `# Report of run ${inline(report.run.id)}`,
    ...rowLines(runRows(report)),
    '## Why',
    inline(report.standing.summary),
    ...(report.standing.warnings ?? []).map(({ text }) => `- warning: ${inline(text)}`),
    ...report.standing.modes.map(({ step, because }) => `- ${inline(step)}: ${inline(because)}`),
    ...report.standing.next.map(({ who, action }) => `- next, ${who}: ${inline(action)}`),
    '## Cost and budget',
    ...rowLines(usageRows(report)),
    table(['Budget', 'Used', 'Limit', 'Left'], budgetRows(report)),
    '## Graph',
    report.graph.mermaid === null
      ? `${report.graph.nodes} nodes are too many to be drawn.`
      : fenced(report.graph.mermaid),
    ...stepLines(report),
    '## Timeline',
    ...listed(report.timeline, 'line', (line) => [timelineLine(line)]),
    '## Questions',
    ...listed(report.questions, 'question', questionLines),
    '## Corrections',
    ...listed(report.corrections, 'correction', (one) => [
      `### ${inline(one.type.replaceAll('_', ' '))} ${inline(one.id)}`,
      ...rowLines(correctionRows(one)),
      ...quoted(one.description),
    ]),
    '## Ways back',
    ...listed(report.waysBack, 'way back', (one) => [`- ${inline(wayWords(one))}`]),
    '## Injections',
    ...listed(report.injected, 'injection', (one) => [
      `- ${inline(injectedWords(one))}`,
      ...(one.text ? quoted(one.text) : []),
    ]),
    '## Attempts',
    ...listed(report.attempts.shown, 'attempt', attemptLines),
    '## Artifacts in force',
    ...listed(report.artifacts, 'artifact', ({ step, id, digest, seeded }) => [
      `- ${inline(step)}: ${inline(id)}, ${digest}${seeded ? ', brought along' : ''}`,
    ]),
    '## Documents',
    ...report.documents.flatMap(({ name, digest, text }) => [`### ${name}`, digest, ...quoted(text)]),
  ].filter((paragraph) => paragraph !== '');
}

function listed<Item>(ends: Ends<Item>, noun: string, tell: (item: Item) => readonly string[]): readonly string[] {
  const gap = leftOutWords(ends, noun);
  const all = [...ends.head.flatMap(tell), ...(gap === undefined ? [] : [`*${gap}*`]), ...ends.tail.flatMap(tell)];
  return all.length === 0 ? ['None.'] : all;
}

function timelineLine({ seq, at, text, feedback }: TimelineLine): string {
  return `- ${timeWord(at)}, event ${seq}: ${inline(text)}${feedback === '' ? '' : ` “${inline(feedback)}”`}`;
}

function stepLines({ steps: { shown, leftOut }, choices }: Report): readonly string[] {
  return [
    '## Steps',
    table(STEP_COLUMNS, shown.map(stepCells)),
    leftOutWords({ leftOut }, 'step') ?? '',
    ...choices.map(
      ({ orGroup, choice, status, why = '' }) =>
        `- of ${inline(orGroup)}, ${inline(choice)}: ${status}${why === '' ? '' : `, ${inline(why)}`}`,
    ),
  ];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map((cells) => line(cells.map(inline)))].join('\n');
}

function questionLines(facts: QuestionFacts): readonly string[] {
  const { id, status, question, artifact, feedback, condition, outcomes, decision } = facts;
  return [
    `### ${inline(id)}: ${status}`,
    ...quoted(question),
    ...rowLines(questionRows(facts)),
    ...(artifact ? [`What was shown, ${inline(artifact.id)}, ${artifact.digest}:`, ...quoted(artifact.text)] : []),
    ...(feedback.text === '' ? [] : ['What the guard had said:', ...quoted(feedback)]),
    ...(condition
      ? [
          'The condition:',
          ...quoted(condition.expression),
          ...condition.names.flatMap(({ name, value }) => [
            `${inline(name)} held ${value ? '' : 'nothing'}`,
            ...(value ? quoted(value) : []),
          ]),
        ]
      : []),
    outcomes.map(({ action, leadsTo }) => `- \`${action}\` ${inline(leadsTo)}`).join('\n'),
    ...(decision?.comment ? ['Said with the decision:', ...quoted(decision.comment)] : []),
    ...(decision ? ['The decision as it was sent:', ...quoted(decision.payload)] : []),
  ];
}
