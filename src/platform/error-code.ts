/** The system's name of what went wrong, such as `ENOENT`. Not by `instanceof`: errors of Node may come from another realm. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
