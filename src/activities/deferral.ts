import type { Broken } from '../model/call-result.ts';
import { DEFERRED, type GeneratorDeferred } from '../ports/generator-deferred.ts';
import type { Waits } from '../ports/store/waits.ts';
import type { LiveCall } from './call.ts';
import { CallFailure } from './call-failure.ts';

export interface Deferral {
  readonly deferred: GeneratorDeferred;
  readonly token: string;
  readonly call: Pick<LiveCall, 'now'>;
  /** Milliseconds that an outage may keep the call waiting before a person is asked. */
  readonly infraTimeout: number;
  /** The guard that asks; left out where a generator does. */
  readonly guard?: string;
}

/**
 * Returns the task of a call that must not go out now: it is taken up again at `until`, holds no slot meanwhile, and counts as no try.
 * `begin` notes that it waits. An outage that lasts longer than `infraTimeout` answers as data instead, and a person is asked (R32); rate
 * limits and caps end by themselves. Throws `CallFailure` for another try.
 */
export async function deferCall(
  begin: (wait: Omit<Parameters<Waits['begin']>[0], 'runId' | 'counted' | 'phase'>) => ReturnType<Waits['begin']>,
  { deferred, token, call, infraTimeout, guard }: Deferral,
): Promise<Broken> {
  const { reason, endpoint, cap, until, retryAt, message } = deferred;
  const now = call.now();
  const { since } = await begin({
    token,
    reason,
    ...(endpoint !== undefined && { endpoint }),
    ...(cap !== undefined && { cap }),
    until,
    now,
  });
  if (reason !== 'outage' || now - since < infraTimeout) {
    throw new CallFailure(message, {
      type: DEFERRED,
      expected: true,
      retryAfter: Math.max(1, Math.ceil(retryAt - now)),
    });
  }
  const waited = `given up after waiting for ${Math.round((now - since) / 1_000)} s`;
  return {
    kind: 'broken',
    token,
    reason: 'infrastructure',
    detail: `${message} (${waited})`,
    ...(guard !== undefined && { guard }),
    ...(endpoint !== undefined && { endpoint }),
  };
}
