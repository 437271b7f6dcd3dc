import type { FastifyRequest } from 'fastify';
import { INPUT_LIMIT, INPUT_WAYS_OUT, inputTooLarge } from '../../definitions/checks/input-size.ts';
import { byteSize } from '../../text/byte-size.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What to do about a body that is too large for the route, as sentences. */
    readonly wayOut?: string;
  }
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** Bytes of a body that no route says otherwise of (R57). */
export const BODY_LIMIT = 256 * KIBIBYTE;
/** Bytes of definitions, amendments, alignments and redirects. */
export const LARGE_BODY_LIMIT = 4 * MEBIBYTE;
/** Bytes of an imported artifact. */
export const ARTIFACT_LIMIT = 16 * MEBIBYTE;
/** Bytes of a schedule, with the input of its runs. */
export const SCHEDULE_LIMIT = INPUT_LIMIT + BODY_LIMIT;
/** Bytes of a start, which may bring a definition along with the input. */
export const START_LIMIT = SCHEDULE_LIMIT + LARGE_BODY_LIMIT;
/** Bytes of a large form of the console: a form writes each letter in up to three. */
export const FORM_LIMIT = 3 * LARGE_BODY_LIMIT + BODY_LIMIT;

export const WAYS_OUT = {
  ...INPUT_WAYS_OUT,
  artifact: 'Split it into several artifacts.',
  definition: 'Leave long texts out of the definition: they can come with the input of a run, or as artifacts.',
} as const;

/** Refuses the input of a run that is larger than `INPUT_LIMIT`. Throws 413. */
export function mustTakeInput(input: unknown, wayOut?: string): void {
  const detail = inputTooLarge(input, wayOut);
  if (detail !== undefined) throw new Problem(413, 'too_large', detail, { facts: { limit: INPUT_LIMIT } });
}

/** Whether the headers announce a body in which no input larger than `INPUT_LIMIT` fits, so that nothing needs to be measured. */
export function isSmall({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= INPUT_LIMIT;
}

/** So many bytes of a refused body are read: a client that is cut off while it sends never sees the answer. */
const DRAINED = 64 * MEBIBYTE;

/** Reads the rest of a request's body and discards it. */
async function drain({ raw }: FastifyRequest): Promise<void> {
  let bytes = 0;
  await new Promise<void>((resolve) => {
    raw.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > DRAINED) resolve();
    });
    for (const event of ['end', 'error', 'close']) raw.once(event, resolve);
    raw.resume();
    if (raw.complete) resolve();
  });
}

/**
 * Returns the answer to a body that is larger than its route takes: how much came, how much the route takes, and what to do; undefined of any
 * other error. The rest of the body is read first.
 */
export async function bodyTooLarge(error: Error, request: FastifyRequest): Promise<Problem | undefined> {
  if (!('code' in error) || error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return undefined;
  await drain(request);
  const { headers, routeOptions } = request;
  const limit = routeOptions.bodyLimit ?? BODY_LIMIT;
  const announced = Number(headers['content-length'] ?? Number.NaN);
  const size = announced > limit ? `has ${byteSize(announced)}` : `is larger than ${byteSize(limit)}`;
  const wayOut = routeOptions.config.wayOut ?? 'Send less at once.';
  const detail = `The body ${size}, and this route takes at most ${byteSize(limit)}. ${wayOut}`;
  return new Problem(413, 'too_large', detail, { facts: { limit } });
}
