/** The lines of a run's page, as the service draws them first, and a browser when they change. */
import { type ComponentChildren, h, type JSX } from 'preact';
import type { OverviewView } from '../../../api/overview/view.ts';
import { costWord, inLine } from '../../../api/report/words.ts';
import { visible } from '../../../text/visible.ts';
import { ordered, orderOf } from '../../parts/order.ts';
import { comparePath, runPath, stepPath, textPath } from '../../parts/paths.ts';
import { type Kept, State, shownStatus } from '../../parts/states.ts';
import { exactly, Foreign, Time } from '../../parts/texts.ts';

export type Attempt = OverviewView['attempts'][number];
type Why = OverviewView['why'];
export type Reason = Why['chain'][number];

/** Milliseconds since the epoch. */
interface Seen {
  readonly now: number;
}

interface Shown extends Seen {
  readonly run: OverviewView['run'];
  readonly kept: Kept;
}

/** As it is shown: one that is to stop is not simply under way either. */
function standingOf({ run: { status, control }, kept }: Omit<Shown, 'now'>): string {
  if (status !== 'running') return status;
  return control.stopRequested ? 'stopping' : shownStatus({ ...kept, status });
}

export function Crumbs({ run, kept, now }: Shown): JSX.Element {
  return h('p', { class: 'crumbs', 'data-key': 'crumbs' }, [
    h(Foreign, { text: `${run.workflow.name} ${run.workflow.version}` }),
    ' · ',
    h(State, { status: standingOf({ run, kept }) }),
    ` · ${inLine(`${run.attempts.used} of ${run.attempts.max} attempts`, spentWords(run))} · started `,
    h(Time, { at: run.createdAt, now }),
  ]);
}

function spentWords({ usage, budgets }: OverviewView['run']): string {
  const limit = 'maxCostUsd' in budgets ? budgets.maxCostUsd : undefined;
  return `${costWord(usage)}${typeof limit === 'number' ? ` of $${limit}` : ''}`;
}

/** How it stands, and who is next; open questions stand under it, each in a line of its own. */
export function Standing({ why, runId }: OfRun & { readonly why: Why }): JSX.Element {
  return h('div', { 'data-key': 'standing' }, [
    h('p', null, h('strong', null, h(Foreign, { text: why.summary }))),
    ...(why.warnings ?? []).map(({ text }) =>
      h('p', { key: text, class: 'warning' }, ['Warning: ', h(Foreign, { text })]),
    ),
    ...why.next
      .filter(({ kind }) => kind !== 'answer')
      .map((next) => h('p', { key: next.action }, [h(Who, { who: next.who }), ' · ', h(Action, { next, runId })])),
  ]);
}

/** What is next; what a form of the console does leads to that. */
function Action({ next: { kind, action }, runId }: OfRun & { readonly next: Why['next'][number] }): JSX.Element {
  if (kind !== 'resume') return h(Foreign, { text: action });
  return h('a', { href: `${runPath(runId)}/control#resume` }, action);
}

function Who({ who }: Pick<Why['next'][number], 'who'>): JSX.Element {
  return h(
    'span',
    { class: who === 'person' ? 'ask' : 'run' },
    `Next: ${who === 'person' ? 'a person' : 'the service'}`,
  );
}

function questionPath(id: string): string {
  return `/console/e/${encodeURIComponent(id)}`;
}

/** When it was, by the clock of the day. */
function Clock({ at }: { readonly at: string }): JSX.Element {
  return h('time', exactly(at), at.slice(11, 19));
}

type Question = OverviewView['questions'][number];

/** A person is next by it. What it asks is not said again where `summary`, how the run stands, has said it. */
export function QuestionLine({
  question: { id, step, question, assignees },
  summary,
}: {
  readonly question: Question;
  readonly summary: string;
}): JSX.Element {
  return h('li', { 'data-key': `question ${id}`, ...(step !== null && { 'data-step': step }) }, [
    h('span', { class: 'ask', 'aria-hidden': true }, '◆ '),
    h(Who, { who: 'person' }),
    ...(assignees.length === 0 ? [] : [' (', h(Foreign, { text: assignees.join(', ') }), ')']),
    ' · ',
    h(
      'a',
      { href: questionPath(id), class: 'button', 'aria-label': `Answer the question: ${visible(question).text}` },
      'Answer the question',
    ),
    h('span', { 'data-asks': true, hidden: isSaidIn(summary, question) }, [' ', h(Foreign, { text: question })]),
  ]);
}

/** Whether a text says a question; one that ends in an ellipsis goes on elsewhere. */
export function isSaidIn(summary: string, question: string): boolean {
  return summary.includes(question.replace(/…$/, ''));
}

interface OfRun {
  readonly runId: string;
}

interface Stepped extends OfRun {
  readonly step: OverviewView['steps'][number];
  /** A person is asked about it. */
  readonly isAsked: boolean;
  readonly isUnderWay: boolean;
}

export function StepLine({ step, runId, isAsked, isUnderWay }: Stepped): JSX.Element {
  const {
    id,
    title,
    status,
    choice,
    epoch,
    attempts: { used, max },
    artifactId,
  } = step;
  return h('li', { 'data-key': `step ${id}` }, [
    h(State, { status: isAsked ? 'escalated' : isUnderWay ? 'running' : (choice ?? status) }),
    ' ',
    h(
      'a',
      { href: stepPath(runId, id), ...(title !== undefined && { title: visible(title).text }) },
      h(Foreign, { text: id }),
    ),
    h('small', null, ` ${used} of ${max}${epoch > 1 ? `, epoch ${epoch}` : ''}`),
    ...(artifactId === undefined ? [] : [' ', textLink(textPath(runId, id, artifactId), id)]),
    ...(used > 1 || epoch > 1 ? [' ', newestTwo(runId, id)] : []),
  ]);
}

/** To the two newest attempts of a step side by side. */
function newestTwo(runId: string, step: string): JSX.Element {
  const name = `Compare the two newest attempts of ${visible(step).text}`;
  return h('a', { href: `${stepPath(runId, step)}/compare`, 'aria-label': name }, 'Compare');
}

/** Attempts of one moment stand by their steps, and follow the reasons of that moment: those made them begin. */
export function attemptOrder({ startedAt, step, epoch, attempt }: Attempt): string {
  return orderOf(startedAt, 'tried', step, epoch, attempt);
}

export function reasonOrder({ seq, at }: Pick<Reason, 'seq' | 'at'>): string {
  return orderOf(at, 'reason', seq);
}

export function attemptKey({ step, epoch, attempt, startedAt }: Attempt): string {
  return `attempt ${step} ${epoch} ${attempt} ${startedAt}`;
}

interface Tried extends OfRun {
  readonly attempt: Attempt;
  /** A person is asked about its step. */
  readonly isAsked: boolean;
}

/** How an attempt stands that has made something and is not settled. */
export function judgedBy(isAsked: boolean): string {
  return isAsked ? 'escalated' : 'being_judged';
}

/** A line stands at the time when its attempt began: what became of it long after is told as that. */
function settled(status: string): string {
  return status === 'superseded' ? 'superseded_since' : status;
}

export function AttemptLine({ attempt: shown, runId, isAsked }: Tried): JSX.Element {
  const { step, epoch, attempt, n, status, source, verdict, startedAt, artifactId } = shown;
  const isOfPerson = n === null && source === 'human';
  const name = isOfPerson ? step : `${step} ${n ?? attempt}`;
  const feedback = verdict === null || verdict.line === '' ? '' : `${verdict.guard}: ${verdict.line}`;
  const state = status !== 'pending' ? settled(status) : artifactId === null ? 'running' : judgedBy(isAsked);
  return h('li', { 'data-key': attemptKey(shown), ...ordered(attemptOrder(shown)) }, [
    h(Clock, { at: startedAt }),
    ' ',
    h(State, { status: state }),
    ' ',
    h('a', { href: stepPath(runId, step, n ?? undefined) }, h(Foreign, { text: name })),
    ...(isOfPerson ? [h('span', { class: 'person' }, ' ✎ by a person')] : []),
    ...(epoch > 1 ? [h('small', null, isOfPerson ? ` epoch ${epoch}` : ` epoch ${epoch}, attempt ${attempt}`)] : []),
    ...(artifactId === null ? [] : [' ', textLink(textPath(runId, step, artifactId), name)]),
    ...(n !== null && n > 1
      ? [
          ' ',
          h(
            'a',
            {
              href: comparePath({ id: runId, step, a: n - 1, b: n }),
              'aria-label': `Compare with ${n - 1}: ${visible(step).text} ${n}`,
            },
            `Compare with ${n - 1}`,
          ),
        ]
      : []),
    ...(feedback === '' ? [] : [h('q', null, h(Foreign, { text: feedback }))]),
  ]);
}

/** What happened beside attempts: what the service tells as a reason. */
export function ReasonLine({ reason: { seq, at, because } }: { readonly reason: Reason }): JSX.Element {
  return h(
    'li',
    { id: placeOf(seq), class: 'told', 'data-key': `reason ${seq}`, ...ordered(reasonOrder({ seq, at })) },
    [h(Clock, { at }), ' ', h('span', { 'aria-hidden': true }, '· '), h(Told, { text: because })],
  );
}

/** One of the reasons for how the run stands; it leads to its place in the timeline, where it has one of its own. */
export function ChainLine({ reason }: { readonly reason: Reason }): JSX.Element {
  const { seq, at, because } = reason;
  const clock = h(Clock, { at });
  return h('li', { 'data-key': `chain ${seq}` }, [
    isSaidByAttempts(reason) ? clock : h('a', { href: `#${placeOf(seq)}` }, clock),
    ' ',
    h(Told, { text: because }),
  ]);
}

/** A sentence of the service: a question that it names by its id is a link, and a redirect a word. */
function Told({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/\b((?:esc|rdr)_[\w-]+)/);
  return h(
    'span',
    null,
    parts.map((part, at) => {
      if (at % 2 === 0) return part === '' ? null : h(Foreign, { text: part });
      if (part.startsWith('rdr_')) return h('bdi', { title: part }, 'a redirect');
      return h(
        'a',
        { href: questionPath(part), title: part },
        at === 1 && parts[0] === '' ? 'A question' : 'a question',
      );
    }),
  );
}

function placeOf(seq: number): string {
  return `reason-${seq}`;
}

/** Whether a reason says only what the line of an attempt says as well. */
export function isSaidByAttempts({ repeatsAttempt }: Pick<Reason, 'repeatsAttempt'>): boolean {
  return repeatsAttempt === true;
}

/** To a text on the page of its step; `of` tells apart for who hears the links alone. */
function textLink(href: string, of: string): ComponentChildren {
  return h('a', { href, 'aria-label': `Text of ${visible(of).text}` }, 'Text');
}
