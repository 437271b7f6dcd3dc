import type { Schemas } from './typed.ts';

interface Document extends Readonly<Record<string, unknown>> {
  readonly detail?: string;
  readonly code?: string;
  readonly retryable?: boolean;
  readonly errors?: readonly Issue[];
}

/** What is wrong with what was sent, place by place. */
export type Issue = Schemas['Issue'];

/** The service refused, or could not: its answer as RFC 9457 tells it. The message says what happened and what to do. */
export class DsapProblem extends Error {
  override readonly name: string = 'DsapProblem';
  /** 0 where no service answered. */
  readonly status: number;
  /** Stable snake case; `unexpected_answer` where something else than dsap answered. */
  readonly code: string;
  readonly errors: readonly Issue[];
  /** Whether the same may succeed later. */
  readonly retryable: boolean;
  /** Further members, such as `changed` or `allowedActions`. */
  readonly document: Readonly<Record<string, unknown>>;

  constructor(status: number, document: Document, options?: ErrorOptions) {
    super(document.detail ?? `The service answered ${status}.`, options);
    this.status = status;
    this.code = document.code ?? 'unexpected_answer';
    this.errors = document.errors ?? [];
    this.retryable = document.retryable ?? false;
    this.document = document;
  }
}

/** Nothing answers at the address, or the connection was lost each time it was tried; `code` is `service_away`, `document.detail` what happened. */
export class ServiceAway extends DsapProblem {
  override readonly name = 'ServiceAway';
  readonly url: string;

  constructor(url: string, cause: unknown) {
    const detail = `No service answers at ${url}${reasonOf(cause)}.`;
    super(0, { code: 'service_away', detail, retryable: true }, { cause });
    this.message = `${detail} Check the address, and whether the service runs; then try again.`;
    this.url = url;
  }
}

/** A run was waited for that has not completed: it ended otherwise, or the wait did. */
export class RunNotCompleted extends Error {
  override readonly name = 'RunNotCompleted';
  readonly runId: string;
  /** As it stood last; undefined where that was not known yet. */
  readonly status: Schemas['Run']['status'] | undefined;
  /** Why it failed, where it did. */
  readonly failure: Schemas['Failure'] | undefined;

  constructor(
    message: string,
    { runId, status, failure }: Pick<RunNotCompleted, 'runId' | 'status' | 'failure'>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.runId = runId;
    this.status = status;
    this.failure = failure;
  }
}

/** `fetch` hides what happened in the cause of its error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? ` (${code})` : '';
}
