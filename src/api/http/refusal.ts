import type { Refused } from '../../model/input.ts';
import { Problem } from './problem.ts';

/** Refusals of what a request says, whatever the state is; the others are conflicts with the state. */
const WRONG_REQUESTS = new Set([
  'invalid_request',
  'not_upstream',
  'unknown_step',
  'unknown_state',
  'not_in_state',
  'step_resolved',
  'no_artifact',
]);

/** What the core's refusal means to the caller (R42, R55); `facts` say more about where. */
export function refusal({ code, message, facts }: Refused, more: Readonly<Record<string, unknown>> = {}): Problem {
  if (code === 'escalation_not_found') return new Problem(404, code, message, { facts: more });
  if (code === 'digest_required') return new Problem(428, code, message, { facts: more });
  const { field, ...shown } = facts;
  if (!WRONG_REQUESTS.has(code)) return new Problem(409, code, message, { facts: { ...shown, ...more } });
  const pointer = typeof field === 'string' ? `/${field}` : '';
  return new Problem(422, code, message, { errors: [{ pointer, code, detail: message }], facts: more });
}
