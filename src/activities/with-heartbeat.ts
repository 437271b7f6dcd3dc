import { activityInfo, asyncLocalStorage, type Context, heartbeat } from '@temporalio/activity';

/** What an activity that is under way waits for: the endpoint at which as many calls are under way as may be. */
interface Waited {
  readonly endpoint: string;
}

const waited = new WeakMap<Context, Waited>();

/** An activity that heartbeats while it works: when its worker is killed, another takes it over after a heartbeat's absence. */
export function withHeartbeat<Input, Output>(
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const { heartbeatTimeoutMs = 5_000 } = activityInfo();
    const context = asyncLocalStorage.getStore();
    // None at once: it would cost every activity a write of the server, and the first is not missed for a whole timeout.
    const timer = setInterval(() => heartbeat(context && waited.get(context)), heartbeatTimeoutMs / 3);
    try {
      return await work(input);
    } finally {
      clearInterval(timer);
    }
  };
}

/**
 * Says with the next heartbeats that the present activity waits for its turn at an endpoint, undefined: that it does no more. Whoever asks
 * the engine why a run does not go on finds it there.
 */
export function tellWaiting(endpoint: string | undefined): void {
  const context = asyncLocalStorage.getStore();
  if (!context) return;
  if (endpoint === undefined) waited.delete(context);
  else waited.set(context, { endpoint });
}
