import { Context } from '@temporalio/activity';
import type { Gate } from '../../ports/gate.ts';

/**
 * An activity that is begun while the store is silent begins its work when the store answers again (R99), or is cancelled while it waits: so it
 * needs no other try, which would come late.
 */
export function whenOpen<Input, Output>(
  work: (input: Input) => Promise<Output>,
  gate: Pick<Gate, 'isOpen' | 'opened'> | undefined,
): (input: Input) => Promise<Output> {
  return async (input) => {
    if (gate && !gate.isOpen()) await Promise.race([gate.opened(), Context.current().cancelled]);
    return work(input);
  };
}
