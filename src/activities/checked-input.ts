import { ApplicationFailure } from '@temporalio/activity';
import { z } from 'zod';

const id = z.string().min(1);
const count = z.int().min(0);
const events = z.array(z.looseObject({ type: id, seq: z.int().min(1), at: z.number() }));
const ids = z.record(z.string(), z.string());
const place = z.looseObject({ step: id, epoch: count, attempt: count });

const call = place.extend({
  runId: id,
  token: id,
  n: count,
  events,
  dependencies: ids,
  infraTimeout: z.number(),
  history: z.array(z.string()),
});
const generation = call.extend({ rung: count, injected: z.array(z.looseObject({})), warned: z.boolean() });
const turn = generation.extend({ iteration: count, maxAttempts: count });

const fire = z.looseObject({ schedule: z.looseObject({ tenant: id, id }), execution: id, at: z.number() });

/** What each activity of ours is handed, as far as it relies on it; further fields are let through, for workers of other versions. */
export const INPUTS = {
  generate: generation,
  evaluateWhen: z.looseObject({ runId: id, token: id, step: id, epoch: count, events, dependencies: ids }),
  runCode: generation,
  runCommand: generation,
  agentTurn: turn,
  agentEffect: turn.extend({ call: id }),
  evaluateGuard: call.extend({ artifactId: id, answers: z.array(z.looseObject({ leaf: id })) }),
  verifyBaseCase: z.looseObject({
    runId: id,
    seq: count,
    token: id,
    events,
    answers: z.record(z.string(), z.boolean()),
  }),
  flush: z.looseObject({ runId: id, events }),
  announceFire: fire,
  recallFire: fire,
  storeAmendment: z.looseObject({ runId: id, key: id, place, content: z.string() }),
  prepareRedirect: z.looseObject({ runId: id, key: id, by: z.string(), events }),
} as const satisfies Readonly<Record<string, z.ZodType>>;

/**
 * An activity that looks at its input before it does anything: whoever can reach our task queues can schedule it with anything (R116). What
 * it was not made for is refused once and not tried again.
 */
export function checked<Input, Output>(
  name: keyof typeof INPUTS,
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const read = INPUTS[name].safeParse(input);
    if (read.success) return work(input);
    const detail = `${name} was asked with an input that is not its own: ${z.prettifyError(read.error)}`;
    throw ApplicationFailure.nonRetryable(detail, 'InvalidInput');
  };
}
