import { h, type JSX } from 'preact';
import { counted } from '../../../api/report/words.ts';
import type { QuestionRowView } from '../../../api/rows/question-row.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import type { Screen } from '../../frame.ts';
import { followed } from '../../parts/live.ts';
import { waitingTitle } from '../../parts/waiting-title.ts';
import { QuestionLine, RunLine } from './lines.ts';

export interface Waiting {
  /** Open ones, the most urgent first. */
  readonly questions: readonly QuestionRowView[];
  readonly underWay: readonly RunRowView[];
  /** The newest first. */
  readonly ended: readonly RunRowView[];
  /** Where questions are that are less urgent than these. */
  readonly more?: string;
  /** Where the most urgent questions are, where these are not. */
  readonly first?: string;
  /** What the person who looks is called; empty where nobody signs in. */
  readonly me: readonly string[];
  /** Only questions that this person may answer. */
  readonly isMine: boolean;
  /** There are more runs under way than these. */
  readonly isMore: boolean;
  /** Where the feed stood before they were read. */
  readonly feed: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a person is waited for, what goes on without one, and what has ended lately. */
export function waiting(shown: Waiting): Screen {
  const { questions, ended, more, first, isMine, isMore, feed, now } = shown;
  const listed = new Set(questions.map(({ runId }) => runId));
  return {
    title: waitingTitle(questions.length, more !== undefined),
    place: 'Waiting',
    island: 'lists',
    ...(questions.length > 0 && { foremost: { name: 'the questions', id: 'questions' } }),
    content: h('div', followed('/v1/feed', feed), [
      h('h1', null, 'Waiting'),
      h(Whose, shown),
      h('p', { class: 'news', 'data-news': true }),
      h(Questions, { ...shown, questions: questions.filter(({ endpoint }) => endpoint === undefined) }),
      h(Outages, { questions: questions.filter(({ endpoint }) => endpoint !== undefined), now }),
      h('p', { class: 'none' }, [
        isMine ? 'Nobody who has the key is asked anything. ' : 'Nobody is asked anything. ',
        h('span', { 'data-count': true }, runsWord(shown.underWay.length)),
        ' under way.',
      ]),
      ...(first === undefined ? [] : [h('p', null, h('a', { href: first }, 'Back to the most urgent questions'))]),
      ...(more === undefined
        ? []
        : [h('p', null, ['There are more: ', h('a', { href: more }, 'show those that are less urgent'), '.'])]),
      h(Runs, {
        name: 'Needs a worker',
        list: 'needs-worker',
        runs: shown.underWay.filter(({ needsWorker }) => needsWorker),
        listed,
        none: '',
        isMore: false,
        now,
      }),
      h(Runs, {
        name: 'Under way',
        list: 'under-way',
        runs: shown.underWay.filter(({ needsWorker }) => !needsWorker),
        listed,
        none: 'Nothing else is under way: dsap run start NAME begins a run.',
        isMore,
        now,
      }),
      h(Runs, {
        name: 'Ended last',
        list: 'ended',
        runs: ended,
        listed: new Set<string>(),
        none: 'No run has ended yet.',
        isMore: false,
        now,
      }),
    ]),
  };
}

function Questions({ questions, first, more, isMine, me, now }: Waiting): JSX.Element {
  const list = {
    id: 'questions',
    tabIndex: -1,
    class: 'plain',
    'data-list': 'questions',
    'data-takes': first === undefined,
    'data-goes-on': more !== undefined,
    ...(isMine && { 'data-for': me.join('\n') }),
  };
  return h(
    'ul',
    list,
    questions.map((question) => h(QuestionLine, { key: question.id, question, now })),
  );
}

/** Questions that outages led to, apart from those that only a person can answer. */
function Outages({ questions, now }: Pick<Waiting, 'questions' | 'now'>): JSX.Element {
  return h('section', { 'aria-label': 'Outages', hidden: questions.length === 0 }, [
    h('h2', null, 'Outages'),
    h('p', null, [
      'An endpoint of models was away for longer than ',
      h('code', null, 'timeouts.infra'),
      ', or refused these calls. Once it is well, ',
      h('a', { href: '/console/endpoints' }, 'retry all of an endpoint'),
      '.',
    ]),
    h(
      'ul',
      { class: 'plain', 'data-list': 'outages' },
      questions.map((question) => h(QuestionLine, { key: question.id, question, now })),
    ),
  ]);
}

/** Whose questions are shown; a choice only where people sign in. */
function Whose({ me, isMine }: Waiting): JSX.Element | null {
  if (me.length === 0) return null;
  const way = (href: string, name: string, isHere: boolean): JSX.Element =>
    h('li', null, h('a', { href, ...(isHere && { 'aria-current': 'true' as const }) }, name));
  return h(
    'nav',
    { 'aria-label': 'Whose questions' },
    h('ul', { class: 'row' }, [
      way('/console', 'All', !isMine),
      way('/console?for=me', 'For whoever has the key', isMine),
    ]),
  );
}

function runsWord(count: number): string {
  return `${counted(count, 'run')} ${count === 1 ? 'is' : 'are'}`;
}

interface Listed {
  readonly name: string;
  readonly list: 'needs-worker' | 'under-way' | 'ended';
  readonly runs: readonly RunRowView[];
  /** Runs whose questions are listed above. */
  readonly listed: ReadonlySet<string>;
  /** Left empty: then the list is out of sight as long as it is. */
  readonly none: string;
  readonly isMore: boolean;
  readonly now: number;
}

/** Runs as lines, under a heading; the words for an empty list are there for when it becomes one. */
function Runs({ name, list, runs, listed, none, isMore, now }: Listed): JSX.Element {
  return h('section', { 'aria-label': name, hidden: none === '' && runs.every(({ id }) => listed.has(id)) }, [
    h('h2', null, name),
    h(
      'ul',
      { class: 'plain', 'data-list': list, 'data-newest-first': true },
      runs.map((run) => h(RunLine, { key: run.id, run, now, isListed: listed.has(run.id) })),
    ),
    ...(none === '' ? [] : [h('p', { class: 'none soft' }, none)]),
    ...(isMore ? [h('p', null, h('a', { href: '/console/runs' }, 'Show more'))] : []),
  ]);
}
