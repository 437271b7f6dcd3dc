import { z } from 'zod';

const MOST = 16 * 1024;

/** What a verdict may carry beside its words (R67). */
export const verdictData = z
  .json()
  .refine((data) => Buffer.byteLength(JSON.stringify(data)) <= MOST, { error: `larger than ${MOST} bytes of JSON` });
