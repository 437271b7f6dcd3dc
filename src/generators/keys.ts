import { LRUCache } from 'lru-cache';
import type { BreakerReading, EndpointReading } from '../ports/store/endpoints.ts';
import {
  type Generator,
  GeneratorDeferred,
  GeneratorError,
  type GeneratorErrorKind,
  type ModelAnswer,
  type ModelRequest,
} from './generator.ts';

/** Milliseconds for which a key is not used after its provider refused it. */
const RETIRED = 10 * 60_000;

/** Attempts of agents whose key is remembered. */
const MOST_ATTEMPTS = 10_000;

/** One key of an endpoint, with what is counted by key: its breaker, its limits, the reservations of its calls. */
export interface Lane extends Generator {
  /** Tells the endpoint's keys apart: the variable that holds the key; empty if the endpoint has one key or none. */
  readonly id: string;
  /** The variable that holds the key; left out: there is no key. */
  readonly variable?: string | undefined;
  /** The part of the key's limits that remains by the provider's last word, from 0 to 1; 1 if nothing is known. */
  allowance(): number;
  reading(): BreakerReading;
}

export interface KeysOptions {
  readonly endpoint: string;
  /** Called once for each key that is not used for a while, with the reason; again only after the key has worked. */
  readonly onRetired?: ((text: string) => void) | undefined;
  readonly now?: () => number;
}

/** Why a key is not used. Times in milliseconds since the epoch. */
interface Retirement {
  readonly since: number;
  readonly until: number;
  readonly kind: GeneratorErrorKind;
  /** What the provider said. */
  readonly message: string;
}

/** One generator over all keys of an endpoint. */
export interface ChosenKeys extends Generator {
  reading(): Omit<EndpointReading, 'endpoint' | 'learned'>;
}

/**
 * Chooses the key of each call (llm 3.6). The key with the most remaining allowance comes first, and equal ones take turns. A key whose breaker
 * is open is passed over while another is not. A key that the provider refuses, or whose quota is used up, retires for ten minutes,
 * and the call goes on with the next key. Throws the provider's fault if no key is left, and `GeneratorDeferred` if the remaining ones must wait.
 */
export function withKeys(lanes: readonly Lane[], { endpoint, onRetired, now = Date.now }: KeysOptions): ChosenKeys {
  const retirements = new Map<Lane, Retirement>();
  /** Keys whose retirement was told, until they work again. */
  const told = new Set<Lane>();
  const keyOfAttempt = new LRUCache<string, Lane>({ max: MOST_ATTEMPTS });
  let turn = 0;

  const retirementOf = (lane: Lane): Retirement | undefined => {
    const found = retirements.get(lane);
    return found && found.until > now() ? found : undefined;
  };
  const isUsable = (lane: Lane) => retirementOf(lane) === undefined;
  /** A key whose breaker's pause is over is not: some call has to find out whether it is back. */
  const isAway = (lane: Lane): boolean => {
    const { state, until = 0 } = lane.reading();
    return state === 'probing' || (state === 'open' && until > now());
  };

  /** The keys of a call, the best first. If all are retired, all are asked: a person who retries may have mended any of them. */
  function keysFor(request: ModelRequest): readonly Lane[] {
    const usable = lanes.filter(isUsable);
    const keys = usable.length > 0 ? usable : lanes;
    const from = turn % keys.length;
    turn += 1;
    const before = keyOfAttempt.get(attemptOf(request));
    const ranked = [...keys.slice(from), ...keys.slice(0, from)].map((lane) => ({
      lane,
      ranks: [isAway(lane) ? 1 : 0, lane === before ? 0 : 1, -lane.allowance()],
    }));
    return ranked.toSorted((a, b) => compareRanks(a.ranks, b.ranks)).map(({ lane }) => lane);
  }

  async function ask(lane: Lane, request: ModelRequest): Promise<ModelAnswer> {
    const before = retirements.get(lane);
    const answer = await lane.complete(request);
    // A call that went out before the refusal says nothing about now.
    if (retirements.get(lane) === before) {
      retirements.delete(lane);
      told.delete(lane);
    }
    // The turns of a conversation begin alike, and many providers keep their caches by key.
    if (request.tools) keyOfAttempt.set(attemptOf(request), lane);
    return answer;
  }

  function retire(lane: Lane, { kind, message: whole }: GeneratorError): void {
    const message = whole.replace(`endpoint ${endpoint}: `, '');
    const until = now() + RETIRED;
    retirements.set(lane, { since: retirements.get(lane)?.since ?? now(), until, kind, message });
    if (lane.variable === undefined || told.has(lane)) return;
    told.add(lane);
    const state = lanes.length === 1 ? 'refused' : `not used until ${new Date(until).toISOString()}`;
    onRetired?.(`endpoint ${endpoint}: the key in ${lane.variable} is ${state}: ${message}`);
  }

  /** The fault of a call whose key was refused: nothing can be done if it was the last one, else the next try takes another. */
  function faultAfter(last: GeneratorError): GeneratorError {
    if (lanes.length === 1) return last;
    if (lanes.some(isUsable)) return ofEndpoint('transport', `the next try takes another key: ${last.message}`, last);
    const faults = lanes.map((lane) => ({ id: lane.id, ...retirements.get(lane) }));
    const each = faults.map(({ id, message = '' }) => `${id} (${message})`);
    // A model of another endpoint may help if a quota is used up (R77).
    const kind = faults.some((one) => one.kind === 'quota') ? 'quota' : last.kind;
    return ofEndpoint(kind, `no key can be used: ${each.join('; ')}`, last);
  }

  function ofEndpoint(kind: GeneratorErrorKind, what: string, fault: GeneratorError): GeneratorError {
    const { status, partial, usage, waitUntil } = fault;
    const error = new GeneratorError(kind, `endpoint ${endpoint}: ${what}`, { status, partial, usage, waitUntil });
    error.endpoint = endpoint;
    return error;
  }

  return {
    async complete(request) {
      const keys = keysFor(request);
      // While another key may be free, none books a turn.
      const asked = keys.length > 1 ? { ...request, patience: 0 } : request;
      const waits: Wait[] = [];
      let limited: GeneratorError | undefined;
      let refused: GeneratorError | undefined;
      for (const lane of keys) {
        try {
          return await ask(lane, asked);
        } catch (error) {
          if (error instanceof GeneratorDeferred && error.reason !== 'cap') waits.push({ lane, deferred: error });
          else if (!(error instanceof GeneratorError)) throw error;
          else if (error.isKeyRefused) {
            retire(lane, error);
            if (isPaid(error)) throw faultAfter(error);
            refused = error;
          } else if (error.isRateLimit && !isPaid(error)) limited = error;
          else throw error;
        }
      }
      const [first] = waits.toSorted(earliest);
      if (first?.deferred.reason === 'limit' && keys.length > 1) {
        try {
          return await ask(first.lane, request);
        } catch (error) {
          if (!(error instanceof GeneratorError) || !error.isKeyRefused) throw error;
          retire(first.lane, error);
          throw faultAfter(error);
        }
      }
      throw limited ?? first?.deferred ?? (refused && faultAfter(refused));
    },
    reading() {
      const readings = lanes.map((lane) => ({ lane, reading: lane.reading(), retired: retirementOf(lane) }));
      const usable = readings.filter(({ retired }) => retired === undefined);
      const keys = readings.flatMap(({ lane: { variable: key }, reading, retired }) =>
        key === undefined ? [] : [{ key, ...reading, ...(retired && { retired: toldOf(retired) }) }],
      );
      const all = readings.map(({ reading }) => reading);
      return {
        ...together(usable.length > 0 ? usable.map(({ reading }) => reading) : all),
        inFlight: all.reduce((sum, { inFlight }) => sum + inFlight, 0),
        ...(keys.length > 0 && { keys }),
      };
    },
  };
}

function toldOf({ since, until, message }: Retirement) {
  return { since, until, message };
}

interface Wait {
  readonly lane: Lane;
  readonly deferred: GeneratorDeferred;
}

/** A turn at a key that is there comes before the return of one that is away. */
function earliest({ deferred: a }: Wait, { deferred: b }: Wait): number {
  const later = (one: GeneratorDeferred) => (one.reason === 'limit' ? 0 : 1);
  return later(a) - later(b) || a.until - b.until;
}

/** The provider may bill what another key would be asked again. */
function isPaid({ usage, partial }: GeneratorError): boolean {
  return usage !== undefined || partial !== undefined;
}

/** What a conversation of an agent is told apart by. */
function attemptOf({ place: { runId, step, epoch, attempt } }: ModelRequest): string {
  return JSON.stringify([runId, step, epoch, attempt]);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  return a.map((rank, at) => rank - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The state of an endpoint by that of its keys: it is there if one of them is. */
function together(readings: readonly BreakerReading[]): BreakerReading {
  const [best] = (['closed', 'probing', 'open'] as const).flatMap((state) =>
    readings.filter((one) => one.state === state),
  );
  const [lastFault] = readings.flatMap((one) => one.lastFault ?? []).toSorted((a, b) => b.at - a.at);
  const successes = readings.flatMap(({ lastSuccess = [] }) => lastSuccess);
  const { state = 'closed', since, until } = best ?? {};
  return {
    state,
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(lastFault && { lastFault }),
    ...(successes.length > 0 && { lastSuccess: Math.max(...successes) }),
    inFlight: 0,
  };
}
