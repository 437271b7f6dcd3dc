import { isGrpcServiceError, isRetryableError } from '@temporalio/client';

/** gRPC status codes (google.rpc.Code). */
const CANCELLED = 1;
export const DEADLINE_EXCEEDED = 4;
export const NOT_FOUND = 5;
export const FAILED_PRECONDITION = 9;
export const UNAVAILABLE = 14;

type Status = Parameters<typeof isRetryableError>[0];

/**
 * Whether the same call may succeed later: what Temporal's client retries, and `CANCELLED`. A server under load answers it for a call whose own
 * context has ended, also if it has done what was asked; this client cancels no call itself.
 */
export function isTransient(status: Status): boolean {
  const code: number = status.code;
  return code === CANCELLED || isRetryableError(status);
}

/** Whether a call of the client failed for want of a server that answers in time: trying again may help. */
export function isServerAway(error: unknown): boolean {
  const status = statusOf(error);
  return codeOf(error) === DEADLINE_EXCEEDED || (status !== undefined && isTransient(status));
}

export function codeOf(error: unknown): number | undefined {
  return statusOf(error)?.code;
}

/** The client wraps what the server said, more than once. */
function statusOf(error: unknown): Status | undefined {
  if (isGrpcServiceError(error)) return error;
  return error instanceof Error ? statusOf(error.cause) : undefined;
}
