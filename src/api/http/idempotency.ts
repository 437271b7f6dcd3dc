import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StoredAnswer } from '../../ports/store/requests.ts';
import { fieldOf } from '../../text/loose.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key of a POST, once it is valid. */
    idempotencyKey: string | undefined;
    /** Set while this request holds its key. */
    idempotencyClaim: { readonly scope: string; readonly key: string } | undefined;
    /** False when the answer stands for no change, so that it is not kept (R56). */
    changed: boolean;
  }
}

/** There is one tenant until there are keys with tenants. */
const TENANT = 'default';
const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT_HEADERS = ['content-type', 'location', 'etag'];

/** `Idempotency-Key` on every POST (R56): the first answer again, 422 for another body, 409 while in flight. */
export function honourIdempotencyKeys(app: FastifyInstance, context: ApiContext): void {
  app.decorateRequest('idempotencyKey', undefined);
  app.decorateRequest('idempotencyClaim', undefined);
  app.decorateRequest('changed', true);
  app.addHook('preHandler', (request, reply) => claim(context, request, reply));
  app.addHook('onSend', async (request, reply, payload) => {
    await endClaim(context, request, reply, payload);
    return payload;
  });
}

async function claim(context: ApiContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const key = keyOf(request);
  if (key === undefined) return;
  const scope = `${request.method} ${request.url.split('?')[0]} ${TENANT}`;
  const begun = await context.store.requests.begin({ scope, key, digest: context.digestOfJson(request.body ?? null) });
  switch (begun.state) {
    case 'new':
      request.idempotencyKey = key;
      request.idempotencyClaim = { scope, key };
      break;
    case 'done':
      await replay(reply, begun.answer);
      break;
    case 'busy':
      throw new Problem(409, 'idempotency_in_flight', 'The first request with this key is still in flight.', {
        headers: { 'retry-after': '1' },
      });
    case 'other':
      throw new Problem(422, 'idempotency_key_reused', 'This key was used with another body; take a new one.');
  }
}

/**
 * None for routes that let in without a key of ours: they are idempotent by nature, and nobody unknown makes the database write; what they
 * are told, such as a key to sign in with, is kept nowhere. None for a preview, which writes nothing.
 */
function keyOf({ method, headers, query, routeOptions }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  const { bearer, open } = routeOptions.config;
  if (method !== 'POST' || key === undefined || bearer !== undefined || open) return undefined;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Problem(
      400,
      'invalid_header',
      'Idempotency-Key takes 1 to 255 printable ASCII characters without spaces.',
    );
  return fieldOf(query, 'preview') === 'true' ? undefined : key;
}

function replay(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'idempotency-replayed': 'true' })
    .send(body);
}

/** A failure to keep an answer does not take the answer back: the work is done. */
async function endClaim(
  { store }: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { idempotencyClaim: held } = request;
  if (!held) return;
  request.idempotencyClaim = undefined;
  const keep = reply.statusCode < 300 && request.changed && typeof payload === 'string';
  try {
    if (keep)
      await store.requests.finish(held, { status: reply.statusCode, headers: keptHeaders(reply), body: payload });
    else await store.requests.forget(held);
  } catch (error) {
    request.log.error({ err: error }, 'an answer could not be kept under its idempotency key');
  }
}

function keptHeaders(reply: FastifyReply): Readonly<Record<string, string>> {
  const kept = KEPT_HEADERS.map((name) => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}
