import { z } from 'zod';
import { DURATION_PATTERN, parseDuration } from '../../text/duration.ts';

const LONGEST = 3_650 * 24 * 60 * 60 * 1_000;

/** An ISO 8601 duration above zero and at most ten years. */
export const durationSchema = z
  .string()
  .refine(
    isBearable,
    'a duration is ISO 8601 of weeks, days, hours, minutes and seconds, such as PT90S or PT2H, above zero',
  )
  .meta({ format: 'duration', pattern: DURATION_PATTERN });

/** Of a text that the schema has accepted. */
export function milliseconds(duration: string): number {
  return parseDuration(duration) ?? 0;
}

function isBearable(text: string): boolean {
  const length = parseDuration(text) ?? 0;
  return length > 0 && length <= LONGEST;
}
