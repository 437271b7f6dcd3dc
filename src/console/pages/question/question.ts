import { type ComponentChildren, h, type JSX } from 'preact';
import type { z } from 'zod';
import type { BudgetView } from '../../../api/control/budget-view.ts';
import type { OverviewView } from '../../../api/overview/view.ts';
import { timeWord } from '../../../api/report/words.ts';
import type { QuestionRowView } from '../../../api/rows/question-row.ts';
import { answeredBy, decisionWord } from '../../../model/events/escalation-words.ts';
import type { Screen } from '../../frame.ts';
import { sentence } from '../../parts/foretold.ts';
import { followed } from '../../parts/live.ts';
import { contentPath, runPath } from '../../parts/paths.ts';
import { questionHeading } from '../../parts/question-heading.ts';
import { State } from '../../parts/states.ts';
import { Age, Foreign, ShortId, Text, Time } from '../../parts/texts.ts';
import { Unified } from '../../parts/unified.ts';
import { Framed } from '../../parts/verdicts.ts';
import { Answers } from './answers.ts';
import { askedIn } from './asked.ts';
import type { Change } from './change.ts';
import { Evidence } from './evidence.ts';
import type { Given } from './given.ts';
import type { QuestionPage } from './question-page.ts';
import { isFirst, SameAgain, Since, sinceBefore } from './since.ts';
import type { Unsent } from './unsent.ts';

export interface QuestionScreen {
  readonly question: QuestionPage;
  readonly unsent?: Unsent;
  /** Of its run. */
  readonly budget: z.output<typeof BudgetView>;
  /** What it would change of the run, where it is about free words. */
  readonly changes: readonly Change[];
  /** What the step asked about is made from. */
  readonly given: readonly Given[];
  /** Where the feed stood before it was read. */
  readonly feed: string;
  /** Of its run, where the question cannot be answered. */
  readonly overview?: OverviewView;
  /** The one to be answered next, and `of` how many that wait. */
  readonly next?: Pick<QuestionRowView, 'id' | 'workflow' | 'kind' | 'step' | 'question' | 'facts'> & {
    readonly of: string;
  };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A question with its text, the evidence, and what each answer would do; once it is closed, what became of it (console 2.1). */
export function question(screen: QuestionScreen): Screen {
  const { question: asked } = screen;
  const { words, values } = askedIn(questionHeading(asked));
  return {
    title: words,
    place: 'Waiting',
    island: 'question',
    ...(asked.options.some(({ primary }) => primary) && { foremost: { name: 'the answer', id: 'answer' } }),
    content: h('div', asked.status === 'open' ? followed('/v1/feed', screen.feed) : null, [
      h(Crumbs, screen),
      h('h1', null, h(Foreign, { text: words })),
      ...values.map((text, at) => h(Framed, { key: `value ${at}`, name: 'In the question', text })),
      ...unsentWords(screen.unsent),
      ...(asked.artifact ? [h(Judged, { question: asked, changed: screen.unsent?.changed ?? [] })] : []),
      ...(screen.changes.length === 0 ? [] : [h(Changes, screen)]),
      h(Evidence, { question: asked, budget: screen.budget, given: screen.given, now: screen.now }),
      canBeAnswered(asked)
        ? h(Answers, { question: asked, budget: screen.budget, unsent: screen.unsent })
        : h(Closed, screen),
    ]),
  };
}

/** An open question of a run that was stopped waits for the run to be resumed. */
export function canBeAnswered({ status, options }: Pick<QuestionPage, 'status' | 'options'>): boolean {
  return status === 'open' && options.length > 0;
}

function Crumbs({ question: asked, now }: QuestionScreen): JSX.Element {
  const { workflow, runId, step, openedAt, expiresAt, status } = asked;
  const run = runPath(runId);
  return h('p', { class: 'crumbs' }, [
    h(Foreign, { text: workflow }),
    ' · ',
    h('a', { href: run }, h(ShortId, { id: runId })),
    ...(step === undefined ? [] : [' · ', h(Foreign, { text: step })]),
    ...(status === 'open'
      ? [
          ' · waits ',
          h(Age, { at: openedAt, now }),
          ...(expiresAt === undefined ? [] : [' · till ', h('time', { dateTime: expiresAt }, timeWord(expiresAt))]),
          ...(canBeAnswered(asked) ? [' · ', h('span', { class: 'state ask' }, '◆ Waits for an answer')] : []),
        ]
      : []),
  ]);
}

const PARTS: Readonly<Record<string, string>> = {
  question: 'the question',
  artifact: 'the text',
  verdict: 'what the guard said',
  options: 'what the answers would do',
};

function unsentWords(unsent: Unsent | undefined): readonly JSX.Element[] {
  if (unsent?.problem === undefined || unsent.needs) return [];
  const changed = unsent.changed.map((part) => PARTS[part] ?? part).join(', ');
  const words =
    unsent.changed.length === 0
      ? unsent.problem
      : `Nothing was decided: ${changed} changed while you looked. It is shown as it is now, and your words are kept; decide again.`;
  return [h('p', { class: 'alert', role: 'alert', tabIndex: -1, autofocus: true }, h(Foreign, { text: words }))];
}

function Judged({
  question: { artifact, attempt, status, options, evidence },
  changed,
}: {
  readonly question: QuestionPage;
  readonly changed: readonly string[];
}): JSX.Element | null {
  if (!artifact) return null;
  const since = sinceBefore(evidence.attempts, artifact);
  const mayApprove = options.some(({ action }) => action === 'approve');
  const name = status === 'open' && mayApprove ? 'Text to be approved' : 'Text';
  const marks = [
    ...(attempt === undefined ? [] : [`attempt ${attempt}`]),
    ...(changed.includes('artifact') ? ['changed'] : []),
  ];
  const isAbove = since !== undefined && isFirst(since, artifact.text);
  return h('section', { 'aria-label': name }, [
    h(SameAgain, { attempts: evidence.attempts, artifactId: artifact.id }),
    ...(since && isAbove ? [h(Since, since)] : []),
    h(Text, {
      isJudged: true,
      name: [name, ...marks].join(' · '),
      framed: { ...artifact, href: contentPath(artifact.id) },
    }),
    ...(since && !isAbove ? [h(Since, since)] : []),
  ]);
}

/** What was said in free words, as it would change the run. */
function Changes({ changes }: QuestionScreen): JSX.Element {
  return h('section', { 'aria-label': 'What it changes' }, [
    h('h2', null, 'What it changes'),
    ...changes.map(({ of, unified }) => [
      h('h3', null, h(Foreign, { text: sentence(of) })),
      unified === ''
        ? h('p', { class: 'soft' }, 'Nothing of it.')
        : h(Unified, { unified, name: `Change of ${of}`, cut: false }),
    ]),
  ]);
}

/** How it ended, and the next question. */
function Closed({ question: asked, overview, next, now }: QuestionScreen): JSX.Element {
  const more = overview && goesOn(overview, asked.became);
  const run = runPath(asked.runId);
  return h(
    'section',
    { id: 'happened', 'aria-label': 'What happened', role: 'status', class: 'status', tabIndex: -1 },
    [
      h('p', null, closedWords(asked, overview, more !== undefined, now)),
      ...(overview
        ? [
            h('p', null, [
              h(State, { status: overview.run.status }),
              ...(more === undefined ? [] : [' · ', h(Foreign, { text: more })]),
            ]),
          ]
        : []),
      h('p', null, [
        ...(isStopped(overview) ? [h('a', { href: `${run}/control` }, 'Resume the run'), ' · '] : []),
        h('a', { href: run }, 'See the run'),
        ...(next === undefined
          ? []
          : [
              next.of === '1' ? ' · next: ' : ` · next of ${next.of}: `,
              h(Foreign, { text: next.workflow }),
              ' · ',
              h(
                'a',
                { href: `/console/e/${encodeURIComponent(next.id)}`, 'data-next': true },
                h(Foreign, { text: questionHeading(next) }),
              ),
            ]),
      ]),
    ],
  );
}

/** What is made now, else how the run stands where nothing has told that yet. */
function goesOn({ run, why, attempts }: OverviewView, became: string | undefined): string | undefined {
  const under = attempts
    .filter(({ status }) => status === 'pending')
    .map(({ step, attempt }) => `${step}, attempt ${attempt}`);
  if (run.endedAt !== undefined || under.length === 0) return became === undefined ? why.summary : undefined;
  return `The run goes on: ${under.join('; ')}${became?.includes(WORDED) === true ? WORDED : ''}`;
}

const WORDED = ' with your words';

/** What the answer has done, but for what has begun by it: that is said with how the run goes on. */
function done(became: string, hasMore: boolean): string {
  const clauses = became.replace(/\.$/, '').split('; ');
  const left = hasMore ? clauses.filter((clause) => !/ ha(?:s|ve) begun/.test(clause)) : clauses;
  return left.length === 0 ? '' : sentence(`${left.join('; ')}.`);
}

function isStopped(overview: OverviewView | undefined): boolean {
  return overview?.run.status === 'stopped';
}

function closedWords(
  { status, decision, became = '' }: QuestionPage,
  overview: OverviewView | undefined,
  hasMore: boolean,
  now: number,
): ComponentChildren {
  if (decision)
    return [
      h('strong', null, `Decided: ${decisionWord(decision.action)}`),
      ' ',
      h(Foreign, { text: answeredBy(decision.by) }),
      ', ',
      h(Time, { at: decision.at, now }),
      ...(decision.comment === undefined ? [] : [', who said: ', h(Foreign, { text: decision.comment })]),
      /[.!?]$/.test(decision.comment ?? '') ? ' ' : '. ',
      ...(became === '' ? [] : [h(Foreign, { text: done(became, hasMore) })]),
    ];
  if (status === 'expired') return 'Nobody answered in time, so that it was settled without a person.';
  if (status === 'withdrawn')
    return `It was withdrawn: ${overview?.run.endedAt === undefined ? 'the run went on without an answer' : 'no answer is needed any more'}.`;
  if (isStopped(overview))
    return 'The run is stopped, and so nothing can be answered. Once it is resumed it waits for this answer.';
  return 'Its run has ended, so that there is nothing to be answered.';
}
