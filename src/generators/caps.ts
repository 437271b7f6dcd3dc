import { appliesTo, type Cap, type CappedCall, capName, type Payer } from '../model/caps.ts';
import { GeneratorDeferred } from '../ports/generator-deferred.ts';
import type { AskedCap, Caps, EndedReservation } from '../ports/store/caps.ts';
import { picoUsdPerToken } from './cost.ts';
import type { ModelPrice } from './endpoint.ts';
import { type Generator, GeneratorError, type ModelRequest, type ModelSettings } from './generator.ts';
import { countInput, isLimit, longestAnswer } from './tokens-of-request.ts';
import { LIMIT_FIELDS, writtenLimit } from './wire-request.ts';

export interface CapsOptions {
  readonly caps: readonly Cap[];
  readonly store: Pick<Caps, 'admit' | 'end'>;
  /**
   * Milliseconds until a refused call asks again: one that may fit once calls in flight are settled, and one that waits for its window to
   * turn, since somebody may raise the cap.
   */
  readonly pauses?: { readonly soon: number; readonly later: number };
}

interface CappedOptions extends CapsOptions {
  readonly price: (model: string) => ModelPrice | undefined;
  readonly maxTokens: (model: string) => number;
}

/** The longest answer is made no shorter than this, in tokens, to fit under a cap. */
const SHORTEST_ANSWER = 256;

const PAUSES = { soon: 5_000, later: 5 * 60_000 };

/**
 * The same generator, whose calls go out only under the caps: what a call may come to is reserved before it is sent, and what it came to is
 * counted by the statement that stores its answer. A call to which no cap applies takes no statement. Throws `GeneratorDeferred` where a cap
 * has too little left.
 */
export function capped(generator: Generator, options: CappedOptions): Generator {
  if (options.caps.length === 0) return generator;
  /** By model: the most tokens that the provider counted in a prompt beyond our own count. */
  const uncounted = new Map<string, number>();
  return {
    async complete(request) {
      const { payer, model } = request;
      const asked = payer === undefined ? [] : askedCaps(options, payer, model.name);
      if (payer === undefined || asked.length === 0) return generator.complete(request);
      const { most: counted } = await countInput(request);
      const input = counted + (uncounted.get(model.name) ?? 0);
      const call = callOf(request, payer);
      const allowed = await admit(options, request, { call, asked, input });
      let isSent = false;
      try {
        const answer = await generator.complete({
          ...allowed,
          onSent: () => {
            isSent = true;
            request.onSent?.();
          },
        });
        const { usage } = answer;
        const beyond = usage.estimated ? 0 : usage.inputTokens - counted;
        uncounted.set(model.name, Math.max(beyond, uncounted.get(model.name) ?? 0));
        return { ...answer, settles: { call, usage } };
      } catch (error) {
        // Where the database is away, the next try of the call counts the reservation as spent.
        await options.store.end(call, isSent ? endingOf(error) : 'unsent').catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Reserves, and answers the request with the longest answer that was granted. */
async function admit(
  { store, maxTokens, pauses = PAUSES }: CappedOptions,
  request: ModelRequest,
  { call, asked, input }: { readonly call: CappedCall; readonly asked: readonly AskedCap[]; readonly input: number },
): Promise<ModelRequest> {
  const written = writtenLimit(request.model);
  const output = longestAnswer(request, maxTokens);
  const shortest = Math.min(output, SHORTEST_ANSWER);
  const least = ({ perInput, perOutput }: AskedCap) => (input * perInput + shortest * perOutput) / 1_000_000;
  const tooSmall = asked.find((cap) => least(cap) > cap.most);
  if (tooSmall) {
    const detail = `this call alone may use more than the cap ${tooSmall.name} allows. Raise it in the caps of the settings file`;
    throw new GeneratorError('configuration', detail);
  }
  const admission = await store.admit(call, { input, output, shortest }, asked);
  if (!admission.ok) {
    const { cap, until, isHeld } = admission;
    const retryAt = Math.min(until, Date.now() + (isHeld ? pauses.soon : pauses.later));
    throw new GeneratorDeferred(`The cap ${cap} has too little left.`, { reason: 'cap', cap, until, retryAt });
  }
  // Under a cap no answer goes out without a limit.
  const isOpen = written !== undefined && !isLimit(written);
  return isOpen || admission.output < output ? shortened(request, admission.output, written !== undefined) : request;
}

/** In the place where the limit was written, since only a limit of an author's is sent as it is (R111). */
function shortened(request: ModelRequest, output: number, isWritten: boolean): ModelRequest {
  if (!isWritten) return { ...request, maxTokens: output };
  const { extra, ...model }: ModelSettings = request.model;
  const others = Object.entries(extra ?? {}).filter(([name]) => !LIMIT_FIELDS.some((field) => field === name));
  return { ...request, model: { ...model, maxTokens: output, ...(extra && { extra: Object.fromEntries(others) }) } };
}

function callOf({ place: { runId } }: ModelRequest, { token, call }: Payer): CappedCall {
  return { runId, token, call, execution: crypto.randomUUID() };
}

/** The caps that a call of the model counts under. Free models cost nothing of those in USD; others need a price, unless the run does without (R112). */
function askedCaps({ caps, price }: CappedOptions, payer: Payer, model: string): readonly AskedCap[] {
  const applying = caps.filter((cap) => appliesTo(cap, payer));
  const known = applying.some(({ microUsd }) => microUsd !== undefined) ? price(model) : undefined;
  return applying.flatMap((cap): readonly AskedCap[] => {
    const { window, microUsd, tokens } = cap;
    const inTokens = { name: capName('tokens', cap), window, perInput: MILLION, perOutput: MILLION };
    return [
      ...(tokens === undefined ? [] : [{ ...inTokens, most: tokens }]),
      ...(microUsd === undefined ? [] : inMicroUsd(capName('usd', cap), { window, microUsd }, { known, payer, model })),
    ];
  });
}

const MILLION = 1_000_000;

function inMicroUsd(
  name: string,
  { window, microUsd }: { readonly window: Cap['window']; readonly microUsd: number },
  { known, payer, model }: { readonly known: ModelPrice | undefined; readonly payer: Payer; readonly model: string },
): readonly AskedCap[] {
  if (!known && !payer.unpriced) {
    const detail = `the cap ${name} cannot limit a model whose price is not known: set prices."${model}" in the settings file`;
    throw new GeneratorError('configuration', detail);
  }
  const { input = 0, cachedInput = input, cacheWrite = input, output = 0 } = known ?? {};
  const perInput = Number(picoUsdPerToken(Math.max(input, cachedInput, cacheWrite)));
  const perOutput = Number(picoUsdPerToken(output));
  const isFree = known !== undefined && perInput === 0 && perOutput === 0;
  return isFree ? [] : [{ name, window, most: microUsd, perInput, perOutput }];
}

/** What becomes of the reservation of a call that was sent and brought no answer. */
function endingOf(error: unknown): EndedReservation {
  if (!(error instanceof GeneratorError)) return 'spent';
  if (error.neverConnected) return 'unsent';
  if (error.usage || error.status === undefined) return 'spent';
  if (MAYBE_PAID.has(error.status)) return 'spent';
  return error.status >= 500 ? 'refused' : 'unsent';
}

/** Whoever answers these has lost sight of a request that a provider may have answered. */
const MAYBE_PAID: ReadonlySet<number> = new Set([408, 499, 504, 520, 522, 524]);
