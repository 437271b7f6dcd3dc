import { PROBLEM_TYPE, ProblemDocument } from './problem.ts';

const MEANINGS: Readonly<Record<number, string>> = {
  304: 'Not modified',
  400: 'Unparsable body, header, cursor or query',
  401: 'Missing or wrong API key',
  404: 'No such thing',
  409: 'The current state does not allow it',
  410: 'Expired',
  413: 'Body too large',
  415: 'Unsupported media type',
  422: 'Readable but wrong; all problems at once',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'A part of the service is down; the detail names it',
};

/** What every route may answer besides its own statuses. */
const EVERYWHERE = [400, 401, 404, 429, 500, 503] as const;
const WRITES = [413, 415, 409, 422] as const;

interface ProblemResponse {
  readonly description: string;
  readonly content: { readonly [type: string]: { readonly schema: typeof ProblemDocument } };
}

type Everywhere = (typeof EVERYWHERE)[number];
type Write = (typeof WRITES)[number];

/** The refusals of a route that reads, for its response schema. */
export function readProblems(): Readonly<Record<Everywhere, ProblemResponse>> {
  return problemResponses(EVERYWHERE);
}

/** The refusals of a route that takes a body; `more` are its own. */
export function writeProblems(): Readonly<Record<Everywhere | Write, ProblemResponse>> {
  return problemResponses([...EVERYWHERE, ...WRITES]);
}

export function problemResponse(status: number): ProblemResponse {
  const mediaType = PROBLEM_TYPE.split(';')[0] ?? PROBLEM_TYPE;
  return { description: MEANINGS[status] ?? 'Error', content: { [mediaType]: { schema: ProblemDocument } } };
}

/** The assertion: `Object.fromEntries` forgets the keys it was given. */
function problemResponses<Status extends number>(
  statuses: readonly Status[],
): Readonly<Record<Status, ProblemResponse>> {
  const entries = statuses.map((status) => [status, problemResponse(status)]);
  return Object.fromEntries(entries) as Record<Status, ProblemResponse>;
}
