import { activityInfo, heartbeat } from '@temporalio/activity';

/** A short activity that beats while it works: when its worker is killed, another takes it over after a heartbeat's absence. */
export function beating<Input, Output>(work: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  return async (input) => {
    const { heartbeatTimeoutMs } = activityInfo();
    const beat = heartbeatTimeoutMs === undefined ? undefined : setInterval(heartbeat, heartbeatTimeoutMs / 3);
    try {
      return await work(input);
    } finally {
      clearInterval(beat);
    }
  };
}
