import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The name under which the processes of the service share the key of seals. */
export const SEAL_KEY = 'guard-calls';

/**
 * A seal is `<digest of a call>.<its MAC>`, so that it can be told for ours before the call itself is read. It proves that the service
 * asked for exactly this call, events and all; how long that counts the log says: until the call has come to an end.
 */
export interface Sealer {
  /** Of the text of a call. */
  sealOf(call: string): string;
  /** Whether the service has made it, for whatever call. */
  isOurs(seal: string): boolean;
}

export function createSealer(key: Uint8Array): Sealer {
  const sealed = (digest: string) => `${digest}.${createHmac('sha256', key).update(digest).digest('base64url')}`;
  return {
    sealOf: (call) => sealed(digestOf(call)),
    isOurs(seal) {
      const expected = Buffer.from(sealed(seal.split('.')[0] ?? ''));
      const given = Buffer.from(seal);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** Whether a seal, which is ours, is that of this call. */
export function isSealOf(seal: string, call: string): boolean {
  return seal.startsWith(`${digestOf(call)}.`);
}

function digestOf(call: string): string {
  return createHash('sha256').update(call).digest('base64url');
}
