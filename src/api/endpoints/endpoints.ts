import { z } from 'zod';
import type { BreakerReading, EndpointReading, KeyReading } from '../../ports/store/endpoints.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { AskedLimits, LimitsOfKey } from '../../ports/store/limits.ts';
import type { ApiContext } from '../dependencies.ts';
import { decide } from '../escalations/decide.ts';
import { notFound, Problem } from '../http/problem.ts';
import { component } from '../reference/components.ts';
import type { Asker } from '../runs/record.ts';
import { Time, timeOf } from '../times.ts';

/** Milliseconds after which a worker's last report no longer counts. */
const FRESH = 30_000;
/** Milliseconds after which an open breaker whose next call has not come has nobody that waits for it. */
const IDLE = 10_000;
/** Questions that are read at once. */
const PAGE = 200;

const ENDPOINT_STATES = ['closed', 'open', 'probing'] as const;

const BREAKER = {
  state: z
    .enum(ENDPOINT_STATES)
    .describe('of its breaker: `open`: it is away and its calls wait; `probing`: a call finds out whether it is back'),
  since: Time.optional().describe('since when it is away'),
  until: Time.optional().describe('when the next call may go out'),
  inFlight: z.number().describe('calls in flight, of all workers'),
  lastFault: z.object({ at: Time, message: z.string() }).optional(),
};

export const EndpointView = component(
  'Endpoint',
  z.object({
    name: z.string(),
    ...BREAKER,
    waiting: z.number().describe('calls that wait for it'),
    openQuestions: z.number().describe('questions to people that its faults have led to'),
    keys: z
      .array(
        z.object({
          key: z.string().describe('the variable that holds it'),
          ...BREAKER,
          retired: z
            .object({ since: Time, until: Time, message: z.string().describe('what the provider said') })
            .optional()
            .describe('the provider refused it, or its quota is used up: until then the other keys are used'),
        }),
      )
      .describe('its keys, once workers have called it'),
    learned: z
      .array(
        z.object({
          model: z.string().describe('as the endpoint knows it'),
          refused: z.array(z.string()).optional().describe('parameters that it refuses'),
          maxTokens: z.number().optional().describe('the longest answer that it writes'),
          context: z.number().optional().describe('prompt and answer together, in tokens'),
        }),
      )
      .describe('what its models have turned out to take, as long as the workers live'),
    limits: z
      .array(
        z.object({
          source: z
            .enum(['settings', 'learned', 'presumed'])
            .describe(
              '`learned`: from headers or refusals; `presumed`: as many as passed before a refusal that named no limit',
            ),
          key: z.string().optional().describe('the variable that holds the key; left out: each key, or the only one'),
          model: z.string().optional().describe('left out: all models of the key together'),
          requestsPerMinute: z.number().optional(),
          tokensPerMinute: z.number().optional(),
          concurrency: z.number().optional().describe('calls at once'),
          blockedUntil: Time.optional().describe('the provider asked to send nothing before that time'),
        }),
      )
      .describe('of requests and tokens a minute and of calls at once; the lowest that applies counts'),
  }),
);
export type EndpointView = z.output<typeof EndpointView>;

export const RetriedView = component(
  'RetriedQuestions',
  z.object({
    dryRun: z.boolean(),
    questions: z.array(z.object({ id: z.string(), runId: z.string() })).describe('that are retried'),
    failed: z
      .array(z.object({ id: z.string(), runId: z.string(), detail: z.string() }))
      .describe('that could not be retried, and why'),
  }),
);
export type RetriedView = z.output<typeof RetriedView>;

/** The endpoints of the settings, those that workers report, and those that something waits for or is asked about, with what all workers know of them. */
export async function endpointViews({ store, models, now }: ApiContext): Promise<readonly EndpointView[]> {
  const time = now();
  const [readings, waiting, questions, limits] = await Promise.all([
    store.endpoints.reported(time - FRESH),
    store.endpoints.waiting(),
    openQuestions(store),
    store.limits.all(),
  ]);
  const known = [
    ...readings.map(({ endpoint }) => endpoint),
    ...waiting.keys(),
    ...questions.flatMap(({ escalation }) => escalation.endpoint ?? []),
  ];
  return [...new Set([...models.endpoints, ...known])].map((name) => ({
    ...together(
      readings.filter(({ endpoint }) => endpoint === name),
      time,
    ),
    name,
    waiting: waiting.get(name) ?? 0,
    openQuestions: questions.filter(({ escalation }) => escalation.endpoint === name).length,
    limits: [
      ...settingsLimits(models.limits?.get(name)),
      ...limits.filter(({ endpoint }) => endpoint === name).flatMap((one) => learnedLimits(one, time)),
    ],
  }));
}

type LimitView = EndpointView['limits'][number];

function settingsLimits({ requestsPerMinute, tokensPerMinute, concurrency }: AskedLimits = {}): readonly LimitView[] {
  const limits = {
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
    ...(concurrency !== undefined && { concurrency }),
  };
  return Object.keys(limits).length === 0 ? [] : [{ source: 'settings', ...limits }];
}

function learnedLimits(known: LimitsOfKey, now: number): readonly LimitView[] {
  const { key, model, requests, tokens, concurrency, isPresumed, blockedFor } = known;
  const limits = {
    ...(requests !== undefined && { requestsPerMinute: requests }),
    ...(tokens !== undefined && { tokensPerMinute: tokens }),
    ...(concurrency !== undefined && { concurrency }),
    ...(blockedFor > 0 && { blockedUntil: timeOf(now + blockedFor) }),
  };
  if (Object.keys(limits).length === 0) return [];
  const source = isPresumed ? 'presumed' : 'learned';
  return [{ source, ...(key !== '' && { key }), ...(model !== undefined && { model }), ...limits }];
}

/** What all workers know of one endpoint. */
function together(
  readings: readonly EndpointReading[],
  now: number,
): Omit<EndpointView, 'name' | 'waiting' | 'openQuestions' | 'limits'> {
  const keys = readings.flatMap((one) => one.keys ?? []);
  const learned = new Map(readings.flatMap((one) => one.learned.map((row) => [row.model, row] as const)));
  return {
    ...breakerOf(readings, now),
    keys: [...new Set(keys.map(({ key }) => key))].map((key) => ({
      key,
      ...keyTogether(
        keys.filter((one) => one.key === key),
        now,
      ),
    })),
    learned: [...learned.values()].map(({ refused, ...row }) => ({
      ...row,
      ...(refused && { refused: [...refused] }),
    })),
  };
}

/** A key is retired as long as one worker does not use it. */
function keyTogether(readings: readonly KeyReading[], now: number): Omit<EndpointView['keys'][number], 'key'> {
  const retired = readings.flatMap((one) => (one.retired && one.retired.until > now ? one.retired : []));
  const [last] = retired.toSorted((a, b) => b.until - a.until);
  return {
    ...breakerOf(readings, now),
    ...(last && { retired: { since: timeOf(last.since), until: timeOf(last.until), message: last.message } }),
  };
}

/** Away if one worker finds it so, unless no call of that worker asks any more and another worker has had answers since. */
function breakerOf(readings: readonly BreakerReading[], now: number): BreakerView {
  const answered = Math.max(...readings.map(({ lastSuccess = 0 }) => lastSuccess));
  const finding = readings.filter(({ state, until = now, lastFault }) => {
    const isOutdated = until < now - IDLE && (lastFault?.at ?? 0) < answered;
    return state !== 'closed' && !isOutdated;
  });
  const away = ENDPOINT_STATES.toReversed().find((state) => finding.some((one) => one.state === state));
  const sinces = finding.flatMap(({ since }) => since ?? []);
  const untils = finding.flatMap(({ until }) => until ?? []);
  const [fault] = readings.flatMap(({ lastFault }) => lastFault ?? []).toSorted((a, b) => b.at - a.at);
  return {
    state: away ?? 'closed',
    ...(sinces.length > 0 && { since: timeOf(Math.min(...sinces)) }),
    ...(untils.length > 0 && { until: timeOf(Math.min(...untils)) }),
    inFlight: readings.reduce((sum, { inFlight }) => sum + inFlight, 0),
    ...(fault && { lastFault: { at: timeOf(fault.at), message: fault.message } }),
  };
}

type BreakerView = Pick<EndpointView, keyof typeof BREAKER>;

/** Answers every open question that faults of an endpoint led to with `retry`. With `dryRun` it says which, and changes nothing. */
export async function retryQuestions(
  context: ApiContext,
  { name, dryRun, comment }: { readonly name: string; readonly dryRun: boolean; readonly comment?: string | undefined },
  asker: Asker,
): Promise<RetriedView> {
  const { store, models } = context;
  const found = (await openQuestions(store)).filter(({ escalation }) => escalation.endpoint === name);
  if (found.length === 0 && !models.endpoints.includes(name)) throw notFound('endpoint', name);
  const questions: RetriedView['questions'] = [];
  const failed: RetriedView['failed'] = [];
  for (const { runId, escalation } of found) {
    const { id } = escalation;
    try {
      if (!dryRun) {
        const body = { action: 'retry' as const, ...(comment !== undefined && { comment }) };
        await decide(context, id, body, asker, { milliseconds: 0, signal: AbortSignal.timeout(PATIENCE) });
      }
      questions.push({ id, runId });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      failed.push({ id, runId, detail: error.message });
    }
  }
  return { dryRun, questions, failed };
}

/** Milliseconds for one of them. */
const PATIENCE = 30_000;

/** Those that an endpoint's faults have led to, the oldest of those that expire first. */
async function openQuestions({ escalations }: ApiContext['store']): Promise<readonly EscalationRow[]> {
  const all: EscalationRow[] = [];
  for (let cursor: string | undefined; ; ) {
    const filter = { status: 'open', kind: 'infrastructure', isByUrgency: true } as const;
    const { rows, nextCursor } = await escalations.list(filter, {
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    });
    all.push(...rows.filter(({ escalation }) => escalation.endpoint !== undefined));
    if (nextCursor === null) return all;
    cursor = nextCursor;
  }
}
