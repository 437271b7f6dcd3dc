import { isSettled } from '../../core/frontier.ts';
import type { Action } from '../../model/events/escalations.ts';
import { baseCaseOf } from '../../model/plan.ts';
import type { Run } from '../../model/run.ts';
import type { EscalationState } from '../../model/run-state.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import { assertionsIn } from './assertions.ts';
import { holds } from './base-case.ts';

/**
 * What the base case is sure to come to once a person has said whether a leaf of it holds, going by the tree and what people have said before;
 * undefined where its other leaves have still to be looked at: what they said the last time, nobody has kept.
 */
export function onceAsserted(
  { plan, state }: Run,
  { kind, leaf: asserted }: Pick<EscalationState, 'kind' | 'leaf'>,
  action: Action,
): VerdictWord | undefined {
  const baseCase = baseCaseOf(plan);
  if (kind !== 'assertion' || baseCase === undefined || (action !== 'approve' && action !== 'reject')) return undefined;
  const answers = state.own.baseCase?.answers ?? {};
  const held = holds(baseCase, ({ leaf, on }) => {
    if (leaf === asserted) return action === 'approve';
    return on !== undefined && !isSettled(state, on) ? false : answers[leaf];
  });
  if (held === undefined) return undefined;
  return held ? 'pass' : 'retry';
}

/** What a document with a base case has people confirm, and what comes of it. */
export const ASSERTING = { assertions: assertionsIn, onceAsserted };
