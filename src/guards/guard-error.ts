/** A guard could not judge: infrastructure, retried and counted apart, never a verdict (design 1, R32). */
export class GuardError extends Error {
  /** The id of the leaf. */
  readonly guard: string;
  readonly detail: string;
  constructor(guard: string, detail: string, cause?: unknown) {
    super(`The guard "${guard}" could not judge: ${detail}`, { cause });
    this.name = 'GuardError';
    this.guard = guard;
    this.detail = detail;
  }
}
