import { nearest } from '../../text/nearest.ts';
import { UsageError } from './exit.ts';
import { limitsFrom } from './limits.ts';
import type { Decision, QuestionPage } from './service/types.ts';

/** What was said along with an action. */
export interface Given {
  readonly say?: string;
  readonly content?: string;
  readonly step?: string;
  readonly budget?: readonly string[];
  readonly attempts?: string;
}

type Action = Decision['action'];

/**
 * The decision that an action and what was said with it make: `say` is the feedback of `reject`, the guidance of `retry` and `redo`, the
 * reason of `abort`, and else a comment. Throws `UsageError` for an action that the question does not allow, and where something lacks.
 */
export function decisionFrom(
  { options, allowedActions }: Pick<QuestionPage, 'options' | 'allowedActions'>,
  word: string,
  given: Given,
): Decision {
  // What an answer would do is told of an open question alone; a closed one says itself that it is.
  const allowed = options.length > 0 ? options.map(({ action }) => action) : allowedActions;
  const action = allowed.find((one) => one === word);
  if (action === undefined) {
    const meant = nearest(word, allowed);
    const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    throw new UsageError(`"${word}" does not answer this question.${hint} It takes: ${allowed.join(', ')}.`);
  }
  return MAKERS[action](given);
}

const MAKERS: { readonly [Name in Action]: (given: Given) => Extract<Decision, { action: Name }> } = {
  approve: ({ say }) => ({ action: 'approve', ...comment(say) }),
  reject: ({ say, content }) => ({
    action: 'reject',
    feedback: needed(say ?? content, 'reject needs --say with what is wrong'),
  }),
  amend: ({ say, content }) => ({
    action: 'amend',
    content: needed(content ?? say, 'amend needs --file with the text'),
    ...(content !== undefined && comment(say)),
  }),
  retry: ({ say, content, attempts }) => ({
    action: 'retry',
    ...guidance(say ?? content),
    ...(attempts !== undefined && { extraAttempts: Number(attempts) }),
  }),
  redo: ({ say, content, step }) => ({
    action: 'redo',
    step: needed(step, 'redo needs --step'),
    ...guidance(say ?? content),
  }),
  skip: ({ say, step }) => ({ action: 'skip', ...(step !== undefined && { step }), ...comment(say) }),
  raise: ({ say, budget }) => ({
    action: 'raise',
    budgets: limitsFrom(
      needed(budget?.length ? budget : undefined, 'raise needs --budget, such as --budget maxCostUsd=2'),
    ),
    ...comment(say),
  }),
  abort: ({ say }) => ({ action: 'abort', ...(say !== undefined && { reason: say }) }),
};

function comment(say: string | undefined) {
  return say === undefined ? {} : { comment: say };
}

function guidance(said: string | undefined) {
  return said === undefined ? {} : { guidance: said };
}

function needed<Value>(value: Value | undefined, why: string): Value {
  if (value === undefined || value === '') throw new UsageError(`${why}.`);
  return value;
}
