import { z } from 'zod';
import { isJson, stringifyJson } from '../text/exact-json.ts';

const MOST = 16 * 1024;

/** What a verdict may carry beside its words (R67). */
export const verdictData = z
  .unknown()
  .refine(isJson, { error: 'it must be JSON' })
  .refine((data) => Buffer.byteLength(stringifyJson(data) ?? '') <= MOST, {
    error: `larger than ${MOST} bytes of JSON`,
  });
