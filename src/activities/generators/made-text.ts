import { z } from 'zod';

/** Bytes of one artifact, as of one that is imported. */
const MOST = 4 * 1024 * 1024;

const Made = z.object({
  content: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= MOST, { error: `an artifact has at most ${MOST} bytes` }),
  mediaType: z
    .string()
    .max(200)
    .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;[\x20-\x7e]*)?$/, { error: 'a media type looks like text/plain' })
    .default('text/plain; charset=utf-8'),
});

/** What a generator of the user's answered is no artifact, and would be none when it is asked again. */
export class NoArtifact extends Error {
  override readonly name = 'NoArtifact';
}

/** The text that a generator of the user's has made. Throws `NoArtifact`. */
export function madeText(made: unknown): z.infer<typeof Made> {
  const parsed = Made.safeParse(typeof made === 'string' ? { content: made } : made);
  if (parsed.success) return parsed.data;
  throw new NoArtifact(`it must answer a text, or {content, mediaType?}: ${z.prettifyError(parsed.error)}`);
}
