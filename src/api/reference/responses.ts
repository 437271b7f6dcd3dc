import { PROBLEM_TYPE, ProblemDocument } from '../http/problem.ts';

const MEANINGS: Readonly<Record<number, string>> = {
  304: 'Not modified',
  400: 'Unparsable body, header, cursor or query',
  401: 'Missing or wrong API key',
  403: 'A page of another site asks, whose origin is not let in',
  404: 'No such thing',
  409: 'The current state does not allow it',
  410: 'Expired, or not kept any more',
  412: 'If-Match is stale',
  413: 'Body too large',
  415: 'Unsupported media type; the detail names those that are taken',
  421: 'The service is not reached by the name in Host',
  422: 'Readable but wrong; all problems at once',
  428: 'If-Match is missing, or what was looked at',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'A part of the service is down; the detail names it',
};

const MEDIA_TYPE = PROBLEM_TYPE.split(';')[0] ?? PROBLEM_TYPE;

interface ProblemResponse {
  readonly description: string;
  readonly content: { readonly [type: string]: { readonly schema: typeof ProblemDocument } };
}

/** What any route may answer besides its own statuses, for its response schema. */
export function readProblems() {
  return {
    400: problemResponse(400),
    401: problemResponse(401),
    404: problemResponse(404),
    429: problemResponse(429),
    500: problemResponse(500),
    503: problemResponse(503),
  };
}

/** What a route that takes a body may answer besides its own statuses. */
export function writeProblems() {
  return {
    ...readProblems(),
    409: problemResponse(409),
    413: problemResponse(413),
    415: problemResponse(415),
    422: problemResponse(422),
  };
}

/** What a stream may answer of which a part makes way. */
export function goneProblems() {
  return { ...readProblems(), 410: problemResponse(410) };
}

export function problemResponse(status: number): ProblemResponse {
  return { description: MEANINGS[status] ?? 'Error', content: { [MEDIA_TYPE]: { schema: ProblemDocument } } };
}

/** The same as it stands in the finished document. */
export function problemReference(status: number) {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description: MEANINGS[status] ?? 'Error', content: { [MEDIA_TYPE]: { schema } } };
}
