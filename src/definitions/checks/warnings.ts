import { leavesOf } from '../../model/guard-tree.ts';
import { asksModel } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { listing } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import { edgesOf } from '../compile/edges.ts';
import { goalOf } from '../compile/graph-plan.ts';
import type { Definition, StepDefinition } from '../schema/definition.ts';
import { mergeModels } from '../schema/model.ts';
import { exhaustionOf } from '../schema/recovery.ts';
import type { Subject } from '../schema/subject.ts';

/** What a definition may say but its author may not mean. */
export function* warnOfPlan(definition: Definition, subject: Subject, defaultModel?: string): Generator<Issue> {
  yield* skippedGoals(definition);
  yield* blockedDependents(definition, subject);
  yield* signaturesAside(definition, subject);
  yield* missingModels(definition, defaultModel);
}

/** The goal does not wait for a skipped step, which leaves no artifact (R12). */
function* skippedGoals(definition: Definition): Generator<Issue> {
  const goal = goalOf(definition);
  for (const [index, step] of definition.steps.entries()) {
    const reason = skippedBy(definition, step);
    if (reason === undefined || !goal.includes(step.id)) continue;
    const pointer =
      definition.goal === undefined ? below('/steps', index) : below('/goal', definition.goal.indexOf(step.id));
    const detail = `The goal step "${step.id}" can be skipped (${reason}); the run would then complete without its artifact.`;
    yield { pointer, code: 'goal_can_be_skipped', detail };
  }
}

/** A step skipped without an artifact serves only those that name it in `optionalRequires` (R12, R34). */
function* blockedDependents(definition: Definition, { sketch, ids }: Subject): Generator<Issue> {
  const dependents = new Map<string, string[]>();
  for (const [index, step] of definition.steps.entries()) {
    const edges = sketch.steps[index];
    if (step.optional === true || edges === undefined) continue;
    for (const id of edgesOf(edges, ids).requires) dependents.set(id, [...(dependents.get(id) ?? []), step.id]);
  }
  for (const [index, step] of definition.steps.entries()) {
    const reason = skippedBy(definition, step);
    const waiting = dependents.get(step.id);
    if (reason === undefined || waiting === undefined) continue;
    const detail = `"${step.id}" can be skipped (${reason}), but ${waiting.join(', ')} could then never run; name it in optionalRequires.`;
    yield { pointer: below('/steps', index), code: 'skip_blocks_dependents', detail };
  }
}

/**
 * A step that only asks a person for a yes and that no other step waits for, while steps beside it begin from the same artifacts: they act
 * whatever the person says, since `goal` makes the run wait, not its steps (R61).
 */
function* signaturesAside(definition: Definition, { sketch, ids, groups }: Subject): Generator<Issue> {
  const needs = new Map(
    definition.steps.map(({ id }, index) => {
      const edges = sketch.steps[index];
      const { requires = [], optionalRequires = [] } = edges ? edgesOf(edges, ids) : {};
      return [id, [...requires, ...optionalRequires]];
    }),
  );
  const waitedFor = new Set([...needs.values()].flat());
  const choices = new Set(groups.flatMap((group) => group.choices.map(({ value }) => value)));
  for (const [index, step] of definition.steps.entries()) {
    if (!isSignature(step) || waitedFor.has(step.id) || choices.has(step.id)) continue;
    const own = new Set(needs.get(step.id));
    const beside = definition.steps.filter(
      (other) => other !== step && !isSignature(other) && needs.get(other.id)?.some((id) => own.has(id)) === true,
    );
    if (beside.length === 0) continue;
    const reason = skippedBy(definition, step);
    const field = reason === undefined ? 'requires' : 'optionalRequires';
    const why = reason === undefined ? '' : `: "${step.id}" can be left out (${reason})`;
    const detail = `No step waits for "${step.id}", which asks a person: ${listing(beside.map(({ id }) => id))} can begin before the answer, and go on after a no. Name it in ${field} of each step that must wait${why}.`;
    yield { pointer: below('/steps', index), code: 'nobody_waits', detail };
  }
}

/** Nothing is made but the answer of a person. */
function isSignature({ generator, guard }: StepDefinition): boolean {
  return generator.kind === 'fixed' && leavesOf(guard).some(({ use }) => use === 'human');
}

/** Steps that no model can be asked for, until the definition or the service names one. */
export function* missingModels(definition: Definition, defaultModel?: string): Generator<Issue> {
  for (const [index, step] of definition.steps.entries()) {
    if (!asksModel(step.generator.kind)) continue;
    if (mergeModels([definition.model, step.model], defaultModel).name !== undefined) continue;
    const detail = `"${step.id}" names no model, and neither do the definition and the service: a run cannot start until one of them does.`;
    yield { pointer: below('/steps', index), code: 'no_model', detail };
  }
}

function skippedBy(definition: Definition, step: StepDefinition): string | undefined {
  if (exhaustionOf(step, definition.defaults) === 'skip') {
    return step.recovery?.onExhausted === undefined && step.optional === true ? 'optional' : 'onExhausted: skip';
  }
  return step.when === undefined ? undefined : 'when';
}
