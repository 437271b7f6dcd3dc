import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../../model/input.ts';
import { StorageFull, StoreUnavailable } from '../../ports/store/errors.ts';
import { BadCursor } from '../../ports/store/pages.ts';
import { EngineUnavailable, RunNotOpen, RunStuck } from '../run-client.ts';
import { bodyTooLarge } from './body-limits.ts';
import { invalid, inWords, PROBLEM_TYPE, Problem, problemDocument } from './problem.ts';
import { refusal } from './refusal.ts';
import { InvalidPart } from './validation.ts';

/** The one way out for errors: logs what is ours, answers a problem document (api 3). */
export async function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const tooLarge = await bodyTooLarge(error, request);
  if (tooLarge) return sendProblem(request, reply, tooLarge);
  const problem = toProblem(error);
  log(request, problem, error);
  return sendProblem(request, reply, problem);
}

/** A part that is down is no surprise: one line, and none for a probe that asks just that. */
function log(request: FastifyRequest, { status, code, message }: Problem, error: Error): void {
  if (status < 500 || code === 'not_ready') return;
  if (status === 503) request.log.warn(message);
  else request.log.error({ err: error }, 'a request failed');
}

/** The answer that is a problem document. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const instance = request.url.split('?')[0] ?? request.url;
  return reply
    .code(problem.status)
    .headers({ ...problem.headers })
    .removeHeader('etag')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemDocument(problem, instance)));
}

/** What an error means to the caller. Anything not known is ours: 500, which tells nothing of its insides. */
function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidPart) return invalidPart(error);
  if (error instanceof BadCursor) return new Problem(400, 'invalid_cursor', 'The cursor is not one of this list.');
  if (error instanceof StorageFull) return storageFull();
  if (error instanceof StoreUnavailable) return unavailable('postgres', 'The database does not answer.');
  if (error instanceof EngineUnavailable) return unavailable(error.part, `The ${error.part} part does not answer.`);
  if (error instanceof RunStuck) return stuck(error);
  if (error instanceof RunNotOpen) return new Problem(409, 'run_not_open', 'The run has ended.');
  if (error instanceof Refused) return refusal(error);
  return (
    fromFramework(error) ?? new Problem(500, 'internal_error', 'Something broke inside the service; it is logged.')
  );
}

/** A 503 that names what is down (api 3). */
function unavailable(part: string, detail: string): Problem {
  const headers = { 'retry-after': '2' };
  return new Problem(503, 'unavailable', `${detail} Try again shortly.`, { headers, facts: { part } });
}

function storageFull(): Problem {
  const detail =
    "The database's disk is full, so nothing can be stored. Make room on it; open runs go on by themselves then.";
  return new Problem(503, 'storage_full', detail, { headers: { 'retry-after': '10' }, facts: { part: 'postgres' } });
}

/** The service is well, and so is the run's log; only its execution cannot go on (R92). */
function stuck({ reason }: RunStuck): Problem {
  const next = 'It goes on as soon as a worker can do it; terminate ends the run all the same.';
  const detail = `The run's workflow task fails each time it is tried: ${reason}. ${next}`;
  return new Problem(503, 'run_stuck', detail, { headers: { 'retry-after': '10' }, facts: { reason } });
}

/** 422 for a body, 400 for a query or a header, 404 for an address that cannot exist. */
function invalidPart({ validationContext, issues }: InvalidPart): Problem {
  if (validationContext === 'body') return invalid(issues);
  if (validationContext === 'params') return new Problem(404, 'not_found', 'There is nothing at this address.');
  const code = validationContext === 'headers' ? 'invalid_header' : 'invalid_query';
  const [first] = issues;
  return new Problem(400, code, first ? inWords(first, first.pointer.slice(1)) : 'Unreadable.', { errors: issues });
}

const FRAMEWORK: Readonly<Record<string, readonly [status: number, code: string, detail: string]>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    'invalid_content_length',
    'The body is not as long as Content-Length says.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'This route does not take this Content-Type. Send application/json; a definition may be application/yaml, too.',
  ],
  FST_ERR_BAD_URL: [400, 'invalid_url', 'The address is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: [414, 'url_too_long', 'A part of the address is too long.'],
  FST_ERR_NOT_FOUND: [404, 'not_found', 'There is nothing at this address.'],
};

/** Fastify's own refusals; its other errors are ours. */
function fromFramework(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = FRAMEWORK[code];
  if (known) return new Problem(...known);
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return status >= 400 && status < 500 ? new Problem(status, 'bad_request', error.message) : undefined;
}
