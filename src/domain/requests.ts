/**
 * Requests as they come over Temporal, where anyone can send anything: read by hand, because the workflow bundle holds no schema
 * library. The API's own schemas are stricter.
 */
import { ACTIONS, type Action, type StopMode } from './event.ts';
import { type DecideRequest, Refused, type StopRequest } from './input.ts';

const STOP_MODES: readonly StopMode[] = ['now', 'after_attempt'];

/** Throws `Refused` (`invalid_request`) saying what is wrong. */
export function readStop(request: unknown): StopRequest {
  if (typeof (request ?? {}) !== 'object') throw new Refused('invalid_request', 'The request is a JSON object.');
  const fields = fieldsOf(request);
  const mode = STOP_MODES.find((word) => word === (fields['mode'] ?? 'now'));
  if (mode === undefined) throw new Refused('invalid_request', `mode is one of ${STOP_MODES.join(', ')}.`);
  return { kind: 'stop', mode, ...texts(fields, ['reason', 'by']) };
}

/** Throws `Refused` (`invalid_request`) saying what is wrong. */
export function readDecision(request: unknown): DecideRequest {
  const fields = fieldsOf(request);
  const action: Action | undefined = ACTIONS.find((word) => word === fields['action']);
  if (action === undefined) throw new Refused('invalid_request', `action is one of ${ACTIONS.join(', ')}.`);
  const { escalationId } = fields;
  if (typeof escalationId !== 'string') throw new Refused('invalid_request', 'escalationId names the escalation.');
  return { kind: 'decide', escalationId, action, ...texts(fields, ['artifactDigest', 'reason', 'comment', 'by']) };
}

/** The fields of what may be anything; none where it is no object. */
export function fieldsOf(request: unknown): Readonly<Record<string, unknown>> {
  return typeof request === 'object' && request !== null ? { ...request } : {};
}

function texts<Name extends string>(fields: Readonly<Record<string, unknown>>, names: readonly Name[]) {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw new Refused('invalid_request', `${name} is a text.`);
    found[name] = value;
  }
  return found;
}
