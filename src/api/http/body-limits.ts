import type { FastifyRequest } from 'fastify';
import { stringifyJson } from '../../text/exact-json.ts';
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
/** Bytes of the input of a run, as JSON. */
export const INPUT_LIMIT = 4 * MEBIBYTE;
/** Bytes of a start, which may bring a definition along with the input. */
export const START_LIMIT = INPUT_LIMIT + LARGE_BODY_LIMIT + BODY_LIMIT;

export const WAYS_OUT = {
  start:
    'The input of a run may have 4 MiB. Import what is larger with POST /v1/artifacts (at most 16 MiB each), and give it to a step at the start: artifacts: {"<step>": {"artifactId": "art_…"}}.',
  artifact: 'Split it into several artifacts.',
  definition: 'Leave long texts out of the definition: they can come with the input of a run, or as artifacts.',
} as const;

/** Refuses the input of a run that is larger than `INPUT_LIMIT`. `announced`: bytes of the whole body, if its headers tell. Throws 413. */
export function mustTakeInput(input: unknown, announced: string | undefined): void {
  // The input is part of the body: most are measured by that alone.
  if (input === undefined || Number(announced ?? Number.POSITIVE_INFINITY) <= INPUT_LIMIT) return;
  const bytes = Buffer.byteLength(stringifyJson(input) ?? '');
  if (bytes <= INPUT_LIMIT) return;
  const detail = `The input has ${inUnits(bytes)}, which is more than a run takes. ${WAYS_OUT.start}`;
  throw new Problem(413, 'too_large', detail, { facts: { limit: INPUT_LIMIT } });
}

/** So many bytes of a refused body are read: a client that is cut off while it sends never sees the answer. */
const DRAINED = 64 * MEBIBYTE;

/** Reads the rest of a request's body and discards it. */
export async function drain({ raw }: FastifyRequest): Promise<void> {
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

/** Returns the answer to a body that is larger than its route takes: how much came, how much the route takes, and what to do. */
export function bodyTooLarge({ headers, routeOptions }: FastifyRequest): Problem {
  const limit = routeOptions.bodyLimit ?? BODY_LIMIT;
  const announced = Number(headers['content-length'] ?? Number.NaN);
  const size = announced > limit ? `has ${inUnits(announced)}` : `is larger than ${inUnits(limit)}`;
  const wayOut = routeOptions.config.wayOut ?? 'Send less at once.';
  const detail = `The body ${size}, and this route takes at most ${inUnits(limit)}. ${wayOut}`;
  return new Problem(413, 'too_large', detail, { facts: { limit } });
}

function inUnits(bytes: number): string {
  const [unit, name] = bytes < MEBIBYTE ? [KIBIBYTE, 'KiB'] : [MEBIBYTE, 'MiB'];
  // Rounded up, so that what is a little too large does not read as if it fitted.
  const amount = Math.ceil((bytes / unit) * 100) / 100;
  return `${amount} ${name}`;
}
