import { z } from 'zod';
import type { Issue } from '../../domain/catalogues.ts';
import { mergeBudgets } from '../../domain/definition/budgets.ts';
import { modelsNeeded } from '../../domain/definition/models-needed.ts';
import type { Event } from '../../domain/event.ts';
import type { Plan } from '../../domain/plan.ts';
import type { DefinitionVersion, RunRecord, RunRow } from '../../domain/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { invalid, Problem } from '../problem.ts';
import { EngineUnavailable } from '../run-client.ts';
import { mustFindDefinition, mustFindRun } from './lookups.ts';
import { mustOfferModels } from './offered-models.ts';
import { checkDocument, publishDefinition } from './publish-definition.ts';
import { type Asker, record } from './record.ts';
import { seedIssues, storeSeeds } from './seeds.ts';
import type { StartRequest } from './start-request.ts';
import { startStored } from './start-stored.ts';

export interface Started {
  readonly row: RunRow;
  readonly created: boolean;
}

/**
 * Starts a run: everything that can be refused is refused first, all at once; then the run is stored with its first event, and only
 * then started (R74). A server that dies in between does not matter: the run is stored and the sweep starts it.
 */
export async function startRun(context: ApiContext, request: StartRequest, asker: Asker): Promise<Started> {
  const { store } = context;
  const id = request.id ?? idFor(context, asker);
  const requestDigest = context.digestOfJson(request);
  const known = await store.runs.find(id);
  if (known) return sameAgain(known, requestDigest);
  await mustReachEngine(context);
  const source = await sourceOf(context, request, asker);
  await mustBeStartable(context, source, request);
  const run = await recordFor(context, { id, requestDigest, definition: await source.version(), request });
  const created = createdEvent(run, asker);
  const { existing } = await store.runs.create(run, created);
  if (existing) return sameAgain(existing, requestDigest);
  await record(store, asker, { action: 'run.start', subject: id });
  await startStored(context, run, created);
  return { row: await mustFindRun(store, id), created: true };
}

/** An `Idempotency-Key` fixes the id (api 1). */
function idFor({ digestOf, newId }: ApiContext, { idempotencyKey }: Asker): string {
  if (idempotencyKey === undefined) return newId('run_');
  return `run_${digestOf(`idempotency-key:${idempotencyKey}`).replace('sha256:', '').slice(0, 32)}`;
}

/** The same id again: the run when the request is the same, else a conflict (R56). */
function sameAgain(row: RunRow, requestDigest: string): Started {
  const { id, requestDigest: first } = row.record;
  if (first === requestDigest) return { row, created: false };
  throw new Problem(409, 'run_exists', `The run "${id}" exists and was started with another body.`, {
    facts: { runId: id },
  });
}

/** Asked before anything is stored, so that a start that cannot go on leaves nothing behind. */
async function mustReachEngine({ runs }: ApiContext): Promise<void> {
  const { server, detail } = await runs.health();
  if (!server) throw new EngineUnavailable('temporal', detail);
}

/** What a run is started from; `version` publishes an inline definition, once nothing else can be refused. */
interface Source {
  readonly document: unknown;
  readonly plan: Pick<Plan, 'steps'>;
  version(): Promise<DefinitionVersion>;
}

async function sourceOf(context: ApiContext, { workflow }: StartRequest, asker: Asker): Promise<Source> {
  const { name, version, definition: document } = workflow;
  if (name === undefined) {
    const { plan } = checkDocument(context, document, '/workflow/definition');
    return { document, plan, version: async () => (await publishDefinition(context, document, asker)).version };
  }
  const found = await mustFindDefinition(context.store, name, version);
  return { document: found.document, plan: found.plan, version: async () => found };
}

async function mustBeStartable(context: ApiContext, { document, plan }: Source, request: StartRequest): Promise<void> {
  const { input = {}, objective, artifacts } = request;
  const issues = [
    ...inputIssues(context, document, input),
    ...(objective === undefined ? [] : [NO_OBJECTIVE]),
    ...(await seedIssues(context, plan, artifacts)),
  ];
  if (issues.length > 0) throw invalid(issues);
  await mustOfferModels(context.models, modelsNeeded(document, plan, context.guards));
}

const NO_OBJECTIVE: Issue = {
  pointer: '/objective',
  code: 'not_supported',
  detail: 'A workflow of topology dag has no objective; use specification.',
};

const WithInput = z.object({ input: z.unknown() });

function inputIssues({ validateInput }: ApiContext, document: unknown, input: unknown): readonly Issue[] {
  const schema = WithInput.safeParse(document).data?.input;
  if (schema === undefined) return [];
  return validateInput(schema, input).map((issue) => ({ ...issue, pointer: `/input${issue.pointer}` }));
}

interface Parts {
  readonly id: string;
  readonly requestDigest: string;
  readonly definition: DefinitionVersion;
  readonly request: StartRequest;
}

async function recordFor(context: ApiContext, { id, requestDigest, definition, request }: Parts): Promise<RunRecord> {
  const { name, version, digest, topology } = definition;
  const { input = {}, specification, budgets, artifacts, tags = [] } = request;
  const identity = { name, version, digest };
  return {
    id,
    definition: identity,
    topology,
    input,
    ...(specification !== undefined && { specification }),
    tags: [...new Set(tags)],
    plan: { ...definition.plan, definition: identity, budgets: mergeBudgets(definition.plan.budgets, budgets) },
    seeds: await storeSeeds(context, artifacts),
    requestDigest,
    createdAt: context.now(),
  };
}

function createdEvent({ id, plan, createdAt }: RunRecord, { principal }: Asker): Event {
  const steps = plan.steps.map((step) => step.id);
  return { seq: 1, at: createdAt, type: 'run.created', runId: id, steps, budgets: plan.budgets, by: principal };
}
