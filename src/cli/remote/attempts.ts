import { endWord } from '../../text/end-word.ts';
import { modelWords, priceWords } from '../../text/model-words.ts';
import type { Work } from './perform.ts';
import { tellOfMore } from './runs.ts';
import type { Attempt, Comparison } from './service/types.ts';
import { between, clock, counted, inLine, money, span, verdictIcon } from './shown/format.ts';
import { placeOf } from './shown/growing-texts.ts';
import { framed, type Line, table } from './shown/spans.ts';

type Verdict = NonNullable<Attempt['verdict']>;

export interface AttemptOptions {
  readonly step?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** `dsap run attempts ID`: every attempt with its verdict and the whole feedback. */
export function listAttempts(id: string, { step, limit, cursor }: AttemptOptions): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.runs.attempts(id, { limit, cursor }, step);
    if (json) {
      terminal.json(text);
      return 0;
    }
    for (const attempt of document.data) {
      terminal.line(...headOf(attempt, terminal.now()));
      const { verdict } = attempt;
      if (verdict !== null && verdict.feedback !== '')
        for (const line of framed(verdict.feedback)) terminal.line(...line);
      for (const { text: warning } of attempt.warnings ?? []) terminal.line(['bad', '  ! warning: '], warning);
      for (const { phase, detail } of attempt.faults) terminal.line(['bad', `  ! ${phase}: `], detail);
    }
    if (document.data.length === 0) terminal.tell('Nothing was attempted yet.');
    tellOfMore({ terminal }, document.page.nextCursor);
    return 0;
  };
}

function headOf(attempt: Attempt, now: number): Line {
  const { status, verdict, usage, startedAt, endedAt } = attempt;
  const ended = endWord(attempt);
  const { inputTokens, outputTokens, reasoningTokens, costUsd } = usage;
  const facts = [
    modelWords(attempt),
    `${inputTokens}+${outputTokens} tokens${reasoningTokens === undefined ? '' : ` (${reasoningTokens} thinking)`}`,
    `${money(costUsd)}${priceWords(attempt)}`,
    span(between(startedAt, endedAt, now)),
    ended === 'stop' ? null : ended,
  ].flatMap((fact) => fact ?? []);
  return [
    verdictIcon(verdict?.verdict),
    ` ${clock(startedAt)}  ${placeOf(attempt)}  ${status}`,
    verdict === null ? '' : `  ${verdictWords(verdict)}`,
    ['quiet', `  ${inLine(...facts)}`],
  ];
}

/** What each guard said: of a composite none speaks for the others. Guards of one verdict stand together. */
function verdictWords(whole: Verdict): string {
  const words = new Map<string, string[]>();
  for (const { guard, verdict } of leavesOf(whole)) words.set(verdict, [...(words.get(verdict) ?? []), guard]);
  const parts = [...words].map(([verdict, guards]) => `${guards.join(', ')}: ${verdict}`);
  // An `any` passes although one of its guards does not.
  return words.has(whole.verdict) && words.size === 1 ? parts.join('') : `${parts.join('; ')} (${whole.verdict})`;
}

function leavesOf(verdict: Verdict): readonly Verdict[] {
  return verdict.subResults.length === 0 ? [verdict] : verdict.subResults.flatMap(leavesOf);
}

/** `dsap run compare ID STEP A B`: verdicts that differ first, then the text by word, the prompt by section, figures. */
export function compareAttempts(
  id: string,
  step: string,
  pair: readonly [string, string],
  other: string | undefined,
): Work {
  return async ({ client, terminal, json }) => {
    const { document, text } = await client.runs.compare(id, step, pair, other);
    if (json) {
      terminal.json(text);
      return 0;
    }
    const { leaves, prompt, figures } = document;
    terminal.line(['strong', 'Verdicts']);
    const rows = leaves.map((leaf): Line => [leaf.differs ? '≠' : '=', leaf.guard, said(leaf.a), said(leaf.b)]);
    for (const row of table(rows)) terminal.line('  ', ...row);
    terminal.line();
    terminal.line(['strong', 'Text'], document.text.equal ? '  The texts are equal.' : '');
    if (!document.text.equal) for (const line of marked(document.text.parts)) terminal.line('  ', ...line);
    terminal.line();
    terminal.line(['strong', 'Prompt'], prompt.equal ? '  The prompts are equal.' : '');
    for (const section of prompt.sections.filter(({ equal }) => !equal)) {
      terminal.line(
        ['strong', `  ${section.heading || section.role}`],
        section.in === 'both' ? '' : `  only in ${section.in}`,
      );
      for (const line of marked(section.parts)) terminal.line('    ', ...line);
    }
    if (prompt.leftOut > 0) terminal.line(`  ${counted(prompt.leftOut, 'section')} not compared: they are too long.`);
    terminal.line();
    terminal.line(['strong', 'Figures']);
    for (const row of table(figureRows(figures))) terminal.line('  ', ...row);
    return 0;
  };
}

function said(side: Comparison['leaves'][number]['a']): string {
  if (side === null) return '–';
  return side.feedback === '' ? side.verdict : `${side.verdict}: ${side.feedback}`;
}

/** A diff by word as lines; what is gone in [-…-] and what is new in {+…+}, so that it is told without colour too. */
function marked(parts: Comparison['text']['parts']): readonly Line[] {
  const lines:
    | [string | readonly ['added' | 'removed', string]][]
    | (string | readonly ['added' | 'removed', string])[][] = [[]];
  for (const { mark, text } of parts) {
    text.split(/\r?\n/).forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece === '') return;
      const shown =
        mark === 'same'
          ? piece
          : mark === 'added'
            ? (['added', `{+${piece}+}`] as const)
            : (['removed', `[-${piece}-]`] as const);
      lines.at(-1)?.push(shown);
    });
  }
  return lines;
}

function figureRows({ a, b }: Comparison['figures']): readonly Line[] {
  const both = (name: string, of: (one: typeof a) => string): Line => [name, of(a), of(b)];
  return [
    both('attempt', ({ runId, n }) => (a.runId === b.runId ? String(n ?? '–') : `${runId} ${n ?? '–'}`)),
    both('status', ({ status }) => status),
    both('model', ({ model }) => model ?? '–'),
    both('finish', ({ finishReason }) => finishReason ?? '–'),
    both('tokens', ({ usage }) => `${usage.inputTokens}+${usage.outputTokens}`),
    both('cost', ({ usage }) => money(usage.costUsd)),
    both('took', ({ durationMs }) => (durationMs === null ? '–' : span(durationMs))),
  ];
}
