import { z } from 'zod';
import { type Document, revisable } from '../../definitions/redirects/revision.ts';
import { topologyRequestsOf } from '../../definitions/redirects/topology-requests.ts';
import { modelSchema } from '../../definitions/schema/model.ts';
import { evolve, planOf, raisedBound, remainingBound, stateOf, withSeeds } from '../../engine.ts';
import { clarificationsIn, type Plan } from '../../model/plan.ts';
import { INITIAL, type RunState } from '../../model/run-state.ts';
import type { RunRecord, RunRow } from '../../ports/store/runs.ts';
import { cappedRun } from '../definitions/priced-models.ts';
import { checkDocument } from '../definitions/publish-definition.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid } from '../http/problem.ts';
import { component } from '../reference/components.ts';
import { beginRun, createdEvent, type Started } from '../runs/begin-run.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { mustBeCurrent } from '../runs/open-run.ts';
import type { Asker } from '../runs/record.ts';
import { mustBeServable } from '../runs/servable.ts';
import { runIn } from '../runs/told-run.ts';
import type { PreviewView } from './preview.ts';

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
 * makes the rest again; of a machine one that takes a turn again, with what it began with (R89). Throws 404 for an unknown run, 412 when
 * `ifMatch` is stale, 422 for an unknown step or a change that no definition may hold.
 */
export async function forkRun(
  context: ApiContext,
  id: string,
  request: ForkRequest,
  ifMatch: string | undefined,
  asker: Asker,
): Promise<Started> {
  const origin = await mustFindRun(context.store, id);
  const { fork } = topologyRequestsOf(origin.record.plan.topology);
  const issues = [...fork.issues(runIn(origin), request)];
  if (issues.length > 0) throw invalid(issues);
  const inherited = await fork.inherited(origin, request, context.store.events);
  const order = { asker, action: 'run.fork', request: { fork: id, ...request }, makesMore: true };
  return beginRun(
    context,
    order,
    (facts) => {
      mustBeAsSeen(context, origin, ifMatch);
      return recordFor(context, origin, request, facts);
    },
    inherited,
  );
}

/** What `forkRun` would do, with nothing stored or begun. Throws as it does. */
export async function previewFork(
  context: ApiContext,
  id: string,
  request: ForkRequest,
  ifMatch: string | undefined,
): Promise<PreviewView> {
  const origin = await mustFindRun(context.store, id);
  mustBeAsSeen(context, origin, ifMatch);
  const run = runIn(origin);
  const { fork } = topologyRequestsOf(origin.record.plan.topology);
  const issues = [...fork.issues(run, request)];
  if (issues.length > 0) throw invalid(issues);
  const { record } = await draftFor(context, origin, request, { id: 'run_preview', requestDigest: '' });
  const inherited = await fork.inherited(origin, request, context.store.events);
  const state = evolve(INITIAL, { ...createdEvent(record, { principal: '' }), ...inherited });
  const keeps = [...fork.kept(run, request)];
  const begun = run.plan.steps.filter((step) => stateOf(run.state, step.id).epoch > 0).map((step) => step.id);
  return {
    wouldReset: begun.filter((step) => !keeps.includes(step)),
    keeps,
    cutsShort: [],
    finishes: [],
    boundBefore: raisedBound(run.plan, run.state),
    boundAfter: raisedBound(record.plan, state),
    generations: remainingBound(record.plan, state),
    endsRun: 'no',
    consequence: 'Another run is begun, which makes these steps again; this one stays as it is.',
    warnings: [],
    revision: run.state.seq,
  };
}

/** A fork changes nothing of its origin: which state is meant may be left out, whatever the server asks of changes. */
function mustBeAsSeen(context: ApiContext, origin: RunRow, ifMatch: string | undefined): void {
  if (ifMatch !== undefined) mustBeCurrent(context, origin, ifMatch);
}

async function recordFor(
  context: ApiContext,
  origin: RunRow,
  request: ForkRequest,
  facts: { readonly id: string; readonly requestDigest: string },
): Promise<RunRecord> {
  const { record, revision } = await draftFor(context, origin, request, facts);
  if (revision) await context.store.revisions.save(facts.id, revision);
  return record;
}

/** Stores nothing. `revision`: what the fork goes by, where that is not its origin's definition. */
async function draftFor(
  context: ApiContext,
  origin: RunRow,
  request: ForkRequest,
  facts: { readonly id: string; readonly requestDigest: string },
) {
  const { store, digestOfJson, now } = context;
  const { record, state } = origin;
  const run = runIn(origin);
  const { fork } = topologyRequestsOf(record.plan.topology);
  // What a redirect of the origin means is for the origin to find out.
  const asked = clarificationsIn(record.plan);
  const before = revisable(record, await store.revisions.document(record), asked);
  const said = changed(before, request);
  const { model } = request;
  const document = model === undefined ? said : fork.withModel(run, request, said, model);
  const { plan: compiled } = checkDocument(context, document);
  const { specification: _, revision: __, ...kept } = record;
  const reused = fork.kept(run, request);
  const seeds = reused.flatMap((id) => {
    const { artifact } = stateOf(state, id);
    return artifact === undefined ? [] : [[id, artifact.id] as const];
  });
  const waived = reused.filter((id) => staysWaived(record.plan, state, id));
  const plan = withSeeds(
    fork.planned(run, request, { ...compiled, definition: record.definition, budgets: state.budgets }),
    [...seeds.map(([step]) => step), ...waived],
  );
  await mustBeServable(context, { document, plan }, cappedRun(record), '');
  const digest = digestOfJson(document);
  const isRevised = digest !== record.definition.digest;
  const made: RunRecord = {
    ...kept,
    ...facts,
    plan,
    seeds: Object.fromEntries(seeds),
    waived,
    forkedFrom: {
      runId: record.id,
      ...fork.place(run, request),
      changed: CHANGES.filter((name) => request[name] !== undefined),
    },
    ...(isRevised && { revision: digest }),
    createdAt: now(),
  };
  return { record: made, revision: isRevised ? { digest, document, plan } : undefined };
}

/** But for a choice, or what comes before a step of its own: skipped without an artifact, they would take the choice or the step along. */
function staysWaived(plan: Plan, state: RunState, step: string): boolean {
  const { sigma, artifact } = stateOf(state, step);
  const { orGroup, companionOf } = planOf(plan, step);
  return sigma === 'waived' && (artifact !== undefined || (orGroup === undefined && companionOf === undefined));
}

const CHANGES = ['specification', 'constraints', 'model'] as const;

/** Its origin's document with what the request says over it. */
function changed(document: Document, { specification, constraints }: ForkRequest): Document {
  return {
    ...document,
    ...(specification !== undefined && { specification }),
    ...(constraints !== undefined && { constraints }),
  };
}
