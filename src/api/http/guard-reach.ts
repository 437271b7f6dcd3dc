import type { FastifyInstance } from 'fastify';
import type { ApiSettings } from '../dependencies.ts';
import { sendProblem } from './errors.ts';
import { corsHeaders, preflight, turnedAway } from './gate.ts';

/** Turns away what a page of another site sends or a foreign name brings, and lets allowed origins in. Register before all else (R93). */
export function guardReach(app: FastifyInstance, { reach }: Pick<ApiSettings, 'reach'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const refused = turnedAway(request, reach);
    if (refused) return sendProblem(request, reply, refused);
    const allowed = corsHeaders(request.headers, reach);
    void reply.headers(allowed);
    const asked = Object.keys(allowed).length > 0 && preflight(request);
    return asked ? reply.code(204).headers(asked).send() : undefined;
  });
}
