import { z } from 'zod';
import type { ExhaustionPolicy } from '../../model/plan.ts';
import { EXHAUSTION_POLICIES } from '../../model/plan.ts';
import { closed } from '../compile/closed.ts';
import { modelSchema } from './model.ts';

const targets = z.array(z.string());

/** Policies that `defaults` may set for every step. */
const policies = {
  rMax: z.int().min(0).max(100).describe('Retries after the first try; 3 when left out.').exactOptional(),
  rPatience: z
    .int()
    .nullable()
    .describe(
      'How many alike rejections in a row mean stagnation: above 1 and below rMax. null: off. 2 when left out and rMax is at least 3.',
    )
    .exactOptional(),
  similarity: z
    .number()
    .min(0)
    .max(1)
    .describe('From which similarity on two rejections are alike; 0.7 when left out.')
    .exactOptional(),
  metric: z.enum(['shingles', 'difflib']).describe('How the similarity of two rejections is measured.').exactOptional(),
  eMax: z
    .int()
    .min(0)
    .max(100)
    .describe('How often the step may send the run back upstream; 1 when left out.')
    .exactOptional(),
  onExhausted: z
    .enum(EXHAUSTION_POLICIES)
    .describe(
      'When all attempts are used up: ask a person (default), go back upstream, fail the run, or skip the step (default of optional steps).',
    )
    .exactOptional(),
  onStagnation: z
    .enum(['warn', 'escalate', 'fail'])
    .describe(
      'On stagnation with nowhere to go back to: tell the model to change its approach (default), ask a person, or fail the run.',
    )
    .exactOptional(),
  diffuseAfter: z
    .int()
    .min(2)
    .max(100)
    .describe('After how many varied rejections without progress the step counts as stagnant; off when left out.')
    .exactOptional(),
  ladder: z
    .array(modelSchema)
    .min(1)
    .describe('Models to climb on stagnation; the step starts on the first.')
    .exactOptional(),
};

export const defaultsSchema = closed(policies).meta({
  description: 'Recovery policies of every step that writes no other.',
});

export const recoverySchema = closed({
  ...policies,
  backtrackTo: targets
    .describe(
      'Upstream steps to run again on stagnation, and with onExhausted: backtrack when all attempts are used up; everything that depends on them runs again too.',
    )
    .exactOptional(),
  backtrackByGuard: z
    .record(z.string(), targets)
    .describe('Other targets for rejections by one guard: id of a guard leaf, or generator-validation, to step ids.')
    .exactOptional(),
  repair: z
    .enum(['fields'])
    .describe(
      'fields: after a rejection that names JSON pointers, the model is asked for new values of these places only, and the rest of its answer stays. Only for a model whose output has format json; the whole answer is asked for when left out.',
    )
    .exactOptional(),
}).meta({ id: 'RecoveryDefinition', description: 'What happens when attempts of the step are rejected.' });

export type RecoveryPolicies = z.infer<typeof defaultsSchema>;
export type RecoveryDefinition = z.infer<typeof recoverySchema>;

export const DEFAULT_R_MAX = 3;
const DEFAULT_E_MAX = 1;

/** What makes the same artifact again, or waits for a person: not retried (R29). */
export function isMadeOnce(kind: string | undefined): boolean {
  return kind === 'fixed' || kind === 'code' || kind === 'human';
}

/** The attempts of one epoch (R1); a generator that is not retried has one (R29). */
export function attemptsOf(kind: string, recovery: RecoveryPolicies): number {
  return isMadeOnce(kind) ? 1 : (recovery.rMax ?? DEFAULT_R_MAX) + 1;
}

/** How often a step may go back upstream, and where to at most; without targets never (R26). */
export function allowedBacktracksOf(recovery: RecoveryDefinition): {
  readonly eMax: number;
  readonly targets: readonly string[];
} {
  const all = [recovery.backtrackTo ?? [], ...Object.values(recovery.backtrackByGuard ?? {})].flat();
  return { eMax: all.length === 0 ? 0 : (recovery.eMax ?? DEFAULT_E_MAX), targets: [...new Set(all)] };
}

/** What the step writes, else skip for an optional one (R34), else what `defaults` writes, else escalate (R4). */
export function exhaustionOf(
  step: { readonly optional?: boolean; readonly recovery?: RecoveryPolicies },
  defaults: RecoveryPolicies = {},
): ExhaustionPolicy {
  return step.recovery?.onExhausted ?? (step.optional === true ? 'skip' : (defaults.onExhausted ?? 'escalate'));
}
