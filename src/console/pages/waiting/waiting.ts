import { h, type JSX } from 'preact';
import { counted } from '../../../api/report/words.ts';
import type { QuestionRowView } from '../../../api/rows/question-row.ts';
import type { RunRowView } from '../../../api/rows/run-row.ts';
import type { Screen } from '../../frame.ts';
import { followed } from '../../parts/live.ts';
import { QuestionLine, RunLine } from './lines.ts';

export interface Waiting {
  /** Open ones, oldest first. */
  readonly questions: readonly QuestionRowView[];
  readonly underWay: readonly RunRowView[];
  /** The newest first. */
  readonly ended: readonly RunRowView[];
  /** There are more questions than these. */
  readonly isCut: boolean;
  /** Where the feed stood before they were read. */
  readonly feed: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a person is waited for, what goes on without one, and what has ended lately. */
export function waiting({ questions, underWay, ended, isCut, feed, now }: Waiting): Screen {
  return {
    title: questions.length === 0 ? 'Waiting' : `(${questions.length}${isCut ? '+' : ''}) Waiting`,
    place: 'Waiting',
    island: 'lists',
    content: h('div', followed('/v1/feed', feed), [
      h('h1', null, 'Waiting'),
      h('p', { class: 'news', 'data-news': true }),
      h(
        'ul',
        { class: 'plain', 'data-list': 'questions' },
        questions.map((question) => h(QuestionLine, { key: question.id, question, now })),
      ),
      h('p', { class: 'none' }, [
        'Nobody is asked anything. ',
        h('span', { 'data-count': true }, runsWord(underWay.length)),
        ' under way.',
      ]),
      ...(isCut ? [h('p', { class: 'soft' }, 'Only the first hundred are shown; answer some to see the others.')] : []),
      h(Runs, {
        name: 'Under way',
        list: 'under-way',
        runs: underWay,
        none: 'No run is under way: dsap run start NAME begins one.',
        now,
      }),
      h(Runs, { name: 'Ended last', list: 'ended', runs: ended, none: 'No run has ended yet.', now }),
    ]),
  };
}

function runsWord(count: number): string {
  return `${counted(count, 'run')} ${count === 1 ? 'is' : 'are'}`;
}

interface Listed {
  readonly name: string;
  readonly list: 'under-way' | 'ended';
  readonly runs: readonly RunRowView[];
  readonly none: string;
  readonly now: number;
}

/** Runs as lines, under a heading; the words for an empty list are there for when it becomes one. */
function Runs({ name, list, runs, none, now }: Listed): JSX.Element {
  return h('section', { 'aria-label': name }, [
    h('h2', null, name),
    h(
      'ul',
      { class: 'plain', 'data-list': list },
      runs.map((run) => h(RunLine, { key: run.id, run, now })),
    ),
    h('p', { class: 'none soft' }, none),
  ]);
}
