import { isDeepStrictEqual } from 'node:util';
import type { EvaluateGuardInput } from '../domain/calls.ts';
import type { GuardDesk } from '../domain/guard-desk.ts';
import { leavesOf } from '../domain/guard-tree.ts';
import type { Guard, GuardAnswer } from '../guards/guard.ts';
import type { GuardRegistry } from '../guards/registry.ts';
import { definitionOf } from './definitions.ts';
import { guardContextOf } from './guard-context.ts';

interface JudgedLeaf {
  readonly use: string;
  /** As its guard has parsed them. */
  readonly options: unknown;
}

/** Answers one judged leaf of a call's guard tree. Throws what the guard throws. */
export type LeafJudge = (call: EvaluateGuardInput, leaf: JudgedLeaf, signal: AbortSignal) => Promise<GuardAnswer>;

/** The step of the call has no such leaf: whoever asks wants a model for something else. */
export class NoSuchLeaf extends Error {
  override readonly name = 'NoSuchLeaf';
}

/**
 * For a process that reaches models, on behalf of those that do not: what a model is asked follows from what is stored, not from who
 * asks.
 */
export function createLeafJudge({
  desk,
  guards,
}: {
  readonly desk: Pick<GuardDesk, 'open'>;
  readonly guards: Pick<GuardRegistry, 'find'>;
}): LeafJudge {
  return async (call, { use, options }, signal) => {
    const guard = guards.find(use);
    const material = await desk.open({ ...call, events: [] });
    const { step } = definitionOf(material, call.step);
    const isAsked = leavesOf(step.guard).some((leaf) => {
      const own = leaf.use === use ? guard?.options.safeParse(leaf.with ?? {}) : undefined;
      return own?.success === true && isDeepStrictEqual(own.data, options);
    });
    if (guard?.nature !== 'judged' || !isAsked) throw new NoSuchLeaf(`${call.step} has no such leaf`);
    return guard.evaluate(options, guardContextOf(call, material, signal));
  };
}

/** The same guards, with the judged ones answered by somebody else. */
export function judgedElsewhere(
  guards: Pick<GuardRegistry, 'find'>,
  judge: LeafJudge,
  call: EvaluateGuardInput,
): Pick<GuardRegistry, 'find'> {
  const elsewhere = (guard: Guard): Guard => ({
    ...guard,
    evaluate: (options, { signal }) => judge(call, { use: guard.name, options }, signal),
  });
  return {
    find(name) {
      const guard = guards.find(name);
      return guard?.nature === 'judged' ? elsewhere(guard) : guard;
    },
  };
}
