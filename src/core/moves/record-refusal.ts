import type { Event } from '../../model/event.ts';
import type { Refused } from '../../model/input.ts';
import { isClosed, type RunState } from '../../model/run-state.ts';
import { fieldsOf } from '../../text/fields.ts';

/** A signal that the state does not allow is ignored, and its refusal recorded (R45). */
export function recordRefusal(state: RunState, request: unknown, refused: Refused, now: number): readonly Event[] {
  if (isClosed(state)) return [];
  const { escalationId, action, by } = fieldsOf(request);
  const body = {
    type: 'decision.rejected',
    escalationId: shortText(escalationId),
    action: shortText(action),
    by: shortText(by, 'anonymous'),
    reason: refused.code,
  } as const;
  return [{ ...body, seq: state.seq + 1, at: now }];
}

function shortText(value: unknown, missing = ''): string {
  return typeof value === 'string' ? value.slice(0, 200) : missing;
}
