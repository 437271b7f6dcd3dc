/** Which steps may run now, and whether the goal is reached (formal A.2 Def 3 and 5, R12, R61). */

import { standIn } from '../model/own-state.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { RunState, StepState } from '../model/run-state.ts';
import { planOf, stateOf } from './state/lookup.ts';

/** ρ: everything required has an accepted artifact, everything optional is settled. */
export function isReady(state: RunState, step: StepPlan): boolean {
  return (
    step.requires.every((id) => hasArtifact(state, id) && !isDoubted(state, id)) &&
    step.optionalRequires.every((id) => isSettled(state, id) && !isDoubted(state, id))
  );
}

/** A person is asked whether to go on although a probe found that it cannot be done (R91). */
function isDoubted(state: RunState, id: string): boolean {
  const { escalation } = stateOf(state, standIn(state, id));
  return escalation !== undefined && state.escalations[escalation]?.kind === 'infeasible';
}

/** The goal does not wait for a waived step (R12). */
export function goalMet(plan: Plan, state: RunState): boolean {
  return plan.goal.every((id) => isSettled(state, id));
}

/** Satisfied, or waived with an artifact: what dependents may be served with (R12). */
function hasArtifact(state: RunState, id: string): boolean {
  return isSettled(state, id) && artifactOf(state, id) !== undefined;
}

/** Satisfied or waived; of a group, the choice that won. */
export function isSettled(state: RunState, id: string): boolean {
  const { sigma } = stateOf(state, standIn(state, id));
  return sigma === 'satisfied' || sigma === 'waived';
}

/** What the step serves its dependents with; of a group, what the choice that won serves. */
export function artifactOf(state: RunState, id: string): StepState['artifact'] {
  return stateOf(state, standIn(state, id)).artifact;
}

/** The steps that wait for what a probe finds: the step that it prepares, else those that require it; none that is settled. */
export function stepsAwaitingProbe(plan: Plan, state: RunState, probe: string): readonly string[] {
  const { companionOf } = planOf(plan, probe);
  const found =
    companionOf === undefined
      ? plan.steps.filter(({ requires }) => requires.includes(probe)).map(({ id }) => id)
      : [companionOf];
  return found.filter((id) => !isSettled(state, id));
}

/** Whether the step only prepares another one, which is settled already. */
export function isNeedless(state: RunState, { companionOf }: StepPlan): boolean {
  return companionOf !== undefined && isSettled(state, companionOf);
}

/** Ids of the steps that are left to do, in the plan's order: none that finds out what words mean, or that the run does without. */
export function stepsLeft({ plan, state }: Run): readonly string[] {
  return plan.steps.flatMap((step) =>
    isSettled(state, step.id) || step.clarification === true || isNeedless(state, step) ? [] : [step.id],
  );
}

/** The accepted artifacts that a step's calls are given: step id → artifact id. */
export function dependenciesOf(plan: Plan, state: RunState, step: string): Readonly<Record<string, string>> {
  return givenTo(planOf(plan, step), state);
}

/** The accepted artifacts that a step's calls are given, for a step that may have left the plan since: step id → artifact id. */
export function givenTo({ requires, optionalRequires }: StepPlan, state: RunState): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...requires, ...optionalRequires].flatMap((id) => {
      const artifact = artifactOf(state, id);
      return artifact ? [[id, artifact.id]] : [];
    }),
  );
}

/** Dependencies of a step that serve it with nothing because they are waived, each with the reason; of a group, of the choice that won. */
export function absentFor(plan: Plan, state: RunState, step: string): Readonly<Record<string, string>> {
  const { requires, optionalRequires } = planOf(plan, step);
  return Object.fromEntries(
    [...requires, ...optionalRequires].flatMap((id) => {
      const { artifact, waived } = stateOf(state, standIn(state, id));
      return artifact === undefined && waived ? [[id, waived.reason]] : [];
    }),
  );
}
