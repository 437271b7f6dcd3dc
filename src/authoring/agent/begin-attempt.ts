import { withPlainNumbers } from '../../text/exact-json.ts';
import { misfitOf } from '../exact-number.ts';
import { calling, PartFault } from '../part-refused.ts';
import { frozen, plainJson } from '../plain-json.ts';
import type { AgentContext, AnyAgent, AnyState } from './agent.ts';

/** The run's input as the agent takes it. Throws a `PartFault` with every problem where it does not fit. */
export function agentInput({ name, input }: AnyAgent, value: unknown): unknown {
  const given = withPlainNumbers(value);
  if (!input) return frozen(given);
  const parsed = calling('the input schema', () => input.safeParse(given));
  if (parsed.success) return frozen(parsed.data);
  throw new PartFault(`the run's input does not fit it (${name}).\n${misfitOf(parsed.error, given, ADVICE)}`);
}

const ADVICE = 'Send it as a text, or let the schema take it with `exactNumber`.';

/**
 * The state that an attempt begins with: the execution tier as it was left, or made when there is none, and an attempt tier of its
 * own. Throws `PartFault` when an initialiser breaks.
 */
export function beginAttempt(
  agent: AnyAgent,
  input: unknown,
  context: AgentContext,
  kept?: { readonly execution: unknown },
): AnyState {
  const seen = frozen(context);
  const execution = kept
    ? frozen(kept.execution)
    : made('initialExecutionState', () => agent.initialExecutionState?.(input, seen) ?? {});
  const attempt = made(
    'initialAttemptState',
    () => agent.initialAttemptState?.(input, execution, context.attempt, seen) ?? {},
  );
  return { execution, attempt };
}

function made(what: string, make: () => unknown): unknown {
  return calling(what, () => plainJson(make(), what));
}
