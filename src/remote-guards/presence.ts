import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HEARTBEAT_EVERY, type WorkerHeartbeats } from '../ports/worker-heartbeats.ts';

const PATH = '/internal/guard-workers';
/** Everybody's, and none is held back: a word that is not heard would make its worker look gone. */
const bearer = () => true;
const Told = z.strictObject({ name: z.string().min(1).max(1_000) });

/**
 * The API's side of workers that hold no secret and say that they are there. Nobody has to prove it: all that it decides is for how long
 * `/readyz` believes the Temporal server, which lists the dead for a minute more.
 */
export async function guardPresenceRoutes(
  app: FastifyInstance,
  heartbeats: Pick<WorkerHeartbeats, 'heard'>,
): Promise<void> {
  const schema = { hide: true, body: Told };
  app.post(PATH, { bodyLimit: 4_096, config: { bearer }, schema }, async (request, reply) => {
    heartbeats.heard(Told.parse(request.body).name);
    return reply.code(204).send();
  });
}

/** Tells the API, time and again until it is closed, that the worker of this name is there. An API that does not answer is told later. */
export function tellPresence(apiUrl: string, name: string): { close(): Promise<void> } {
  const timer = setInterval(() => {
    fetch(`${apiUrl}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(2 * HEARTBEAT_EVERY),
    }).catch(() => undefined);
  }, HEARTBEAT_EVERY);
  return { close: async () => clearInterval(timer) };
}
