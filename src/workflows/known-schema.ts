import { ApplicationFailure } from '@temporalio/workflow';
import { UNKNOWN_SCHEMA } from '../domain/calls.ts';
import { PLAN_SCHEMA } from '../domain/plan.ts';
import { STATE_SCHEMA } from '../domain/run-state.ts';
import type { RunInput } from './messages.ts';

/**
 * Fails the execution when what it is handed was made by code that shaped it in another way: read as if it were ours, it would fail
 * its workflow task again and again, or go wrong without a word.
 */
export function mustKnowSchema({ plan, state }: RunInput): void {
  mustBe('plan', plan.schema ?? 1, PLAN_SCHEMA);
  mustBe('state', state.schema, STATE_SCHEMA);
}

function mustBe(what: string, given: number, known: number): void {
  if (given === known) return;
  const message = `The run's ${what} is of schema ${given}; this worker knows ${known}. Run it on workers of the version that made it.`;
  throw ApplicationFailure.nonRetryable(message, UNKNOWN_SCHEMA, { what, given, known });
}
