import type { FastifyRequest } from 'fastify';
import type { Store } from '../../ports/store.ts';

/** Who asks for a write, for its audit row and its `by`. */
export interface Asker {
  readonly principal: string;
  readonly requestId: string;
  readonly idempotencyKey?: string;
}

export function askerOf({ principal, id, idempotencyKey }: FastifyRequest): Asker {
  return { principal, requestId: id, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

/** Leaves the audit row of a write (api 3). */
export async function record(
  store: Store,
  { principal, requestId }: Asker,
  entry: { readonly action: string; readonly subject: string; readonly reason?: string | undefined },
): Promise<void> {
  const { action, subject, reason } = entry;
  await store.audit.add({ actor: principal, action, subject, requestId, ...(reason !== undefined && { reason }) });
}
