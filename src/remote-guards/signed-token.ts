import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The name under which the processes of the service share the key of signed tokens. */
export const SIGNING_KEY = 'guard-calls';

/**
 * A signed token is `<digest of a call>.<its MAC>`, so that it can be told for ours before the call itself is read. It proves that the service
 * asked for exactly this call, events and all; how long that counts the log says: until the call has come to an end.
 */
export interface CallSigner {
  /** Of the text of a call. */
  signedTokenOf(call: string): string;
  /** Whether the service has made it, for whatever call. */
  isOurs(signedToken: string): boolean;
}

export function createCallSigner(key: Uint8Array): CallSigner {
  const signed = (digest: string) => `${digest}.${createHmac('sha256', key).update(digest).digest('base64url')}`;
  return {
    signedTokenOf: (call) => signed(digestOf(call)),
    isOurs(signedToken) {
      const expected = Buffer.from(signed(signedToken.split('.')[0] ?? ''));
      const given = Buffer.from(signedToken);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** Whether a signed token, which is ours, is that of this call. */
export function isSignedTokenOf(signedToken: string, call: string): boolean {
  return signedToken.startsWith(`${digestOf(call)}.`);
}

function digestOf(call: string): string {
  return createHash('sha256').update(call).digest('base64url');
}
