import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listing, suggestion } from '../../text/nearest.ts';
import { below } from '../../text/pointer.ts';
import { Problem } from './problem.ts';

/** A query parameter that a `/v1` route does not know would be left out without a word: it is 400, and the known ones are named (R94). */
export function refuseUnknownQueries(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ query, routeOptions: { url, schema } }) => {
    if (!url?.startsWith('/v1/') || typeof query !== 'object' || query === null) return;
    const known = namesIn(schema?.querystring);
    const errors = Object.keys(query)
      .filter((name) => !known.includes(name))
      .map((name) => ({ pointer: below('', name), code: 'unknown_parameter', detail: detailOf(name, known) }));
    if (errors[0]) throw new Problem(400, 'invalid_query', errors[0].detail, { errors });
  });
}

function namesIn(querystring: unknown): readonly string[] {
  return querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
}

function detailOf(name: string, known: readonly string[]): string {
  const here = known.length === 0 ? 'This route takes no query parameters.' : `Known here: ${listing(known)}.`;
  return `There is no query parameter "${name}".${suggestion(name, known)} ${here}`;
}
