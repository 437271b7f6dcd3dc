import { byteSize } from '../../text/byte-size.ts';
import { stringifyJson } from '../../text/exact-json.ts';

/** Bytes of the input of a run, as JSON (R57). */
export const INPUT_LIMIT = 4 * 1024 * 1024;

const TAKEN = `The input of a run may have ${byteSize(INPUT_LIMIT)}.`;

/** What to do about an input that is larger than `INPUT_LIMIT`, as sentences. */
export const INPUT_WAYS_OUT = {
  start: `${TAKEN} Import what is larger with POST /v1/artifacts (at most 16 MiB each), and give it to a step at the start: artifacts: {"<step>": {"artifactId": "art_…"}}.`,
  schedule: `${TAKEN} A schedule gives its runs no artifacts: name in the input where the data lies, and let a step of the workflow read it there.`,
} as const;

/** Returns in words that an input is larger than a run takes, and what to do; undefined if it fits. */
export function inputTooLarge(input: unknown, wayOut: string = INPUT_WAYS_OUT.start): string | undefined {
  const bytes = new TextEncoder().encode(stringifyJson(input) ?? '').length;
  return bytes > INPUT_LIMIT
    ? `The input has ${byteSize(bytes)}, which is more than a run takes. ${wayOut}`
    : undefined;
}
