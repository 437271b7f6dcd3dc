import { GeneratorDeferred } from '../ports/generator-deferred.ts';
import type {
  AskedLimits,
  Booking,
  KnownLimits,
  LimitScope,
  Limits,
  NotedLimits,
  SaidLimit,
  UnaskedCalls,
} from '../ports/store/limits.ts';
import { type Generator, GeneratorError, type ModelRequest } from './generator.ts';
import { concurrencyInWords, createLimitReader, type LimitHeaders, limitInWords } from './limit-headers.ts';
import { countInput, longestAnswer } from './tokens-of-request.ts';

export interface LimitsOptions {
  readonly endpoint: string;
  /** Empty for the only key of an endpoint. */
  readonly key: string;
  /** Of the settings. */
  readonly asked: AskedLimits;
  readonly store: Limits;
  /** The longest answer where no author wrote a limit, in tokens. */
  readonly maxTokens: (model: string) => number;
  /** Milliseconds since the epoch; left out: the process's clock here, and that of the database there. */
  readonly now?: (() => number) | undefined;
}

export interface LimitedBy extends Generator {
  /** What remains of the limits by the last headers: 0 (nothing) to 1, also where nothing is known. */
  allowance(): number;
}

/** Milliseconds after which a process that asks for nothing looks whether others have met a limit. */
const LOOK_EVERY = 5_000;
/** Milliseconds after which it notes what is no news. */
const NOTE_EVERY = 10_000;
/** Milliseconds between renewals of the leases of calls in flight. */
const RENEW_EVERY = 10_000;
/** Milliseconds: the wait where a refusal names none, and the longest that one refusal may ask for. */
const BLOCKED = { usual: 1_000, longest: 600_000 };
/** Milliseconds: a shorter wait is not that of a whole minute that is used up. */
const SHORT_WAIT = 10_000;
/** Milliseconds for which calls and headers count. */
const MINUTE = 60_000;

/**
 * The same generator, within the limits of its key for requests and tokens a minute and for calls at once, which all workers share
 * (llm 3.7): those of the settings, and those that answers have shown. Throws `GeneratorDeferred` where a call has to wait; it comes back when its turn
 * is. Where no limit is known, or none is near, no statement precedes a call.
 */
export function withLimits(generator: Generator, options: LimitsOptions): LimitedBy {
  const { now = Date.now, store, asked } = options;
  const models = new Map<string, ModelLimits>();
  const leases = new Map<string, LimitScope>();
  let renewing: NodeJS.Timeout | undefined;
  const limitsOf = (model: string): ModelLimits => {
    const found = models.get(model) ?? createModelLimits(options, model);
    models.set(model, found);
    return found;
  };
  const renew = (): void => {
    const [scope] = leases.values();
    // A database that is away ends no call: the leases go on once it is back.
    if (scope) void store.renew(scope, [...leases.keys()]).catch(() => undefined);
  };
  const hold = (execution: string, scope: LimitScope): void => {
    leases.set(execution, scope);
    renewing ??= setInterval(renew, RENEW_EVERY).unref();
  };
  const release = (execution: string): void => {
    leases.delete(execution);
    if (leases.size > 0) return;
    clearInterval(renewing);
    renewing = undefined;
  };

  async function admit(limits: ModelLimits, request: ModelRequest): Promise<Ticket> {
    const { input, longest } = await tokensOf(limits, request);
    const execution = crypto.randomUUID();
    const { payer, place, patience } = request;
    const call = {
      runId: place.runId,
      token: payer?.token ?? execution,
      call: payer?.call ?? execution,
      execution,
      input,
      longest,
      patience,
      unasked: limits.takeUnasked(),
    };
    const booking = await store.book(limits.scope(), call, asked);
    if (!booking.admitted) throw deferred(options, booking, now());
    return { booking, execution };
  }

  /** Counted only where a limit counts them. */
  async function tokensOf(limits: ModelLimits, request: ModelRequest) {
    if (!limits.countsTokens()) return { input: 0, longest: 0 };
    const { exact, most } = await countInput(request);
    const allowed = asked.tokensPerMinute;
    if (allowed !== undefined && exact > allowed) {
      const what = `the prompt alone has ${exact} tokens, and the settings allow the endpoint ${options.endpoint} ${allowed} a minute`;
      const advice = `Raise endpoints.${options.endpoint}.tokensPerMinute in the settings file, or shorten the prompt`;
      throw new GeneratorError('configuration', `${what}. ${advice}`);
    }
    return { input: most, longest: longestAnswer(request, options.maxTokens) };
  }

  return {
    ...generator,
    async complete(request) {
      request.signal.throwIfAborted();
      const limits = limitsOf(request.model.name);
      await limits.begin();
      const ticket = limits.mustAsk() ? await admit(limits, request) : undefined;
      const startedAt = now();
      if (ticket) hold(ticket.execution, limits.scope());
      let requests = 0;
      const ended = (outcome: Outcome) => limits.ended({ ticket, startedAt, requests, ...outcome });
      try {
        const answer = await generator.complete({
          ...request,
          onSent() {
            requests += 1;
            limits.sent(ticket !== undefined);
            request.onSent?.();
          },
          onHeaders(headers) {
            limits.read(headers);
            request.onHeaders?.(headers);
          },
        });
        const { inputTokens, outputTokens } = answer.usage;
        void ended({ tokens: inputTokens + outputTokens, answer: outputTokens });
        return answer;
      } catch (error) {
        await ended(outcomeOf(error, now()));
        throw error;
      } finally {
        if (ticket) release(ticket.execution);
      }
    },
    allowance: () => Math.min(1, ...[...models.values()].map((limits) => limits.allowance())),
  };
}

interface Ticket {
  readonly booking: Booking;
  readonly execution: string;
}

interface Outcome {
  /** What the call came to in tokens; left out: nobody knows, so all that was reserved. */
  readonly tokens?: number;
  /** Of these the answer's. */
  readonly answer?: number;
  /** Nothing has reached the provider. */
  readonly isUnsent?: boolean;
  /** It was refused for its rate: milliseconds to wait, and its words. */
  readonly refusal?: { readonly wait: number; readonly isWaitNamed: boolean; readonly message: string };
}

function deferred({ endpoint }: LimitsOptions, { wait, look, reason }: Booking, now: number): GeneratorDeferred {
  const why = { rate: 'allows no more calls a minute', concurrency: 'takes no more calls at once' }[reason];
  const message = `the endpoint ${endpoint} ${why}; the next turn is at ${new Date(now + wait).toISOString()}`;
  return new GeneratorDeferred(message, { reason: 'limit', endpoint, until: now + wait, retryAt: now + look });
}

function outcomeOf(error: unknown, now: number): Outcome {
  if (!(error instanceof GeneratorError)) return {};
  const { neverConnected, usage, status, isRateLimit, retryAfter, waitUntil, message } = error;
  if (neverConnected) return { isUnsent: true };
  const tokens = usage ? usage.inputTokens + usage.outputTokens : status !== undefined && status < 500 ? 0 : undefined;
  const isWaitNamed = waitUntil !== undefined || retryAfter !== undefined;
  const asked = retryAfter === 0 ? undefined : retryAfter;
  const wait = waitUntil === undefined ? (asked ?? BLOCKED.usual) : waitUntil - now;
  return {
    ...(tokens !== undefined && { tokens }),
    ...(isRateLimit && { refusal: { wait: Math.min(wait, BLOCKED.longest), isWaitNamed, message } }),
  };
}

/** What this process knows of the limits of one model under one key. */
interface ModelLimits {
  scope(): LimitScope;
  /** Looks once what other processes have learned. */
  begin(): Promise<void>;
  /** Whether a call has to ask for its turn. */
  mustAsk(): boolean;
  countsTokens(): boolean;
  takeUnasked(): readonly UnaskedCalls[];
  sent(isAsked: boolean): void;
  read(headers: Headers): void;
  /** Notes how a call has ended; of one that was refused the promise settles once all workers can know. */
  ended(call: EndedCall): Promise<void>;
  allowance(): number;
}

interface EndedCall extends Outcome {
  readonly ticket: Ticket | undefined;
  readonly startedAt: number;
  /** How many were sent. */
  readonly requests: number;
}

const NOTHING: NotedLimits = { counts: [], unasked: [], executions: [] };

function createModelLimits(options: LimitsOptions, model: string): ModelLimits {
  const { endpoint, key, asked, store, now = Date.now } = options;
  const scope = (): LimitScope => ({ endpoint, key, model, ...(options.now && { now: options.now() }) });
  const isAsked = Object.values(asked).some((limit) => limit !== undefined);
  const readHeaders = createLimitReader(now);
  let known: KnownLimits = { isPresumed: false, blockedFor: 0 };
  let hasLooked = false;
  let lookedAt = 0;
  let looking: Promise<void> | undefined;
  let blockedUntil = 0;
  let last: { readonly at: number; readonly said: LimitHeaders } | undefined;
  const recent = createSecondCounts(now);
  const unasked = createSecondCounts(now);
  /** Tokens of the greatest call, for those in flight, whose tokens are not known yet. */
  let greatest = 0;
  let inFlight = 0;
  let pending: NotedLimits | undefined;
  let noting: Promise<void> | undefined;
  let notedAt = 0;

  function look(): Promise<void> {
    lookedAt = now();
    looking ??= store
      .look(scope())
      .then((found) => {
        known = found;
        if (found.blockedFor > 0) blockedUntil = Math.max(blockedUntil, now() + found.blockedFor);
      })
      // It goes on with what it knows while the database is away.
      .catch(() => undefined)
      .finally(() => {
        hasLooked = true;
        looking = undefined;
      });
    return looking;
  }

  /** All that is known is so far away that this process's share of it cannot bring it near before the next headers say so. */
  function isFar(): boolean {
    if (!last || now() - last.at > MINUTE || known.isPresumed) return false;
    const { requests, tokens } = last.said;
    if ((known.requests !== undefined && !requests) || (known.tokens !== undefined && !tokens)) return false;
    const own = recent.sum();
    return isFarFrom(requests, own.requests + 1) && isFarFrom(tokens, own.tokens + (inFlight + 1) * greatest);
  }

  function add(noted: Partial<NotedLimits>): void {
    const before = pending ?? NOTHING;
    pending = {
      ...before,
      ...noted,
      requests: lowest(before.requests, noted.requests),
      tokens: lowest(before.tokens, noted.tokens),
      counts: [...before.counts, ...(noted.counts ?? [])],
      executions: [...before.executions, ...(noted.executions ?? [])],
      blocked: Math.max(before.blocked ?? 0, noted.blocked ?? 0),
      presumes: (before.presumes ?? false) || (noted.presumes ?? false),
      paces: (before.paces ?? false) || (noted.paces ?? false),
    };
  }

  /** One statement at a time; what comes meanwhile goes with the next one. */
  function flush(): Promise<void> {
    noting ??= (async () => {
      while (pending) {
        const noted = { ...pending, unasked: unasked.take() };
        pending = undefined;
        notedAt = now();
        await store.note(scope(), noted).catch(() => undefined);
      }
      noting = undefined;
    })();
    return noting;
  }

  const limits = (): readonly SaidLimit[] =>
    [last?.said.requests, last?.said.tokens].flatMap((said) => (said && said.limit !== null ? said : []));

  return {
    scope,
    async begin() {
      if (!hasLooked) await look();
      else if (now() - lookedAt > LOOK_EVERY) void look();
    },
    mustAsk() {
      if (isAsked || known.concurrency !== undefined || blockedUntil > now() || known.isPresumed) return true;
      const isLimited = known.requests !== undefined || known.tokens !== undefined || limits().length > 0;
      return isLimited && !isFar();
    },
    countsTokens: () =>
      asked.tokensPerMinute !== undefined || known.tokens !== undefined || typeof last?.said.tokens?.limit === 'number',
    takeUnasked: () => unasked.take(),
    sent(isBooked) {
      inFlight += 1;
      recent.add(now(), { requests: 1 });
      if (!isBooked) unasked.add(now(), { requests: 1 });
    },
    read(headers) {
      const said = readHeaders(headers);
      if (said.requests || said.tokens) last = { at: now(), said };
    },
    async ended({ ticket, startedAt, requests, tokens, answer, isUnsent = false, refusal }) {
      inFlight -= requests;
      const said = last && last.at >= startedAt ? last.said : {};
      const worded = refusal && limitInWords(refusal.message);
      const refused = refusal ? 1 : 0;
      greatest = Math.max(greatest, tokens ?? 0);
      recent.add(startedAt, { tokens: tokens ?? 0 });
      const counted = ticket
        ? countsOf(ticket.booking, { requests, tokens, refused, isUnsent })
        : (unasked.add(startedAt, { tokens: tokens ?? 0, refused, requests: isUnsent ? -requests : 0 }), undefined);
      const isNews =
        isOther(said.requests, known.requests) ||
        isOther(said.tokens, known.tokens) ||
        Object.values(said).some(isNear);
      if (refusal) blockedUntil = Math.max(blockedUntil, now() + refusal.wait);
      const isHeld = ticket !== undefined && (asked.concurrency !== undefined || known.concurrency !== undefined);
      const isDue = limits().length > 0 && now() - notedAt > NOTE_EVERY;
      if (!counted && !isNews && !refusal && !isHeld && !isDue) return;
      if (isNews) known = { ...known, ...knownBy(said) };
      add({
        requests: worded?.requests ?? said.requests,
        tokens: worded?.tokens ?? said.tokens,
        ...(counted && { counts: [counted] }),
        ...(answer !== undefined && { answer }),
        ...(isHeld && { executions: [ticket.execution] }),
        ...(isHeld && !refusal && requests > 0 && { callTime: now() - startedAt }),
        ...(refusal && refusalOf(refusal, said, worded)),
      });
      const done = flush();
      if (refusal) {
        await done;
        await look();
      }
    },
    allowance() {
      if (blockedUntil > now()) return 0;
      if (!last || now() - last.at > MINUTE) return 1;
      const { at } = last;
      const parts = limits().map(({ limit, remaining, reset = MINUTE }) =>
        remaining === undefined || limit === null || now() - at >= reset ? 1 : remaining / limit,
      );
      return Math.min(1, ...parts);
    },
  };
}

/** What a refusal says of a limit that no header names. */
function refusalOf(
  { wait, isWaitNamed, message }: NonNullable<Outcome['refusal']>,
  said: LimitHeaders,
  worded: LimitHeaders | undefined,
): Partial<NotedLimits> {
  const concurrency = concurrencyInWords(message);
  const isNamed = said.requests !== undefined || worded !== undefined || said.tokens?.remaining === 0;
  const isAboutElse = concurrency !== undefined || /\bconcurren|\btokens? per\b|\bTPM\b/i.test(message);
  return {
    blocked: wait,
    ...(concurrency !== undefined && { concurrency }),
    presumes: !isNamed && !isAboutElse,
    paces: isWaitNamed && wait <= SHORT_WAIT && !isAboutElse && said.tokens?.remaining !== 0,
  };
}

/** The difference between what was booked and what it came to; undefined where there is none. */
function countsOf(
  { second, reserved }: Booking,
  {
    requests,
    tokens = reserved,
    refused,
    isUnsent,
  }: {
    readonly requests: number;
    readonly tokens?: number | undefined;
    readonly refused: number;
    readonly isUnsent: boolean;
  },
): NotedLimits['counts'][number] | undefined {
  const isNothing = isUnsent || requests === 0;
  const [more, beyond] = isNothing ? [-1, -reserved] : [requests - 1, tokens - reserved];
  return more === 0 && beyond === 0 && refused === 0 ? undefined : { second, requests: more, tokens: beyond, refused };
}

function knownBy({ requests, tokens }: LimitHeaders): Partial<KnownLimits> {
  return {
    ...(typeof requests?.limit === 'number' && { requests: requests.limit, isPresumed: false }),
    ...(typeof tokens?.limit === 'number' && { tokens: tokens.limit }),
  };
}

function isOther(said: SaidLimit | undefined, known: number | undefined): boolean {
  return said !== undefined && (said.limit ?? undefined) !== known;
}

/** Less than half of it remains. */
function isNear({ limit, remaining }: SaidLimit): boolean {
  return limit !== null && remaining !== undefined && 2 * remaining < limit;
}

/** More than half of it remains, and this process uses less than a twentieth in a minute. */
function isFarFrom(said: SaidLimit | undefined, own: number): boolean {
  if (!said || said.limit === null) return true;
  return said.remaining !== undefined && !isNear(said) && 20 * own <= said.limit;
}

/** Answers come in any order: of two readings of one limit the one that leaves less. */
function lowest(one: SaidLimit | undefined, other: SaidLimit | undefined): SaidLimit | undefined {
  if (!one || !other || one.limit !== other.limit) return other ?? one;
  return (one.remaining ?? Infinity) < (other.remaining ?? Infinity) ? one : other;
}

interface Counts {
  requests: number;
  tokens: number;
  refused: number;
}

/** What went out within the last minute, by seconds. */
function createSecondCounts(now: () => number) {
  const seconds = new Map<number, Counts>();
  const prune = (): void => {
    for (const second of seconds.keys()) if (second * 1_000 < now() - MINUTE - 2_000) seconds.delete(second);
  };
  return {
    add(at: number, { requests = 0, tokens = 0, refused = 0 }: Partial<Counts>): void {
      prune();
      const second = Math.floor(at / 1_000);
      const before = seconds.get(second) ?? { requests: 0, tokens: 0, refused: 0 };
      seconds.set(second, {
        requests: before.requests + requests,
        tokens: before.tokens + tokens,
        refused: before.refused + refused,
      });
    },
    sum(): Counts {
      prune();
      return [...seconds.values()].reduce(
        (all, one) => ({
          requests: all.requests + one.requests,
          tokens: all.tokens + one.tokens,
          refused: all.refused + one.refused,
        }),
        { requests: 0, tokens: 0, refused: 0 },
      );
    },
    /** All of it, which is forgotten here. */
    take(): readonly UnaskedCalls[] {
      prune();
      const all = [...seconds].map(([second, counts]) => ({ age: Math.max(0, now() - second * 1_000), ...counts }));
      seconds.clear();
      return all;
    },
  };
}
