import { h, type JSX } from 'preact';
import type { OverviewView } from '../../api/overview/view.ts';
import { durationWord } from '../../api/report/words.ts';
import { parseDuration } from '../../text/duration.ts';
import { type Fields, LIMITS } from './fields.ts';

interface LimitsOf {
  /** As they are now. */
  readonly budgets: OverviewView['run']['budgets'];
  readonly sent: Fields;
}

/** A field for each limit, empty for as it is. */
export function LimitFields({ budgets, sent }: LimitsOf): JSX.Element {
  return h(
    'div',
    { class: 'limit-fields' },
    LIMITS.map(([limit, label]) =>
      h('div', { key: limit }, [
        h('label', { for: limit }, label),
        h('input', { id: limit, name: limit, value: sent[limit] ?? '', 'aria-describedby': `${limit}-now` }),
        h('small', { id: `${limit}-now` }, nowWord(budgets[limit])),
      ]),
    ),
  );
}

/** A limit as it is. */
export function nowWord(limit: number | string | undefined): string {
  if (limit === undefined) return 'now without a limit';
  const milliseconds = typeof limit === 'string' ? parseDuration(limit) : undefined;
  return `now ${milliseconds === undefined ? limit : durationWord(milliseconds)}`;
}
