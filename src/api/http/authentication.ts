import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiSettings } from '../dependencies.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a key: health, and the API's own description. */
    readonly open?: boolean;
    /** Served to those whose bearer it takes, whatever the service's own key; they are not held back. */
    readonly bearer?: (bearer: string) => boolean;
  }
  interface FastifyRequest {
    /** Who asks; the default of `by` (R42). */
    principal: string;
  }
}

/**
 * `none`: everybody is `anonymous`. `keys`: every route that is not open wants `Authorization: Bearer <key>` (running 3). It runs after
 * the rate limit, which would else never see a guessed key.
 */
export function authenticate(app: FastifyInstance, settings: ApiSettings): void {
  app.decorateRequest('principal', 'anonymous');
  const { auth, apiKey } = settings;
  if (auth === 'keys' && !apiKey) throw new Error('Authentication by keys needs a key: set DSAP_API_KEY.');
  app.addHook('preParsing', async (request) => {
    const { bearer } = request.routeOptions.config;
    if (bearer) {
      if (!bearer(bearerOf(request))) throw notAuthenticated();
      return;
    }
    if (!apiKey || auth === 'none' || isOpen(request)) return;
    if (!sameSecret(bearerOf(request), apiKey)) throw notAuthenticated();
    request.principal = 'api-key';
  });
}

function isOpen({ routeOptions }: FastifyRequest): boolean {
  const { url, config } = routeOptions;
  return config.open === true || url === '/docs' || (url?.startsWith('/docs/') ?? false);
}

/** What the request carries as `Authorization: Bearer`; empty when it carries nothing of the kind. */
export function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function notAuthenticated(): Problem {
  const headers = { 'www-authenticate': 'Bearer realm="dsap"' };
  return new Problem(401, 'not_authenticated', 'Send a valid key as "Authorization: Bearer <key>".', { headers });
}
