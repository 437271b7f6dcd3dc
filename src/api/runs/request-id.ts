import type { ApiContext } from '../dependencies.ts';
import type { Asker } from './record.ts';

/** The id of an Update: the same for the same key on the same thing, so that a repeat is applied once. */
export function requestIdFor({ digestOf, newId }: ApiContext, { idempotencyKey }: Asker, subject: string): string {
  if (idempotencyKey === undefined) return newId('req_');
  return `req_${digestOf(`${subject} ${idempotencyKey}`).replace('sha256:', '').slice(0, 40)}`;
}
