import type { Client } from '@temporalio/client';
import type { EngineHealth } from '../api/run-client.ts';
import { isConnected } from './connection.ts';
import { codeOf, DEADLINE_EXCEEDED, UNAVAILABLE } from './grpc-codes.ts';

type Answer = Pick<EngineHealth, 'server' | 'detail'>;

/** What is known of the server without asking it. */
interface Standing {
  /** Makes a call within the deadline, and takes note of whether it was answered, be it with an error. */
  readonly within: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Whether the server answers; asked only where the connection is down or its last call was not answered. */
  readonly known: (ask: () => Promise<Answer>) => Promise<Answer>;
}

/** `deadline` in milliseconds. A server that was killed takes the connection with it; one that hangs is noticed by the first call that it does not answer. */
export function watchAnswers(client: Client, deadline: number): Standing {
  let answered = false;
  return {
    async within(call) {
      try {
        const result = await client.withDeadline(Date.now() + deadline, call);
        answered = true;
        return result;
      } catch (error) {
        const code = codeOf(error);
        answered = code !== DEADLINE_EXCEEDED && code !== UNAVAILABLE;
        throw error;
      }
    },
    async known(ask) {
      if (answered && isConnected(client)) return { server: true, detail: '' };
      const { server, detail } = await ask();
      answered = server;
      return { server, detail };
    },
  };
}
