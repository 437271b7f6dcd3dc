/** Two workers hand back one path (R105): whose results count already, and which verdicts wait for each other. */
import { artifactOf, isSettled } from '../../core/frontier.ts';
import { presentGraph } from '../../core/plan-graph.ts';
import { planOf } from '../../core/state/lookup.ts';
import { upstream } from '../../model/graph.ts';
import type { Plan } from '../../model/plan.ts';
import type { Call, RunState } from '../../model/run-state.ts';
import { choicesOf, isActive } from './branches.ts';

/** Accepted workers whose files another worker may not change: all that it does not build on, and that it could not stand for. */
export function rivalsOf(
  plan: Plan,
  state: RunState,
  step: string,
): readonly { readonly step: string; readonly digest: string }[] {
  if (planOf(plan, step).worker !== true) return [];
  const below = upstream(presentGraph(plan, state), step);
  return plan.steps.flatMap((other) => {
    const artifact = artifactOf(state, other.id);
    const counts = other.worker === true && other.id !== step && isSettled(state, other.id);
    if (!counts || !artifact || below.has(other.id)) return [];
    return isActive(plan, state, other) && !areAlternatives(plan, step, other.id)
      ? [{ step: other.id, digest: artifact.digest }]
      : [];
  });
}

/**
 * Whether the verdict on a worker waits for that on another one, which is being asked for: of two that are judged at the same moment
 * neither would know of the other. Which comes first says the log. Plans from before know no workers.
 */
export function waitsForVerdict(plan: Plan, call: Call, judged: readonly Call[]): boolean {
  if (!isOfWorker(plan, call)) return false;
  return judged.some((other) => isOfWorker(plan, other) && !areAlternatives(plan, call.step, other.step));
}

function isOfWorker(plan: Plan, { phase, step }: Call): boolean {
  return phase === 'guard' && plan.steps.find(({ id }) => id === step)?.worker === true;
}

/** They work for different choices of one group, of which only one will count. */
function areAlternatives(plan: Plan, one: string, other: string): boolean {
  const of = (id: string) => choicesOf(plan, planOf(plan, id));
  return of(one).some((choice) =>
    of(other).some((rival) => rival !== choice && planOf(plan, rival).orGroup === planOf(plan, choice).orGroup),
  );
}
