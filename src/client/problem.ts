import type { Problem } from './types.ts';

/** The service refused, or could not: its answer as RFC 9457 tells it. The message says what happened. */
export class DsapProblem extends Error {
  override readonly name = 'DsapProblem';
  readonly status: number;
  /** Stable snake case; `unexpected_answer` where something else than dsap answered. */
  readonly code: string;
  readonly errors: NonNullable<Problem['errors']>;
  readonly retryable: boolean;
  /** Further members, such as `changed` or `allowedActions`. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, document: Readonly<Record<string, unknown>> & Partial<Problem>) {
    super(document.detail ?? `The service answered ${status}.`);
    this.status = status;
    this.code = document.code ?? 'unexpected_answer';
    this.errors = document.errors ?? [];
    this.retryable = document.retryable ?? false;
    this.document = document;
  }
}

/** Nothing answers at the address, or the connection was lost each time it was tried. */
export class ServiceAway extends Error {
  override readonly name = 'ServiceAway';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`No service answers at ${url}${reasonOf(cause)}.`, { cause });
    this.url = url;
  }
}

/** `fetch` hides what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
