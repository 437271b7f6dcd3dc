import type { Payload, PayloadCodec } from '@temporalio/common';
import type { Sealer } from '../remote-guards/seal.ts';

/** How the workflow leaves the place for a seal: the last field of a call's input (`EvaluateGuardInput`). */
const PLACE = Buffer.from(',"seal":""}');

/**
 * Puts seals on the calls that a workflow worker schedules. The workflow itself cannot: it must not know the key, and has no access to
 * anything that does. Payloads stay plain JSON, so whoever reads them needs no codec.
 */
export function sealingCodec(sealer: Pick<Sealer, 'sealOf'>): PayloadCodec {
  return {
    encode: async (payloads) => payloads.map((payload) => sealed(payload, sealer)),
    decode: async (payloads) => payloads,
  };
}

function sealed(payload: Payload, sealer: Pick<Sealer, 'sealOf'>): Payload {
  const data = Buffer.from(payload.data ?? []);
  if (!data.subarray(-PLACE.length).equals(PLACE)) return payload;
  const fields = data.subarray(0, -PLACE.length).toString();
  const seal = sealer.sealOf(`${fields}}`);
  return { ...payload, data: Buffer.from(`${fields},"seal":${JSON.stringify(seal)}}`) };
}
