import { z } from 'zod';
import { type Document, revisable, stepsOf } from '../../definitions/redirects/revision.ts';
import { type ModelDefinition, mergeModels, modelSchema } from '../../definitions/schema/model.ts';
import { fieldsOf, planGraph, planOf, stateOf, withSeeds } from '../../engine.ts';
import { cascade } from '../../model/graph.ts';
import { asksModel, clarificationsIn, type Plan } from '../../model/plan.ts';
import type { RunState } from '../../model/run-state.ts';
import type { Issue } from '../../ports/catalogues.ts';
import type { RunRecord, RunRow } from '../../ports/store/runs.ts';
import { listing } from '../../text/nearest.ts';
import { groupsFrom, isBroughtAlong } from '../../topologies/and-or/fork.ts';
import { isMachine } from '../../topologies/machine/document/document.ts';
import { checkDocument } from '../definitions/publish-definition.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid } from '../http/problem.ts';
import { component } from '../reference/components.ts';
import { beginRun, type Started } from '../runs/begin-run.ts';
import { mustFindRun } from '../runs/lookups.ts';
import type { Asker } from '../runs/record.ts';
import { mustBeServable } from '../runs/servable.ts';
import { beginningOf, withModelOfSteps } from './fork-machine.ts';

/** The body of a fork (api 1). */
export const ForkRequest = component(
  'ForkRun',
  z.strictObject({
    fromStep: z
      .string()
      .optional()
      .describe('the first step that is made again, with all that depends on it; not of a state machine'),
    fromTurn: z
      .int()
      .min(1)
      .optional()
      .describe('of a state machine: the turn that is taken again, the present one when left out'),
    specification: z.string().optional(),
    constraints: z.string().optional(),
    model: modelSchema.optional().describe('merges over the model of every step that is made again'),
  }),
);
type ForkRequest = z.output<typeof ForkRequest>;

/**
 * A new run that takes over what does not depend on `fromStep`, every accepted artifact by digest and every step that was waived, and
 * makes the rest again; of a machine one that takes a turn again, with what it began with (R89). Throws 404 for an unknown run, 422 for an unknown step or a change that no definition may hold.
 */
export async function forkRun(context: ApiContext, id: string, request: ForkRequest, asker: Asker): Promise<Started> {
  const origin = await mustFindRun(context.store, id);
  const issues = [...(origin.record.plan.machine ? notOfMachine(origin, request) : unknownStep(origin, request))];
  if (issues.length > 0) throw invalid(issues);
  const turn = request.fromTurn ?? origin.state.machine?.turn ?? 0;
  const machine = await beginningOf(context.store, origin, turn);
  const order = { asker, action: 'run.fork', request: { fork: id, ...request } };
  const { decompositions = [] } = origin.state.search ?? {};
  const inherited = { ...(decompositions.length > 0 && { decompositions }), ...(machine && { machine }) };
  return beginRun(context, order, (facts) => recordFor(context, origin, request, facts), inherited);
}

function notOfMachine({ state }: RunRow, { fromStep, fromTurn = 0 }: ForkRequest): readonly Issue[] {
  const { turn = 0 } = state.machine ?? {};
  if (fromStep !== undefined) {
    const detail = 'A state machine has no upstream that a fork could take over; give the turn that is taken again.';
    return [{ pointer: '/fromStep', code: 'not_supported', detail }];
  }
  if (fromTurn <= turn) return [];
  return [{ pointer: '/fromTurn', code: 'unknown_turn', detail: `The run has begun ${turn} turns.` }];
}

function unknownStep({ record: { plan } }: RunRow, { fromStep, fromTurn }: ForkRequest): readonly Issue[] {
  if (fromTurn !== undefined)
    return [{ pointer: '/fromTurn', code: 'not_supported', detail: 'Only a state machine has turns; give fromStep.' }];
  if (fromStep === undefined)
    return [{ pointer: '/fromStep', code: 'required', detail: 'Name the first step that is made again.' }];
  const ids = plan.steps.filter(({ clarification }) => clarification !== true).map((step) => step.id);
  if (ids.includes(fromStep)) return [];
  const there = ids.length > 0 ? `, but ${listing(ids)}` : '; it has no steps yet';
  const detail = `The run has no step "${fromStep}"${there}.`;
  return [{ pointer: '/fromStep', code: 'unknown_step', detail }];
}

async function recordFor(
  context: ApiContext,
  { record, state }: RunRow,
  request: ForkRequest,
  facts: { readonly id: string; readonly requestDigest: string },
): Promise<RunRecord> {
  const { store, digestOfJson, now } = context;
  const { fromStep = '' } = request;
  const ofMachine = record.plan.machine !== undefined;
  const again = cascade(planGraph(record.plan), [fromStep]);
  // What a redirect of the origin means is for the origin to find out.
  const asked = clarificationsIn(record.plan);
  const before = revisable(record, await store.revisions.document(record.id), asked);
  const document = changed(before, request, again);
  const { plan: compiled } = checkDocument(context, document);
  const { specification: _, revision: __, ...kept } = record;
  const reused = (ofMachine ? [] : record.plan.steps)
    .map(({ id }) => id)
    .filter((id) => !again.has(id) && !asked.has(id) && isBroughtAlong(record.plan, state, id, fromStep));
  const seeds = reused.flatMap((id) => {
    const { artifact } = stateOf(state, id);
    return artifact === undefined ? [] : [[id, artifact.id] as const];
  });
  const waived = reused.filter((id) => staysWaived(record.plan, state, id));
  const plan = withSeeds(
    {
      ...compiled,
      definition: record.definition,
      budgets: state.budgets,
      ...(compiled.groups && { groups: groupsFrom(record.plan, state, fromStep) }),
    },
    [...seeds.map(([id]) => id), ...waived],
  );
  await mustBeServable(context, { document, plan }, '');
  const digest = digestOfJson(document);
  const isRevised = digest !== record.definition.digest;
  if (isRevised) await store.revisions.save(facts.id, { digest, document, plan });
  return {
    ...kept,
    ...facts,
    plan,
    seeds: Object.fromEntries(seeds),
    waived,
    forkedFrom: {
      runId: record.id,
      ...(ofMachine ? { fromTurn: request.fromTurn ?? state.machine?.turn ?? 0 } : { fromStep }),
      changed: CHANGES.filter((name) => request[name] !== undefined),
    },
    ...(isRevised && { revision: digest }),
    createdAt: now(),
  };
}

/** But for a choice, or what comes before a step of its own: skipped without an artifact, they would take the choice or the step along. */
function staysWaived(plan: Plan, state: RunState, step: string): boolean {
  const { sigma, artifact } = stateOf(state, step);
  const { orGroup, companionOf } = planOf(plan, step);
  return sigma === 'waived' && (artifact !== undefined || (orGroup === undefined && companionOf === undefined));
}

const CHANGES = ['specification', 'constraints', 'model'] as const;

/** What the fork goes by: its origin's document with what the request says over it. */
function changed(
  document: Document,
  { specification, constraints, model }: ForkRequest,
  again: ReadonlySet<string>,
): Document {
  const said = {
    ...document,
    ...(specification !== undefined && { specification }),
    ...(constraints !== undefined && { constraints }),
  };
  if (isMachine(document)) return model === undefined ? said : withModelOfSteps(said, model);
  return {
    ...said,
    ...(model !== undefined && { steps: stepsOf(document).map((step) => withModel(step, model, again)) }),
  };
}

function withModel(step: unknown, model: ModelDefinition, again: ReadonlySet<string>): unknown {
  const fields = fieldsOf(step);
  const { id, generator, model: own } = fields;
  if (!again.has(String(id)) || !asksModel(String(fieldsOf(generator)['kind']))) return step;
  return { ...fields, model: mergeModels([modelSchema.optional().parse(own), model]) };
}
