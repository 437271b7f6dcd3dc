import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { remembered } from '../text/remembered.ts';

/** Where a worker without the database asks for the prefixes of the task queues that it is to poll (R99). */
const PATH = '/internal/guard-queues';
/** Milliseconds for an answer. */
const PATIENCE = 5_000;
/** Milliseconds for which it is not looked for anew, whoever asks. */
const MEMORY = 1_000;

const Answer = z.object({ prefixes: z.array(z.string().min(1)).min(1) });
const Refusal = z.object({ detail: z.string() });

/** The API's side. Open to everybody, as the names are no secret: `/readyz` says them too. */
export async function guardQueueRoutes(app: FastifyInstance, wanted: () => Promise<readonly string[]>): Promise<void> {
  const prefixes = remembered(MEMORY, () => performance.now(), wanted);
  app.get(PATH, { config: { open: true }, schema: { hide: true } }, async () => ({ prefixes: await prefixes() }));
}

/**
 * What the API answers; undefined for one from before databases were part of the names. Throws where no API answers, or with something else.
 * `apiUrl` without a slash at the end.
 */
export async function askForQueues(apiUrl: string): Promise<readonly string[] | undefined> {
  const url = `${apiUrl}${PATH}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).catch((cause: unknown) => {
    throw new Error(`the API does not answer at ${url}`, { cause });
  });
  if (response.status === 404) return undefined;
  const text: unknown = await response.json().catch(() => undefined);
  const said = Answer.safeParse(text);
  if (response.ok && said.success) return said.data.prefixes;
  const why = Refusal.safeParse(text).data?.detail;
  throw new Error(`${url} answered ${response.status} and named no task queues${why === undefined ? '' : `: ${why}`}`);
}
