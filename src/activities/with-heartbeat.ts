import { activityInfo, heartbeat } from '@temporalio/activity';

/** An activity that heartbeats while it works: when its worker is killed, another takes it over after a heartbeat's absence. */
export function withHeartbeat<Input, Output>(
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const { heartbeatTimeoutMs = 5_000 } = activityInfo();
    // None at once: it would cost every activity a write of the server, and the first is not missed for a whole timeout.
    const timer = setInterval(() => heartbeat(), heartbeatTimeoutMs / 3);
    try {
      return await work(input);
    } finally {
      clearInterval(timer);
    }
  };
}
