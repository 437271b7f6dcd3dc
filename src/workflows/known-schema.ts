import { ApplicationFailure } from '@temporalio/workflow';
import { type StoredState, unknownSchema } from '../engine.ts';
import { PLAN_SCHEMA } from '../model/plan.ts';
import { STATE_SCHEMA } from '../model/run-state.ts';
import { UNKNOWN_SCHEMA } from '../ports/calls.ts';
import type { RunInput } from './messages.ts';
import { unreadableOf } from './payload-converter.ts';

/** Schemas of plans that say less and are gone by as they are. */
const OLDER_PLANS: readonly number[] = [1];

/** Schemas of states that are read as if they were of today's (`core/state/upgrade.ts`). */
const OLDER_STATES: readonly number[] = [1] satisfies readonly StoredState['schema'][];

/**
 * Refuses an input that was made by code that shaped it in another way: read as if it were ours, it would go wrong without a word. What
 * newer code has made fails the workflow task, until a worker of that version takes it (R92); what nobody knows fails the execution.
 */
export function mustKnowSchema(input: RunInput): void {
  // Unlike a message it is our own: its task fails until a worker can read it (R92).
  const unreadable = unreadableOf(input);
  if (unreadable) throw new Error(`The run's input cannot be read; its encoding is "${unreadable.encoding}".`);
  const { plan, state } = input;
  const { schema = 1 } = plan;
  if (!OLDER_PLANS.includes(schema)) mustBe('plan', schema, PLAN_SCHEMA);
  if (!OLDER_STATES.includes(state.schema)) mustBe('state', state.schema, STATE_SCHEMA);
}

function mustBe(what: string, given: number, known: number): void {
  if (given === known) return;
  const message = unknownSchema(what, given, known);
  if (given > known) throw new Error(message);
  throw ApplicationFailure.nonRetryable(message, UNKNOWN_SCHEMA, { what, given, known });
}
