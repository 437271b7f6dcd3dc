import type { AnsweredRoute, AnswerWarning, PassedOver } from '../model/answer-warning.ts';
import { cut } from '../text/text.ts';
import { type Generator, GeneratorDeferred, GeneratorError, type ModelAnswer, type ModelRequest } from './generator.ts';

/** A name that stands for several models, of which the first that is there answers (llm 3.8). */
export interface Route {
  readonly name: string;
  /** Names of models, in the order in which they are tried. */
  readonly entries: readonly string[];
  /** Milliseconds that a call may wait for its turn under the limits of an entry before the next one is tried. */
  readonly patienceMs: number;
}

/** An entry that the call was not answered by, and when it could be. */
interface Refusal extends PassedOver {
  readonly error: GeneratorDeferred | GeneratorError;
  /** Milliseconds since the epoch; undefined: nobody knows. */
  readonly until: number | undefined;
}

/**
 * Returns a generator that sends a call to the first entry that is available: the breaker of its endpoint is closed, its limits do not make the
 * call wait for longer than the route's patience, and its quota is not used up. Nothing else passes an entry over: not the content of an answer,
 * not a cap, and not a single fault, which is thrown for another try as without a route. The fault that opens a breaker, and those that follow,
 * pass the entry over at once: a call that is alone would otherwise find out again and again that the endpoint is away. The entry's name goes down as the model's name, so
 * prices, limits and profiles are those of the entry.
 *
 * If no entry is available, the call waits for the earliest: it rejects with `GeneratorDeferred`. The reason is `outage` only if nothing but
 * outages stands in its way, because only these lead to a question (R32).
 */
export function withRoute(
  route: Route,
  generatorFor: (entry: string) => Generator,
  now: () => number = Date.now,
): Generator {
  const ask = (entry: string, request: ModelRequest) => {
    request.onEntry?.(entry);
    return generatorFor(entry).complete({ ...request, model: { ...request.model, name: entry } });
  };
  /** Books a turn at the entry whose limits let the call pass first; waits for an outage to end if there is none. */
  async function settle(request: ModelRequest, refusals: readonly Refusal[]): Promise<ModelAnswer> {
    const earliest = earliestOf(refusals);
    if (earliest === undefined) throw unavailable(route, refusals);
    const { entry, reason, error } = earliest;
    if (!(error instanceof GeneratorDeferred)) throw ofEntry(error, entry);
    if (reason === 'outage') throw awaiting(route, error, refusals);
    const others = refusals.filter((one) => one !== earliest);
    try {
      return answered(route, entry, others, await ask(entry, request));
    } catch (refused) {
      if (refused instanceof GeneratorDeferred && refused.reason === 'limit') throw awaiting(route, refused, refusals);
      const refusal = refusalOf(entry, refused, route.patienceMs, now());
      if (refusal === undefined) throw ofEntry(refused, entry);
      return settle(request, [...others, refusal]);
    }
  }
  return {
    async complete(request) {
      const refusals: Refusal[] = [];
      for (const entry of route.entries) {
        try {
          return answered(route, entry, refusals, await ask(entry, { ...request, patience: route.patienceMs }));
        } catch (error) {
          const refusal = refusalOf(entry, error, route.patienceMs, now());
          if (refusal === undefined || request.signal.aborted) throw ofEntry(error, entry);
          refusals.push(refusal);
        }
      }
      return settle(request, refusals);
    },
  };
}

/** Undefined for whatever does not lead to the next entry. */
function refusalOf(entry: string, error: unknown, patienceMs: number, now: number): Refusal | undefined {
  if (error instanceof GeneratorDeferred) {
    const { reason, until } = error;
    const why = shown(error);
    if (reason === 'outage') return { entry, reason, why, error, until };
    return reason === 'limit' && until - now > patienceMs ? { entry, reason, why, error, until } : undefined;
  }
  if (!(error instanceof GeneratorError)) return undefined;
  // What was paid for has to be noted with the call.
  if (error.usage !== undefined) return undefined;
  const why = shown(error);
  if (error.kind === 'quota') return { entry, reason: 'quota', why, error, until: undefined };
  if (error.isAway) return { entry, reason: 'outage', why, error, until: undefined };
  const until = limitedUntil(error, now);
  return until !== undefined && until - now > patienceMs ? { entry, reason: 'limit', why, error, until } : undefined;
}

/** When the limit that refused a request lets it pass, as the provider says; undefined for every other fault. */
function limitedUntil({ isRateLimit, retryAfter, waitUntil }: GeneratorError, now: number): number | undefined {
  if (!isRateLimit) return undefined;
  return waitUntil ?? (retryAfter === undefined ? undefined : now + retryAfter);
}

/** A turn at an endpoint that is there comes before the return of one that is away. Undefined if nobody knows when any of them is back. */
function earliestOf(refusals: readonly Refusal[]): Refusal | undefined {
  const rank = ({ reason }: Refusal) => (reason === 'limit' ? 0 : 1);
  const [first] = refusals
    .filter(({ until }) => until !== undefined)
    .toSorted((a, b) => rank(a) - rank(b) || (a.until ?? 0) - (b.until ?? 0));
  return first;
}

/** The wait for one entry, which looks again as soon as any of them may be back. */
function awaiting(route: Route, { reason, endpoint, until }: GeneratorDeferred, refusals: readonly Refusal[]) {
  const looks = refusals.flatMap(({ error }) => (error instanceof GeneratorDeferred ? error.retryAt : []));
  const facts = { reason, ...(endpoint !== undefined && { endpoint }), until, retryAt: Math.min(until, ...looks) };
  return new GeneratorDeferred(nothingAvailable(route, refusals), facts);
}

/** The fault of a call that no entry takes: tried again if an endpoint may come back, else for the next rung of the ladder, or a person (R77). */
function unavailable(route: Route, refusals: readonly Refusal[]): GeneratorError {
  const { error } = refusals.find(({ reason }) => reason === 'outage') ?? refusals[0] ?? {};
  const { kind, status, waitUntil, endpoint } = error instanceof GeneratorError ? error : NO_FAULT;
  const fault = new GeneratorError(kind, nothingAvailable(route, refusals), { status, waitUntil });
  fault.endpoint = endpoint;
  return fault;
}

const NO_FAULT = new GeneratorError('transport', '');

function nothingAvailable({ name }: Route, refusals: readonly Refusal[]): string {
  return `no entry of the route ${name} is available: ${refusals.map(inWords).join('; ')}`;
}

function inWords({ entry, why }: PassedOver): string {
  return `${entry} (${why.replace(/\.$/, '')})`;
}

function answered({ name }: Route, entry: string, refusals: readonly Refusal[], answer: ModelAnswer): ModelAnswer {
  const passedOver = refusals.map(({ entry: one, reason, why }) => ({ entry: one, reason, why }));
  const route = { name, entry, passedOver };
  if (passedOver.length === 0) return { ...answer, route };
  return { ...answer, route, warnings: [...(answer.warnings ?? []), passedOverWarning(route)] };
}

function passedOverWarning({ name, entry, passedOver }: AnsweredRoute): AnswerWarning {
  const reasons = passedOver.map((one) => `${one.entry} ${one.reason}`);
  return {
    code: 'passed_over',
    about: `passed_over ${name} ${entry} ${reasons.join(' ')}`,
    text: `${name} was asked, and ${entry} answered. Passed over: ${passedOver.map(inWords).join('; ')}.`,
  };
}

function shown({ message }: Error): string {
  return cut(message, 300);
}

function ofEntry(error: unknown, entry: string): unknown {
  if (error instanceof GeneratorError) error.entry = entry;
  return error;
}
