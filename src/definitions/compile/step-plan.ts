import type { BoundedStep } from '../../core/bound.ts';
import { branchesOf, isLeaf, leafId, leavesOf } from '../../model/guard-tree.ts';
import { asksModel, type StepPlan, type StepTimeouts } from '../../model/plan.ts';
import { fieldOf } from '../../text/loose.ts';
import { programLimit, programTimeOf, runsProgram, timeAround } from '../checks/guard-programs.ts';
import { milliseconds } from '../parse/durations.ts';
import { PROPOSAL_GUARD } from '../redirects/proposal-guard.ts';
import { allowedAnswers } from '../schema/allow.ts';
import type { Definition, StepDefinition } from '../schema/definition.ts';
import { mergeModels } from '../schema/model.ts';
import { allowedBacktracksOf, attemptsOf, exhaustionOf } from '../schema/recovery.ts';
import { topologyDocuments } from '../topology-document.ts';
import type { Edges } from './edges.ts';
import { recoveryPlan } from './recovery-plan.ts';

/** The guard that asks a person. */
const HUMAN_GUARD = 'human';

const TIMEOUTS: StepTimeouts = { generate: 120_000, guard: 60_000, infra: 600_000 };

/** One step with its defaults written out. */
export function stepPlan(definition: Definition, step: StepDefinition, edges: Edges, defaultModel?: string): StepPlan {
  return {
    id: step.id,
    kind: step.generator.kind,
    ...edges,
    ...(step.guardArtifacts && { guardArtifacts: step.guardArtifacts }),
    attempts: attemptsOf(step.generator.kind, { ...definition.defaults, ...step.recovery }),
    onExhausted: exhaustionOf(step, definition.defaults),
    optional: step.optional ?? false,
    ...(step.approval === true && { approval: true }),
    ...allowOf(step),
    ...(step.when !== undefined && { conditional: true }),
    ...(step.role === 'probe' && { onInfeasible: 'escalate' as const }),
    ...(leavesOf(step.guard).some(({ use }) => isClarifying(use)) && { clarification: true }),
    resources: [...new Set(step.resources)],
    model: modelLabel(definition, step, defaultModel),
    guard: isLeaf(step.guard) ? leafId(step.guard) : branchesOf(step.guard).kind,
    ...(runsProgram(step.guard) && { runsProgram: true as const }),
    ...outsideOf(step),
    timeouts: timeoutsOf(step),
    recovery: recoveryPlan(step.generator.kind, { ...definition.defaults, ...step.recovery }),
  };
}

/** Which answers people may give about the step, by the question that each list is written for. */
function allowOf({ allow, generator, guard }: StepDefinition): Pick<StepPlan, 'allow'> {
  const asking = leavesOf(guard).filter(({ use }) => use === HUMAN_GUARD);
  const leaves = asking.flatMap((leaf) => {
    const list = allowedAnswers(fieldOf(leaf.with, 'allow'));
    return list ? [[leafId(leaf), list] as const] : [];
  });
  const approval = allowedAnswers(allow);
  const input = generator.kind === 'human' ? allowedAnswers(generator.allow) : undefined;
  if (!approval && !input && leaves.length === 0) return {};
  return {
    allow: {
      ...(approval && { approval }),
      ...(input && { input }),
      ...(leaves.length > 0 && { leaves: Object.fromEntries(leaves) }),
      ...(asking.length > 0 && { signs: true }),
    },
  };
}

/** What a step asks of somebody else's workers. */
function outsideOf({ generator, guard }: StepDefinition): Pick<StepPlan, 'outside'> {
  const made = generator.kind === 'external' ? namedBy(generator, 'generate') : [];
  const judged = leavesOf(guard).flatMap((leaf) => (leaf.use === 'external' ? namedBy(leaf.with, 'guard') : []));
  const outside = [...made, ...judged];
  return outside.length === 0 ? {} : { outside };
}

function namedBy(options: unknown, phase: 'generate' | 'guard'): NonNullable<StepPlan['outside']> {
  const [activity, queue] = [fieldOf(options, 'activity'), fieldOf(options, 'taskQueue')];
  return typeof activity === 'string' && typeof queue === 'string' ? [{ phase, activity, queue }] : [];
}

/** Whether a guard judges what a person's words mean, which any topology may have its own for. */
function isClarifying(guard: string): boolean {
  return (
    guard === PROPOSAL_GUARD ||
    topologyDocuments().some(({ clarifyingGuards = [] }) => clarifyingGuards.includes(guard))
  );
}

/** The steps as the bound sees them, in the plan's order. */
export function boundedSteps(definition: Definition, plans: readonly StepPlan[]): readonly BoundedStep[] {
  const written = new Map(definition.steps.map((step) => [step.id, step] as const));
  return plans.map((plan) => ({
    id: plan.id,
    dependsOn: [...plan.requires, ...plan.optionalRequires],
    attempts: plan.attempts,
    ...allowedBacktracksOf({ ...definition.defaults, ...written.get(plan.id)?.recovery }),
  }));
}

function modelLabel(definition: Definition, step: StepDefinition, defaultModel?: string): string {
  if (!asksModel(step.generator.kind)) return step.generator.kind;
  return mergeModels([definition.model, step.model], defaultModel).name ?? step.generator.kind;
}

/** What nobody has limited leaves room for the programs that it runs (R110). */
function timeoutsOf({ timeouts = {}, generator, guard: tree }: StepDefinition): StepTimeouts {
  const { generate, thinking, guard, infra } = timeouts;
  const decision = generator.kind === 'human' ? (generator.expiresIn ?? timeouts.decision) : timeouts.decision;
  const program = generator.kind === 'command' ? programLimit(generator.timeout) : 0;
  return {
    generate: generate === undefined ? timeAround(TIMEOUTS.generate, program) : milliseconds(generate),
    guard: guard === undefined ? timeAround(TIMEOUTS.guard, programTimeOf(tree)) : milliseconds(guard),
    infra: infra === undefined ? TIMEOUTS.infra : milliseconds(infra),
    ...(thinking !== undefined && { thinking: milliseconds(thinking) }),
    ...(decision !== undefined && { decision: milliseconds(decision) }),
  };
}

/** Of a step that the sketch could not read: none. */
export function edgesIn(edges: ReadonlyMap<string, Edges>, id: string): Edges {
  return edges.get(id) ?? { requires: [], optionalRequires: [] };
}
