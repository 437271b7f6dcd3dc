import { z } from 'zod';
import { type CallWait, WAIT_REASONS } from '../../ports/store/waits.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';

export const WaitingView = component(
  'Waiting',
  z
    .object({
      reason: z
        .enum(WAIT_REASONS)
        .describe('`outage`: its endpoint is away; `limit`: a rate limit is reached; `cap`: a cap on spending is'),
      endpoint: z.string().optional().describe('what it waits for, unless that is a cap'),
      cap: z.string().optional(),
      since: Time,
      until: Time.describe('when it is tried next'),
    })
    .describe('a call waits before anything of it is sent, and goes on by itself'),
);
export type WaitingView = z.output<typeof WaitingView>;

export function waitingView({ reason, endpoint, cap, since, until }: Omit<CallWait, 'token'>): WaitingView {
  return {
    reason,
    ...(endpoint !== undefined && { endpoint }),
    ...(cap !== undefined && { cap }),
    since: timeOf(since),
    until: timeOf(until),
  };
}
