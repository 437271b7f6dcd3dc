import { ApplicationFailure } from '@temporalio/workflow';
import { PLAN_SCHEMA } from '../model/plan.ts';
import { STATE_SCHEMA } from '../model/run-state.ts';
import { UNKNOWN_SCHEMA } from '../ports/calls.ts';
import type { RunInput } from './messages.ts';
import { unreadableOf } from './payload-converter.ts';

/**
 * Fails the execution when what it is handed was made by code that shaped it in another way: read as if it were ours, it would fail
 * its workflow task again and again, or go wrong without a word.
 */
export function mustKnowSchema(input: RunInput): void {
  // Unlike a message it is our own: its task fails until a worker can read it (R92).
  const unreadable = unreadableOf(input);
  if (unreadable) throw new Error(`The run's input cannot be read; its encoding is "${unreadable.encoding}".`);
  const { plan, state } = input;
  mustBe('plan', plan.schema ?? 1, PLAN_SCHEMA);
  mustBe('state', state.schema, STATE_SCHEMA);
}

function mustBe(what: string, given: number, known: number): void {
  if (given === known) return;
  const message = `The run's ${what} is of schema ${given}; this worker knows ${known}. Run it on workers of the version that made it.`;
  throw ApplicationFailure.nonRetryable(message, UNKNOWN_SCHEMA, { what, given, known });
}
