import type { BreakerReading } from '../ports/store/endpoints.ts';
import { type Generator, GeneratorDeferred, GeneratorError } from './generator.ts';

/** Milliseconds within which results of calls count. */
const WINDOW = 30_000;
/** Faults within the window before the breaker opens; they must also be half of the results. */
const LEAST_FAULTS = 5;
/** How long it stays open at first, and at most, in milliseconds. */
const PAUSE = { first: 5_000, longest: 15_000 };
/** Milliseconds after which a call that waits looks again: a success releases all of them within 5 s. */
const LOOK_AGAIN = 3_000;

export interface BrokenBy extends Generator {
  /** What this process knows of the endpoint by the calls that went through here. */
  reading(): BreakerReading;
}

interface Open {
  readonly since: number;
  readonly pause: number;
  /** When the next call may find out whether the endpoint is back. */
  readonly until: number;
}

/**
 * The same generator behind a breaker (llm 3.2): once many calls in a row meet an endpoint that is away, further ones are deferred, and
 * one at a time finds out whether it is back. Faults of the provider's transport alone count; a rate limit or a refusal shows that it is there.
 */
export function withBreaker(generator: Generator, endpoint: string, now: () => number = Date.now): BrokenBy {
  let results: { readonly at: number; readonly isFault: boolean }[] = [];
  let open: Open | undefined;
  /** The call that finds out whether the endpoint is back. One without any result for long makes way for another. */
  let probe: { readonly until: number } | undefined;
  let lastFault: BreakerReading['lastFault'];
  let lastSuccess: number | undefined;
  let inFlight = 0;
  /** How often it has closed. */
  let closings = 0;

  const isProbing = () => probe !== undefined && probe.until > now();
  /** Takes the call's part: a probe's, or that of any call. Throws `GeneratorDeferred` while neither may go out. */
  function enter(): { readonly until: number } | undefined {
    if (!open) return undefined;
    if (open.until > now() || isProbing()) {
      const until = isProbing() ? now() + LOOK_AGAIN : Math.min(open.until, now() + LOOK_AGAIN);
      const why = lastFault === undefined ? '' : `: ${lastFault.message}`;
      const since = new Date(open.since).toISOString().slice(11, 19);
      const message = `the endpoint ${endpoint} is away since ${since} UTC${why}`;
      throw new GeneratorDeferred(message, { reason: 'outage', endpoint, until });
    }
    probe = { until: now() + PAUSE.longest };
    return probe;
  }
  function succeeded(own: typeof probe): void {
    if (open && own === undefined) return;
    if (own) {
      [open, probe, results] = [undefined, undefined, []];
      closings += 1;
    }
    lastSuccess = now();
    note(false);
  }
  /** `closed`: how often it had closed when the call went out. A fault of a call from before the outage's end says nothing about now. */
  function failed(own: typeof probe, closed: number, message: string): void {
    lastFault = { at: now(), message };
    if (own && own === probe && open) {
      const pause = Math.min(2 * open.pause, PAUSE.longest);
      open = { ...open, pause, until: now() + pause };
      probe = undefined;
    } else if (!open && closed === closings) {
      note(true);
      const faults = results.filter(({ isFault }) => isFault);
      if (faults.length < LEAST_FAULTS || 2 * faults.length < results.length) return;
      open = { since: faults[0]?.at ?? now(), pause: PAUSE.first, until: now() + PAUSE.first };
    }
  }
  function note(isFault: boolean): void {
    results = [...results.filter(({ at }) => at > now() - WINDOW), { at: now(), isFault }];
  }

  return {
    async complete(request) {
      request.signal.throwIfAborted();
      const own = enter();
      const closed = closings;
      let isSent = false;
      let hasBegun = false;
      let hasSucceeded = false;
      const succeed = (): void => {
        if (!hasSucceeded) succeeded(own);
        hasSucceeded = true;
      };
      inFlight += 1;
      try {
        const answer = await generator.complete({
          ...request,
          onSent() {
            isSent = true;
            request.onSent?.();
          },
          onProgress(partial) {
            hasBegun ||= partial.text !== '' || (partial.thoughts ?? '') !== '';
            // A long answer releases the others when it begins.
            if (own && hasBegun) succeed();
            request.onProgress?.(partial);
          },
        });
        succeed();
        return answer;
      } catch (error) {
        const isFault = error instanceof GeneratorError;
        const isLate = isTimeUp(request.signal);
        // A refusal of our own, before anything was sent, says nothing about the endpoint.
        const isOurs = isFault && !isSent && error.kind === 'configuration' && error.status === undefined;
        if (isFault && !isOurs && (error.kind !== 'transport' || error.isRateLimit)) succeed();
        else if (!isOurs && (isLate ? !hasBegun : isFault)) {
          failed(own, closed, isFault ? error.message : TOO_LATE);
          if (isFault) error.isAway = open !== undefined;
        }
        if (isFault) error.endpoint ??= endpoint;
        throw error;
      } finally {
        inFlight -= 1;
        if (own && own === probe) probe = undefined;
      }
    },
    reading: () => ({
      state: open ? (isProbing() ? 'probing' : 'open') : 'closed',
      ...(open && { since: open.since, until: open.until }),
      ...(lastFault && { lastFault }),
      ...(lastSuccess !== undefined && { lastSuccess }),
      inFlight,
    }),
  };
}

const TOO_LATE = 'nothing came within the time of the call';

/** Whether the time that the caller gives ran out; one that revokes the call gives another reason. */
function isTimeUp({ aborted, reason }: AbortSignal): boolean {
  return (
    aborted && (reason instanceof GeneratorError || (reason instanceof DOMException && reason.name === 'TimeoutError'))
  );
}
