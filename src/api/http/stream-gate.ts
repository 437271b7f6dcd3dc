import { Problem } from './problem.ts';

/** How many event streams may be open at once in one process. */
export interface StreamLimits {
  readonly perPrincipal: number;
  readonly inAll: number;
}

export interface StreamGate {
  /** Lets one more of a principal or a session in; the answer lets it out again. Throws 429 `too_many_streams` (R118). */
  enter(who: string): () => void;
}

/** Seconds after which a client may ask again: streams end by themselves, with their runs. */
const AGAIN = 5;

export function createStreamGate({ perPrincipal, inAll }: StreamLimits): StreamGate {
  const open = new Map<string, number>();
  let all = 0;
  return {
    enter(who) {
      const own = open.get(who) ?? 0;
      if (own >= perPrincipal) throw tooMany(`You have ${own} event streams open, which is all that one may have`);
      if (all >= inAll) throw tooMany(`${all} event streams are open, which is all that this process serves`);
      open.set(who, own + 1);
      all += 1;
      return () => {
        const left = (open.get(who) ?? 1) - 1;
        if (left === 0) open.delete(who);
        else open.set(who, left);
        all -= 1;
      };
    },
  };
}

function tooMany(what: string): Problem {
  const detail = `${what}. Close some, or read pages of the log: the same address without "Accept: text/event-stream".`;
  return new Problem(429, 'too_many_streams', detail, { headers: { 'retry-after': String(AGAIN) } });
}
