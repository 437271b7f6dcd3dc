import type { Inherited } from '../../definitions/redirects/topology-requests.ts';
import { rulesOf } from '../../engine.ts';
import type { Event } from '../../model/event.ts';
import { RULES } from '../../model/events/run.ts';
import type { RunRecord, RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import { EngineUnavailable } from '../run-client.ts';
import { type Asker, entryOf } from './record.ts';
import { startFirst, startStored } from './start-stored.ts';

export interface Started {
  readonly row: RunRow;
  readonly created: boolean;
}

type Created = Extract<Event, { type: 'run.created' }>;

/** A wish for a run that is not there yet. */
export interface Order {
  readonly asker: Asker;
  /** What the audit row calls it. */
  readonly action: string;
  /** Given by the caller. */
  readonly id?: string;
  /** The same again is the same run; other content under the id is a conflict. */
  readonly request: unknown;
  /** To make it stores more than the run: so it is not made where the run exists already. */
  readonly makesMore: boolean;
}

/**
 * Stores a run with its first event and starts it. `make` refuses what can be refused, all at once; of a run that exists already its
 * refusals are not heard. A server that dies in between does not matter: what is stored the sweep starts (R74).
 */
export async function beginRun(
  context: ApiContext,
  { asker, action, id: given, request, makesMore }: Order,
  make: (facts: { readonly id: string; readonly requestDigest: string }) => Promise<RunRecord>,
  inherited: Inherited = {},
): Promise<Started> {
  const { store } = context;
  const id = given ?? idFor(context, asker);
  const requestDigest = context.digestOfJson(request);
  const isMine = given === undefined && asker.idempotencyKey === undefined;
  const find = async () => (isMine ? undefined : await store.runs.find(id));
  const known = makesMore ? await find() : undefined;
  if (known) return sameAgain(context, known, requestDigest);
  let run: RunRecord;
  try {
    await mustReachEngine(context);
    run = await make({ id, requestDigest });
  } catch (error) {
    const earlier = makesMore ? undefined : await find();
    if (earlier) return sameAgain(context, earlier, requestDigest);
    throw error;
  }
  const created: Event = { ...createdEvent(run, asker), ...inherited };
  const { row, existing } = await store.runs.create(run, created, entryOf(asker, { action, subject: id }));
  if (existing) return sameAgain(context, existing, requestDigest);
  await startStored(context, run, created);
  context.onBegun?.({ plan: run.plan, state: row.state });
  return { row, created: true };
}

/** An `Idempotency-Key` fixes the id (api 1). */
function idFor({ digestOf, newId }: ApiContext, { idempotencyKey }: Asker): string {
  if (idempotencyKey === undefined) return newId('run_');
  return `run_${digestOf(`idempotency-key:${idempotencyKey}`).replace('sha256:', '').slice(0, 32)}`;
}

/** The same id again: the run when the request is the same, started if a crash left it unstarted; else a conflict (R56). */
async function sameAgain(context: ApiContext, row: RunRow, requestDigest: string): Promise<Started> {
  const { id, requestDigest: first } = row.record;
  if (first === requestDigest) {
    if (row.state.seq === 1) await startFirst(context, row);
    return { row, created: false };
  }
  throw new Problem(409, 'run_exists', `The run "${id}" exists and was started with another body.`, {
    facts: { runId: id },
  });
}

/** Asked before anything is stored, so that a start that cannot go on leaves nothing behind. Throws `EngineUnavailable`. */
export async function mustReachEngine({ runs }: Pick<ApiContext, 'runs'>): Promise<void> {
  const { server, detail } = await runs.reach();
  if (!server) throw new EngineUnavailable('temporal', detail);
}

/** The first event of a run's log. */
export function createdEvent(
  { id, plan, revision, createdAt }: Pick<RunRecord, 'id' | 'plan' | 'revision' | 'createdAt'>,
  { principal }: Pick<Asker, 'principal'>,
): Created {
  const steps = plan.steps.map((step) => step.id);
  return {
    seq: 1,
    at: createdAt,
    type: 'run.created',
    runId: id,
    steps,
    budgets: plan.budgets,
    by: principal,
    rules: RULES,
    ...(revision !== undefined && { revision }),
    ...rulesOf(plan).created(plan),
    ...(plan.missing !== undefined && { unaligned: true }),
  };
}
