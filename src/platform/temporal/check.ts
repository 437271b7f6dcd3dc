import { Connection, type ConnectionOptions } from '@temporalio/client';
import { grpcOptions } from './grpc-options.ts';

const ANSWER_LIMIT = 5_000;

/** Why a Temporal server cannot be used; undefined when it answers for the namespace. */
export async function temporalProblem(options: ConnectionOptions, namespace: string): Promise<Error | undefined> {
  const connection = Connection.lazy(grpcOptions(options));
  try {
    const ask = () => connection.workflowService.describeNamespace({ namespace });
    await connection.withDeadline(Date.now() + ANSWER_LIMIT, ask);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await connection.close();
  }
}
