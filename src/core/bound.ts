import { cascade, type DataGraph, dataGraph, type Standing, waitingFor } from '../model/graph.ts';

export interface BoundedStep {
  readonly id: string;
  /** Over every data edge (R64). */
  readonly dependsOn: readonly string[];
  /** Generations of one epoch: rMax + 1, or 1 for what is not retried (R1, R29). */
  readonly attempts: number;
  readonly eMax: number;
  /** How often a choice that needs it may be taken after it has failed for another one; none when left out. */
  readonly takenAgain?: number;
  /** Steps that it may send the run back to; without any, eMax counts as 0 (R26). */
  readonly targets: readonly string[];
}

/**
 * The halting bound (design 3.2, R26): Σᵢ attemptsᵢ · (1 + Σ eMaxⱼ), over the j that open i again by going back to their targets.
 * A step that cannot have begun while j still fails is opened again by none of j's backtracks. `standings`: names that stand for several of
 * the steps, each a step of its own here that generates nothing.
 */
export function haltingBound(steps: readonly BoundedStep[], standings: readonly Standing[] = []): number {
  const graph = dataGraph(steps);
  const epochs = new Map(steps.map(({ id, takenAgain = 0 }) => [id, 1 + takenAgain]));
  for (const step of steps) {
    for (const id of reopenedBy(graph, step, standings)) epochs.set(id, (epochs.get(id) ?? 1) + step.eMax);
  }
  return steps.reduce((sum, step) => sum + step.attempts * (epochs.get(step.id) ?? 1), 0);
}

/** The steps that one backtrack of `step` opens again at most. */
export function reopenedBy(
  graph: DataGraph,
  step: Pick<BoundedStep, 'id' | 'eMax' | 'targets'>,
  standings: readonly Standing[],
): ReadonlySet<string> {
  if (step.eMax === 0 || step.targets.length === 0) return new Set();
  const waiting = waitingFor(graph, step.id, standings);
  return new Set([...cascade(graph, step.targets)].filter((id) => !waiting.has(id)));
}
