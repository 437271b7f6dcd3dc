import type { Payload, PayloadCodec } from '@temporalio/common';
import type { CallSigner } from '../remote-guards/signed-token.ts';

/** How the workflow leaves the place for a signed token: the last field of a call's input (`EvaluateGuardInput`). */
const PLACE = Buffer.from(',"seal":""}');

/**
 * Signs the calls that a workflow worker schedules. The workflow itself cannot: it must not know the key, and has no access to
 * anything that does. Payloads stay plain JSON, so whoever reads them needs no codec.
 */
export function signingCodec(signer: Pick<CallSigner, 'signedTokenOf'>): PayloadCodec {
  return {
    encode: async (payloads) => payloads.map((payload) => signed(payload, signer)),
    decode: async (payloads) => payloads,
  };
}

function signed(payload: Payload, signer: Pick<CallSigner, 'signedTokenOf'>): Payload {
  const data = Buffer.from(payload.data ?? []);
  if (!data.subarray(-PLACE.length).equals(PLACE)) return payload;
  const fields = data.subarray(0, -PLACE.length).toString();
  const signedToken = signer.signedTokenOf(`${fields}}`);
  return { ...payload, data: Buffer.from(`${fields},"seal":${JSON.stringify(signedToken)}}`) };
}
