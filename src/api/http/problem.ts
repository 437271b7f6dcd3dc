import { z } from 'zod';
import type { Issue } from '../../ports/catalogues.ts';
import { component } from '../reference/components.ts';

/** One thing that is wrong, or may not be meant. */
export const IssueView = component(
  'Issue',
  z.object({
    pointer: z.string(),
    code: z.string(),
    detail: z.string(),
    line: z.number().optional().describe('of a text: where it stands, counted from 1, to its end, exclusive'),
    column: z.number().optional(),
    endLine: z.number().optional(),
    endColumn: z.number().optional(),
  }),
);

/** RFC 9457 with this service's fields (api 3). `errors` holds all problems of the request at once. */
export const ProblemDocument = component(
  'Problem',
  z.looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().describe('stable snake_case'),
    retryable: z.boolean(),
    errors: z.array(IssueView).optional(),
    runId: z.string().optional(),
    allowedActions: z.array(z.string()).optional(),
  }),
);

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

interface Extras {
  readonly errors?: readonly Issue[];
  /** Further members of the document, such as `runId`. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An answer that is an error; thrown anywhere below a route, written by the one error handler. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly Issue[] | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, detail: string, extras: Extras = {}) {
    super(detail, { cause: extras.cause });
    this.status = status;
    this.code = code;
    this.errors = extras.errors;
    this.facts = extras.facts ?? {};
    this.headers = extras.headers ?? {};
  }
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Unreadable request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict with the current state',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  422: 'Invalid content',
  428: 'Precondition required',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Unavailable',
};

const RETRYABLE_STATUSES = new Set([408, 429, 503]);
const RETRYABLE_CODES = new Set(['idempotency_in_flight']);

/** The document of a problem, without secrets: `instance` is the path, never the query. */
export function problemDocument(problem: Problem, instance: string): z.output<typeof ProblemDocument> {
  const { status, code, message, errors, facts } = problem;
  return {
    ...facts,
    type: `urn:dsap:problem:${code}`,
    title: TITLES[status] ?? 'Error',
    status,
    detail: message,
    instance,
    code,
    retryable: RETRYABLE_STATUSES.has(status) || RETRYABLE_CODES.has(code),
    ...(errors && { errors: errors.map((issue) => IssueView.parse(issue)) }),
  };
}

/** A readable request that is wrong, with everything that is wrong (R55). */
export function invalid(errors: readonly Issue[], code = 'invalid_request'): Problem {
  const count = errors.length === 1 ? 'One thing is' : `${errors.length} things are`;
  const first = errors[0];
  return new Problem(422, code, `${count} wrong${first ? `: ${inWords(first, first.pointer)}` : '.'}`, { errors });
}

/** What is wrong, also where it is read without its pointer: what a schema says by itself does not name `place`. */
export function inWords({ detail }: Issue, place: string): string {
  return place !== '' && OF_SCHEMAS.test(detail) ? `${place}: ${detail}` : detail;
}

const OF_SCHEMAS =
  /^(?:must (?!have required)|Missing: expected|Invalid (?:input|option|discriminator|ISO)|Too (?:small|big):)/;

export function notFound(kind: string, id: string): Problem {
  return new Problem(404, `${kind}_not_found`, `There is no ${kind} "${id}".`);
}
