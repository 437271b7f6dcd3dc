/** What a guard looks at of one artifact; above it the artifact is rejected unread. */
const MAX_ARTIFACT_BYTES = 4 * 1024 * 1024;
export const MAX_PATTERN_LENGTH = 4096;
export const MAX_SCHEMA_BYTES = 64 * 1024;
export const MAX_SCHEMA_DEPTH = 64;

/** Milliseconds of one match or validation, far above what ordinary criteria need. */
export const JUDGING_TIME = 5_000;
/** Milliseconds of compiling a pattern or schema at publish. */
export const COMPILING_TIME = 3_000;

/** What is wrong with an artifact's size; undefined when it may be judged. */
export function sizeProblem(text: string): string | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_ARTIFACT_BYTES) return undefined;
  return `The artifact has ${bytes} bytes; at most ${MAX_ARTIFACT_BYTES} are judged. Make it shorter.`;
}
