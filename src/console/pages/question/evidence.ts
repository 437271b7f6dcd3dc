import { h, type JSX } from 'preact';
import type { z } from 'zod';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import {
  attemptName,
  balanceWord,
  costWord,
  counted,
  inLine,
  moneyWord,
  NONE,
  refusedPromptWords,
} from '../../../api/report/words.ts';
import type { VerdictView } from '../../../api/steps/verdict-view.ts';
import { utf8Length } from '../../../text/text.ts';
import { comparePath } from '../../parts/paths.ts';
import { State } from '../../parts/states.ts';
import { AT_ONCE, Foreign, linesSeen, Text, Time } from '../../parts/texts.ts';
import { Unified } from '../../parts/unified.ts';
import { Framed, WaitingLeaves } from '../../parts/verdicts.ts';
import type { Given } from './given.ts';
import type { QuestionPage } from './question-page.ts';
import { whyAsked } from './why-asked.ts';

interface OfEvidence {
  readonly question: QuestionPage;
  /** Of its run. */
  readonly budget: z.output<typeof BudgetView>;
  /** What the step asked about is made from. */
  readonly given: readonly Given[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What speaks for and against: what each guard said, what came before, and why a person is asked (R90). */
export function Evidence({ question, budget, given, now }: OfEvidence): JSX.Element {
  const { evidence, artifactId, artifact, feedback, falseLeaves = [], refusedPrompt } = question;
  const judged = evidence.attempts.find((attempt) => attempt.artifactId !== null && attempt.artifactId === artifactId);
  return h('section', { 'aria-label': 'Evidence' }, [
    h('h2', null, 'Evidence'),
    ...(judged?.verdict ? [h('ul', { class: 'plain' }, leavesOf(judged.verdict).map(leafLine))] : []),
    ...(judged?.verdict || feedback === '' || !isOfNow(question) ? [] : [h('p', null, h(Foreign, { text: feedback }))]),
    ...(judged?.verdict ? [] : [h(Waiting, { question })]),
    ...(given.length === 0 ? [] : [h(MadeFrom, { given, text: artifact?.text })]),
    ...falseLeaves.map(({ leaf, expected, found }) =>
      h('p', null, [
        h('span', { class: 'work' }, '✕ '),
        h(Foreign, { text: leaf }),
        ' wants ',
        h(Foreign, { text: expected }),
        ': ',
        h(Foreign, { text: found }),
      ]),
    ),
    ...(refusedPrompt ? [h(RefusedPrompt, { refused: refusedPrompt })] : []),
    h('details', null, [
      h('summary', null, `Why asked · ${spendWords(question)}`),
      h('p', null, h(Foreign, { text: whyAsked(question) })),
      ...(evidence.condition?.reasons ?? []).map((reason) => h('p', null, h(Foreign, { text: reason }))),
      h(
        'ul',
        { class: 'plain' },
        evidence.attempts.map((attempt) => h(Tried, { key: attempt.startedAt, attempt, question, now })),
      ),
      ...evidence.injected.map((part, at) => h(Framed, { key: at, name: 'Told beside the task', text: textOf(part) })),
      ...(evidence.choices ?? []).map(({ orGroup, choice, status, why }) =>
        h('p', { key: `${orGroup} ${choice}` }, [
          h(State, { status }),
          ' ',
          h(Foreign, { text: `${choice} of ${orGroup}` }),
          ...(why === undefined ? [] : [': ', h(Foreign, { text: why })]),
        ]),
      ),
      h('p', null, leftWords(question, budget)),
      h(Summary, { text: evidence.summary }),
    ]),
  ]);
}

/** What is new in a prompt that a content filter refused. */
function RefusedPrompt({ refused }: { readonly refused: NonNullable<QuestionPage['refusedPrompt']> }): JSX.Element {
  const { sections, leftOut } = refused;
  return h('div', null, [
    h('p', null, h(Foreign, { text: refusedPromptWords(refused) })),
    ...sections.map(({ role, heading, text, cut }, at) =>
      h(Text, { key: at, name: heading ?? role, framed: { text, bytes: utf8Length(text), cut } }),
    ),
    ...(leftOut > 0 ? [h('p', { class: 'soft' }, `and ${counted(leftOut, 'further section')}`)] : []),
  ]);
}

/** One line, or all rejections as a model is told of them. */
function Summary({ text }: { readonly text: string }): JSX.Element {
  if (!text.includes('\n')) return h('p', { class: 'soft' }, h(Foreign, { text }));
  const name = 'Summary as models are told it';
  return h('details', null, [h('summary', null, name), h(Framed, { name, text })]);
}

/** Whether what was said last is said of what is shown, and not of an attempt before. */
function isOfNow({ kind, artifactId, evidence }: QuestionPage): boolean {
  return evidence.condition !== undefined || (artifactId === undefined && kind !== 'approval');
}

/** `text`: what is to be judged; beside it what is long is folded, so that neither the text nor the answers are pushed away. */
function MadeFrom({ given, text }: Pick<OfEvidence, 'given'> & { readonly text: string | undefined }): JSX.Element {
  const lines = [text ?? '', ...given.map(({ framed }) => framed.text)].reduce((sum, one) => sum + linesSeen(one), 0);
  return h('details', { open: text === undefined || lines <= AT_ONCE.lines, class: 'made' }, [
    h('summary', null, 'Made from ', h('small', null, given.map(({ name }) => name).join(' · '))),
    ...given.map(({ name, framed }) => h(Text, { key: name, name, framed })),
  ]);
}

/** What is known of a guard before its verdict, or of a step that nobody has made yet. */
function Waiting({ question }: { readonly question: QuestionPage }): JSX.Element | null {
  const { kind, status, artifactId, evidence } = question;
  const { leaves } = evidence;
  if (leaves) return h(WaitingLeaves, { leaves, isYou: true });
  if (kind !== 'approval' || status !== 'open') return null;
  const words =
    artifactId === undefined ? 'Nothing of it is made before a person has agreed.' : 'Its guard is at work.';
  return h('p', null, [h('span', { class: 'ask', 'aria-hidden': true }, '◆ '), words]);
}

/** The guards that said something themselves. */
function leavesOf(verdict: VerdictView): readonly VerdictView[] {
  return verdict.subResults.length === 0 ? [verdict] : verdict.subResults.flatMap(leavesOf);
}

function leafLine({ verdict, guard, nature, feedback }: VerdictView): JSX.Element {
  return h('li', null, [
    h(State, { status: verdict }),
    ' ',
    h(Foreign, { text: guard }),
    ...(guard === nature ? [] : [h('small', null, ` ${nature}`)]),
    ...(feedback === '' ? [] : [h('br', null), h(Foreign, { text: feedback })]),
  ]);
}

interface TriedOf {
  readonly attempt: QuestionPage['evidence']['attempts'][number];
  readonly question: Pick<QuestionPage, 'runId' | 'step'>;
  readonly now: number;
}

/** An attempt, what its guard said, and how its text differs from the one before. */
function Tried({ attempt: tried, question: { runId, step: asked }, now }: TriedOf): JSX.Element {
  const { step, attempt, n, status, feedback, startedAt, usage, changes } = tried;
  return h('li', null, [
    h(State, { status }),
    ' ',
    h('strong', null, attemptName(tried)),
    ...(step === asked ? [] : [' of ', h(Foreign, { text: step })]),
    ...(feedback === '' ? [] : [': ', h(Foreign, { text: feedback })]),
    h('small', null, [
      ' · ',
      h(Time, { at: startedAt, now }),
      ...[costWord(usage)].filter((word) => word !== NONE).map((word) => ` · ${word}`),
    ]),
    ...(changes === undefined
      ? []
      : [
          changes.unified === ''
            ? h('div', { class: 'soft' }, 'Its text is the same as before.')
            : h('details', null, [
                h('summary', null, 'Changes to the one before'),
                h(Unified, { ...changes, name: `Changes in ${step} ${attempt}` }),
                ...(typeof n !== 'number' || n < 2
                  ? []
                  : [h('a', { href: comparePath({ id: runId, step, a: n - 1, b: n }) }, 'Compare side by side')]),
              ]),
        ]),
  ]);
}

/** `{from, text}` of what was said to a step, or whatever else it is. */
function textOf(part: unknown): string {
  const { text } = Object(part);
  if (typeof text === 'string') return text;
  return typeof part === 'string' ? part : JSON.stringify(part, null, 2);
}

/** What comes without an answer and after the first of them, and what the limits leave: neither says the other. */
function leftWords({ options }: QuestionPage, { bound, remaining }: OfEvidence['budget']): string {
  const { maxAttempts = Number.POSITIVE_INFINITY, maxCostUsd, maxTokens } = remaining;
  const alone = Math.min(bound.remaining, maxAttempts);
  const first = options.find(({ primary }) => primary);
  const left = [
    ...(Number.isFinite(maxAttempts) ? [counted(maxAttempts, 'generation')] : []),
    ...(typeof maxTokens === 'number' ? [counted(maxTokens, 'token')] : []),
    ...(typeof maxCostUsd === 'number' ? [balanceWord(maxCostUsd)] : []),
  ];
  return [
    `By itself the run makes ${alone === 0 ? 'no more generations' : `at most ${counted(alone, 'generation')} more`}`,
    ...(first === undefined ? [] : [`; after “${first.wordless?.label ?? first.label}” at most ${first.generations}`]),
    '.',
    ...(left.length === 0 ? [] : [` Its limits leave ${left.join(', ')}.`]),
    ...(maxCostUsd === undefined ? [' Its cost has no limit.'] : []),
  ].join('');
}

/** What was spent up to here. */
function spendWords({ evidence: { spend, attempts } }: QuestionPage): string {
  return inLine(counted(attempts.length, 'attempt'), moneyWord(spend.costUsd));
}
