import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseJson } from '../../text/exact-json.ts';
import { invalid, Problem } from './problem.ts';
import { unkeepable } from './readable.ts';

/** JSON in UTF-8 is the only body; an empty one counts as none. What cannot be kept is refused before any route sees it. */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = decode(body);
    if (text instanceof Problem) return done(text);
    return parse(request, text, (error) => (error ? done(error) : done(null, parseJson(text))));
  });
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (body === undefined && needsBody(routeOptions.schema?.body)) throw noBody();
    const issues = unkeepable(body);
    if (issues.length > 0) throw invalid(issues);
  });
}

function needsBody(schema: unknown): boolean {
  return schema instanceof z.ZodType && !schema.safeParse(undefined).success;
}

function noBody(): Problem {
  return new Problem(400, 'invalid_body', 'This route needs a body: send JSON as application/json.');
}

/** Text in UTF-8, or the problem. */
export function decode(body: string | Buffer): string | Problem {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new Problem(400, 'invalid_encoding', 'The body is not UTF-8.');
  }
}
