/**
 * Requests as they come over Temporal, where anyone can send anything: read by hand, because the workflow bundle holds no schema
 * library. The API's own schemas are stricter. Everything here throws `Refused` (`invalid_request`) saying what is wrong.
 */

import { ACTIONS, type Action } from '../model/events/escalations.ts';
import { REDIRECT_TYPES } from '../model/events/redirects.ts';
import type { StopMode } from '../model/events/run.ts';
import {
  type AlignRequest,
  type BeginRequest,
  type BudgetRequest,
  type ClarifyRequest,
  type DecideRequest,
  type PauseRequest,
  type RedirectRequest,
  Refused,
  type Request,
  type Standing,
  type StopRequest,
} from '../model/input.ts';
import { fieldsOf } from '../text/fields.ts';
import { utf8Length } from '../text/text.ts';
import { readLimits } from './read-limits.ts';

const STOP_MODES: readonly StopMode[] = ['now', 'after_attempt'];

/** What travels in an event (R75), and what a signal may carry of an artifact (R43), in bytes. */
const LONGEST_TEXT = 1024;
const LONGEST_CONTENT = 16 * 1024;
const MOST_ATTEMPTS = 100;

/** An amendment that brings its content along, to be stored before it is decided (R43). */
export type Decision = DecideRequest & { readonly content?: string; readonly mediaType?: string };

export function readStop(request: unknown): StopRequest {
  const fields = optionalFieldsOf(request);
  const mode = STOP_MODES.find((word) => word === (fields['mode'] ?? 'now'));
  if (mode === undefined) throw wrong('mode', `mode is one of ${STOP_MODES.join(', ')}.`);
  return { kind: 'stop', mode, ...texts(fields, ['reason', 'by']) };
}

/** Reads a pause; the API says which calls wait. */
export function readPause(request: unknown): PauseRequest {
  const { waiting, ...fields } = optionalFieldsOf(request);
  const tokens = Array.isArray(waiting) ? waiting.filter((token) => typeof token === 'string') : [];
  return { ...readPlain('pause', fields), ...(tokens.length > 0 && { waiting: tokens }) };
}

/** Reads a request that takes `by` and `reason` alone, as it came over Temporal. Throws `Refused` (`invalid_request`). */
export function readPlain<Kind extends 'pause' | 'resume' | 'terminate'>(
  kind: Kind,
  request: unknown,
): Extract<Request, { kind: Kind }>;
export function readPlain(kind: 'pause' | 'resume' | 'terminate', request: unknown): Request {
  return { kind, ...texts(optionalFieldsOf(request), ['reason', 'by'], LONGEST_TEXT) };
}

export function readBudget(request: unknown): BudgetRequest {
  const { budgets, ...fields } = fieldsOf(request);
  if (budgets === undefined) throw wrong('budgets', 'budgets holds the limits that are set.');
  return { kind: 'budget', budgets: readLimits(budgets), ...texts(fields, ['by'], LONGEST_TEXT) };
}

/** A redirect as a person writes it, to be prepared before it is absorbed. */
export interface WrittenRedirect {
  readonly kind: 'written';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly by: string;
}

/** One that the API has prepared, or as written, such as in the Web UI. */
export function readRedirect(request: unknown): RedirectRequest | ClarifyRequest | WrittenRedirect {
  const fields = fieldsOf(request);
  if (isPrepared(request)) return request;
  const { by = 'anonymous' } = texts(fields, ['by'], LONGEST_TEXT);
  const { instruction } = texts(fields, ['description', 'instruction'], LONGEST_TEXT);
  if (instruction === undefined && !REDIRECT_TYPES.some((type) => type === fields['type'])) {
    throw wrong('type', `type is one of ${REDIRECT_TYPES.join(', ')}; or say in instruction what to change.`);
  }
  const { by: _, ...written } = fields;
  return { kind: 'written', fields: written, by };
}

/** Only the API sends it: what it names is stored first. */
export function readAlign(request: unknown): AlignRequest {
  if (isAlign(request)) return request;
  throw wrong('prepared', 'Align a run over REST: PUT /v1/runs/{id}/alignment.');
}

function isAlign(request: unknown): request is AlignRequest {
  return fieldsOf(request)['prepared'] === true;
}

export function readBegin(request: unknown): BeginRequest {
  const { by } = texts(optionalFieldsOf(request), ['by'], LONGEST_TEXT);
  return { kind: 'begin', ...(by !== undefined && { by }) };
}

/** The mark is the API's word for it: whoever reaches Temporal itself is trusted with that. */
function isPrepared(request: unknown): request is RedirectRequest | ClarifyRequest {
  return fieldsOf(request)['prepared'] === true;
}

export function readDecision(request: unknown): Decision {
  const fields = fieldsOf(request);
  const action: Action | undefined = ACTIONS.find((word) => word === fields['action']);
  if (action === undefined) throw wrong('action', `action is one of ${ACTIONS.join(', ')}.`);
  const { escalationId, extraAttempts, budgets, seen } = fields;
  if (typeof escalationId !== 'string') throw wrong('escalationId', 'escalationId names the escalation.');
  return {
    kind: 'decide',
    escalationId,
    action,
    ...texts(fields, TEXTS, LONGEST_TEXT),
    ...texts(fields, ['content'], LONGEST_CONTENT),
    ...(isGiven(extraAttempts) && { extraAttempts: attemptsOf(extraAttempts) }),
    ...(isGiven(budgets) && { budgets: readLimits(budgets) }),
    // Only the API compares what was shown, and says where the question stood then.
    ...(isGiven(seen) && { seen: standingIn(seen), ...texts(fields, ['shown'], LONGEST_TEXT) }),
  };
}

/** Only the API sends it: whoever answers from the Web UI names the artifact. */
function standingIn(seen: unknown): Standing {
  const { amendments, plan } = fieldsOf(seen);
  if (typeof amendments === 'number' && typeof plan === 'string') return { amendments, plan };
  throw wrong('seen', 'seen says where the question stood: {"amendments": 0, "plan": "sha256:…"}.');
}

const TEXTS = [
  'artifactDigest',
  'reason',
  'comment',
  'by',
  'artifactId',
  'digest',
  'step',
  'guidance',
  'guidanceDigest',
  'feedback',
  'feedbackDigest',
  'mediaType',
] as const;

/** Everything in it may be left out, and so may it itself. */
function optionalFieldsOf(request: unknown): Readonly<Record<string, unknown>> {
  if (typeof (request ?? {}) !== 'object') throw new Refused('invalid_request', 'The request is a JSON object.');
  return fieldsOf(request);
}

function attemptsOf(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_ATTEMPTS) return value;
  throw wrong('extraAttempts', `extraAttempts is a whole number from 1 to ${MOST_ATTEMPTS}.`);
}

function texts<Name extends string>(
  fields: Readonly<Record<string, unknown>>,
  names: readonly Name[],
  longest?: number,
) {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = fields[name];
    if (!isGiven(value)) continue;
    if (typeof value !== 'string') throw wrong(name, `${name} is a text.`);
    if (longest !== undefined) mustBeKeepable(name, value, longest);
    found[name] = value;
  }
  return found;
}

function mustBeKeepable(name: string, text: string, longest: number): void {
  if (utf8Length(text) > longest) throw wrong(name, `${name} has at most ${longest} bytes here; send it over REST.`);
  if (text.includes('\0') || !text.isWellFormed()) throw wrong(name, `${name} holds characters that cannot be stored.`);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function wrong(field: string, detail: string): Refused {
  return new Refused('invalid_request', detail, { field });
}
