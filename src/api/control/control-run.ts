import { Refused, type Request, type ResumeRequest } from '../../model/input.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { ApiContext } from '../dependencies.ts';
import { CLOSED, waitUntil } from '../http/waiting.ts';
import { closeKilled } from '../runs/close-abandoned.ts';
import { carried } from '../runs/long-text.ts';
import { mustFindRun } from '../runs/lookups.ts';
import { isOver, LOG_LAG, runNotOpen } from '../runs/open-run.ts';
import { type Asker, record } from '../runs/record.ts';
import { type Answer, sendRequest } from '../runs/send-request.ts';
import { executionOf } from '../runs/start-stored.ts';

export interface Controlled {
  readonly row: RunRow;
  readonly changed: boolean;
}

type Verb = Extract<Request, { kind: 'stop' | 'pause' | 'resume' | 'terminate' }>;
/** What a caller says beside the verb. */
type Said<Kind extends Verb['kind']> = Omit<Extract<Verb, { kind: Kind }>, 'by'>;

/** Asks a run to stop, or to end for good. On a run that has ended nothing changes (api 3). */
export async function endRun(
  context: ApiContext,
  id: string,
  said: Said<'stop'> | Said<'terminate'>,
  asker: Asker,
): Promise<Controlled> {
  const before = await mustFindRun(context.store, id);
  // One that was stopped may have been resumed by an execution that has not written so yet.
  if (isClosed(before.state) && before.state.life.status !== 'stopped') return { row: before, changed: false };
  const request = await signed(context, said, asker);
  const answer = await sendRequest(context, before, request, asker).catch((error: unknown) =>
    killed(context, request, before, error),
  );
  if (answer === undefined) return { row: await ended(context, before), changed: false };
  return noted(context, id, request, asker, answer);
}

/** Lets what is in flight finish and starts nothing more. Throws 409 on a run that has ended. */
export async function pauseRun(
  context: ApiContext,
  id: string,
  said: Said<'pause'>,
  asker: Asker,
): Promise<Controlled> {
  const before = await mustFindRun(context.store, id);
  if (isClosed(before.state)) throw runNotOpen(before);
  const waiting = (await context.store.waits.ofRun(id)).map(({ token }) => token);
  const request = await signed(context, { ...said, ...(waiting.length > 0 && { waiting }) }, asker);
  const answer = await sendRequest(context, before, request, asker);
  if (answer === undefined) throw runNotOpen(await ended(context, before));
  return noted(context, id, request, asker, answer);
}

/** Goes on: in place after a pause, in another execution after a stop (R46). Throws 409 on a run that has ended otherwise. */
export async function resumeRun(
  context: ApiContext,
  id: string,
  said: Said<'resume'>,
  asker: Asker,
): Promise<Controlled> {
  const request: ResumeRequest = { ...(await signed(context, said, asker)), kind: 'resume' };
  // A run that is just stopping is resumed as soon as it has stopped; of two who resume it at once one does.
  for (let tries = 0; ; tries += 1) {
    const before = await mustFindRun(context.store, id);
    const { life, seq } = before.state;
    if (isClosed(before.state) && life.status !== 'stopped') throw runNotOpen(before);
    const answer = isClosed(before.state)
      ? await restarted(context, before, request, seq)
      : await sendRequest(context, before, request, asker);
    if (answer) return noted(context, id, request, asker, answer);
    // Somebody else has resumed it, and no worker has written so yet.
    if (tries >= TRIES) return { row: before, changed: false };
    await context.store.events.waitFor(id, seq + 1, 50);
  }
}

const TRIES = 40;

async function restarted(
  { runs }: ApiContext,
  row: RunRow,
  request: ResumeRequest,
  seq: number,
): Promise<Answer | undefined> {
  return (await runs.restart(executionOf(row), request)) ? { seq: seq + 1, changed: true } : undefined;
}

async function signed<Words extends Said<Verb['kind']>>(
  context: ApiContext,
  said: Words,
  { principal }: Asker,
): Promise<Words & { readonly by: string }> {
  const reason = await carried(context, said.reason);
  return { ...said, by: principal, ...(reason !== undefined && { reason }) };
}

/** Whatever keeps the run from ending itself, Temporal ends its execution, and its end is written here (R74, R92). */
async function killed(
  context: ApiContext,
  { kind, reason = '', by = 'anonymous' }: Verb,
  row: RunRow,
  error: unknown,
): Promise<Answer | undefined> {
  if (kind !== 'terminate' || error instanceof Refused) throw error;
  try {
    await context.runs.kill(row.record.id, reason);
  } catch (failure) {
    if (isOver(failure)) return undefined;
    throw failure;
  }
  return { seq: await closeKilled(context, row, { reason, by }), changed: true };
}

async function noted(
  context: ApiContext,
  id: string,
  { kind, reason }: Verb,
  asker: Asker,
  { seq, changed }: Answer,
): Promise<Controlled> {
  await record(context.store, asker, { action: `run.${kind}`, subject: id, reason });
  await context.store.events.waitFor(id, seq, LOG_LAG);
  return { row: await mustFindRun(context.store, id), changed };
}

/** The execution has ended; its last events may still be on their way to the log. */
async function ended({ store }: ApiContext, row: RunRow): Promise<RunRow> {
  return waitUntil(store, await mustFindRun(store, row.record.id), LOG_LAG, CLOSED);
}
