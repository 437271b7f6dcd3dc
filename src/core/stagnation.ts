import type { Detector } from '../model/events/recovery.ts';
import type { RecoveryPlan } from '../model/plan.ts';
import type { Failure, StepState } from '../model/run-state.ts';

/** What the last rejection of a step means, in one answer, so that no detector can mute or pre-empt another (R16). */
export type Assessment =
  | { readonly kind: 'refine' }
  | { readonly kind: 'stagnant'; readonly detector: Detector; readonly isLast: boolean }
  | { readonly kind: 'exhausted' };

/**
 * Judges the failures of the current epoch (R5): go on, stagnant, or exhausted. On the last attempt stagnant wins over exhausted (R23). No
 * detector speaks while the progress measure moves within the failures that it looks at (R6).
 */
export function assess(
  policy: RecoveryPlan,
  state: Pick<StepState, 'failures' | 'window' | 'attempt' | 'allowed'>,
): Assessment {
  const isLast = state.attempt >= state.allowed;
  const detector = detectorOf(policy, state);
  if (detector !== undefined) return { kind: 'stagnant', detector, isLast };
  return { kind: isLast ? 'exhausted' : 'refine' };
}

function detectorOf(
  policy: RecoveryPlan,
  { failures, window }: Pick<StepState, 'failures' | 'window'>,
): Detector | undefined {
  const inWindow = failures.slice(window);
  const { patience, diffuseAfter } = policy;
  if (patience !== null && !moved(failures, patience)) {
    const stream = lastOfStream(inWindow, patience);
    if (stream && isRepetition(stream)) return 'repetition';
    if (stream && isSimilarity(stream, policy.similarity)) return 'similarity';
  }
  const isDiffuse = diffuseAfter !== undefined && inWindow.length >= diffuseAfter && !moved(failures, diffuseAfter);
  return isDiffuse ? 'diffuse' : undefined;
}

/** The last `patience` failures of the sub-guard that failed last: composites are split into streams (formal A.2 Def 6). */
function lastOfStream(failures: readonly Failure[], patience: number): readonly Failure[] | undefined {
  const guard = failures.at(-1)?.guard;
  const stream = failures.filter((failure) => failure.guard === guard).slice(-patience);
  return stream.length < patience ? undefined : stream;
}

function isRepetition(stream: readonly Failure[]): boolean {
  return stream.every(({ signature }) => signature === stream[0]?.signature);
}

/** Every pair, not only neighbours (R17); `alike` holds a failure's similarity to those before it in its stream, newest first. */
function isSimilarity(stream: readonly Failure[], similarity: number): boolean {
  return stream.every(
    ({ alike }, index) => alike.length >= index && alike.slice(0, index).every((value) => value >= similarity),
  );
}

/** R19: some attempt among the last `count` was better than the best before it in this epoch. */
function moved(failures: readonly Failure[], count: number): boolean {
  const first = failures.length - count;
  let best = Number.POSITIVE_INFINITY;
  return failures.some(({ progress }, index) => {
    const better = progress > best;
    best = index === 0 ? progress : Math.max(best, progress);
    return better && index >= first;
  });
}
