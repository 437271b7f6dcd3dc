/** Bytes of JSON; Temporal refuses a payload of 2 MiB, and every one stays in the history. */
const MOST = 1024 * 1024;

/** Why something cannot travel to an activity outside; undefined when it can. */
export function tooLarge(request: unknown): string | undefined {
  const bytes = Buffer.byteLength(JSON.stringify(request));
  return bytes > MOST ? `what it would be given has ${bytes} bytes, and ${MOST} may travel` : undefined;
}
