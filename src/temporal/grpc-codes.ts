import { isGrpcServiceError } from '@temporalio/client';

/** gRPC status codes (google.rpc.Code). */
export const DEADLINE_EXCEEDED = 4;
export const NOT_FOUND = 5;
export const FAILED_PRECONDITION = 9;
export const UNAVAILABLE = 14;

/** The client wraps what the server said, more than once. */
export function codeOf(error: unknown): number | undefined {
  if (isGrpcServiceError(error)) return error.code;
  return error instanceof Error ? codeOf(error.cause) : undefined;
}
