import type { FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../ports/store/audit.ts';
import type { Store } from '../../ports/store/store.ts';

/** Who asks for a write, for its audit row and its `by`. */
export interface Asker {
  readonly principal: string;
  readonly requestId: string;
  readonly idempotencyKey?: string;
}

export function askerOf({ principal, id, idempotencyKey }: FastifyRequest): Asker {
  return { principal, requestId: id, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

interface Deed {
  readonly action: string;
  readonly subject: string;
  readonly reason?: string | undefined;
  readonly shown?: string | undefined;
}

/** Leaves the audit row of a write (api 3). */
export function record(store: Store, asker: Asker, deed: Deed): Promise<void> {
  return store.audit.add(entryOf(asker, deed));
}

/** The audit row of a write, for those who store it with the write itself. */
export function entryOf({ principal, requestId }: Asker, { action, subject, reason, shown }: Deed): AuditEntry {
  const why = { ...(reason !== undefined && { reason }), ...(shown !== undefined && { shown }) };
  return { actor: principal, action, subject, requestId, ...why };
}
