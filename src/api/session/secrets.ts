import { createHash, timingSafeEqual } from 'node:crypto';

/** By whom requests with the service's own key are made. */
export const OPERATOR = 'api-key';
/** By whom requests are made where authentication is off. */
export const ANYBODY = 'anonymous';

/** Compares digests, so that neither content nor length shows in the time it takes. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
