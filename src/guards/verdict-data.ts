import { z } from 'zod';
import { stringifyJson } from '../text/exact-json.ts';
import { whyNotJson } from '../text/why-not-json.ts';

const MOST = 16 * 1024;

/** What a verdict may carry beside its words (R67). */
export const verdictData = z
  .unknown()
  .refine((data) => data !== undefined && whyNotJson(data, 'data') === undefined, { error: 'it must be JSON' })
  .refine((data) => Buffer.byteLength(stringifyJson(data) ?? '') <= MOST, {
    error: `larger than ${MOST} bytes of JSON`,
  });
