import { Problem } from '../http/problem.ts';

interface Limits {
  /** Wrong keys that are taken from one address in a window, and from all together. */
  readonly perAddress: number;
  readonly inAll: number;
  readonly windowMs: number;
}

export interface SignInLimit {
  /** Throws 429 `rate_limited` once too many wrong keys came, whatever the next one is. */
  mustBeFree(address: string): void;
  /** A wrong key came from there. */
  wrong(address: string): void;
}

export const SIGN_IN_LIMITS: Limits = { perAddress: 10, inAll: 200, windowMs: 60_000 };

/** Counts wrong keys in this process, so that nobody finds the right one by trying. Right ones cost nothing. */
export function createSignInLimit({ perAddress, inAll, windowMs }: Limits, now: () => number): SignInLimit {
  let since = now();
  let all = 0;
  const wrongFrom = new Map<string, number>();
  const turn = (): void => {
    if (now() - since < windowMs) return;
    since = now();
    all = 0;
    wrongFrom.clear();
  };
  return {
    mustBeFree(address) {
      turn();
      if (all < inAll && (wrongFrom.get(address) ?? 0) < perAddress) return;
      const seconds = Math.max(1, Math.ceil((since + windowMs - now()) / 1_000));
      const detail = `Too many wrong keys; go on in ${seconds} s.`;
      throw new Problem(429, 'rate_limited', detail, { headers: { 'retry-after': String(seconds) } });
    },
    wrong(address) {
      all += 1;
      wrongFrom.set(address, (wrongFrom.get(address) ?? 0) + 1);
    },
  };
}
