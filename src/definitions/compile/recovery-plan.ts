import { DEFAULT_RECOVERY, type RecoveryPlan } from '../../model/plan.ts';
import { mergeModels } from '../schema/model.ts';
import { allowedBacktracksOf, DEFAULT_R_MAX, isMadeOnce, type RecoveryDefinition } from '../schema/recovery.ts';

const DEFAULT_PATIENCE = 2;
const DEFAULT_SIMILARITY = 0.7;

/** The policies of a step with its defaults written out (R17, R20, R59, R66). What is not retried cannot stagnate (R29). */
export function recoveryPlan(kind: string, recovery: RecoveryDefinition): Partial<RecoveryPlan> {
  const {
    similarity = DEFAULT_SIMILARITY,
    metric = 'shingles',
    onStagnation = 'warn',
    diffuseAfter,
    ladder,
  } = recovery;
  return withoutDefaults({
    patience: isMadeOnce(kind) ? null : patienceOf(recovery),
    similarity: Math.round(similarity * 1_000),
    metric,
    eMax: allowedBacktracksOf(recovery).eMax,
    targets: recovery.backtrackTo ?? [],
    targetsByGuard: recovery.backtrackByGuard ?? {},
    onStagnation,
    ...(diffuseAfter !== undefined && { diffuseAfter }),
    ladder: (ladder ?? []).map((rung, index) => mergeModels([rung]).name ?? `rung ${index + 1}`),
  });
}

function withoutDefaults(plan: RecoveryPlan): Partial<RecoveryPlan> {
  const defaults: Readonly<Record<string, unknown>> = { ...DEFAULT_RECOVERY };
  return Object.fromEntries(
    Object.entries(plan).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key])),
  );
}

/** Unset: 2 where rMax is at least 3, else off. */
function patienceOf({ rPatience, rMax = DEFAULT_R_MAX }: RecoveryDefinition): number | null {
  if (rPatience !== undefined) return rPatience;
  return rMax >= 3 ? DEFAULT_PATIENCE : null;
}
