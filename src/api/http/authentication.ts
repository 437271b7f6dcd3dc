import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiSettings } from '../dependencies.ts';
import type { SessionCookie } from '../session/cookie.ts';
import { signInPath } from '../session/own-path.ts';
import { ANYBODY, OPERATOR, sameSecret } from '../session/secrets.ts';
import type { BrowserSessions } from '../session/sessions.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a key: health, and the API's own description. */
    readonly open?: boolean;
    /** A page for people: whoever is not signed in is led to sign in, and back. */
    readonly page?: boolean;
    /** Served to those whose bearer it takes, whatever the service's own key; they are not held back. */
    readonly bearer?: (bearer: string) => boolean;
  }
  interface FastifyRequest {
    /** Who asks; the default of `by` (R42). */
    principal: string;
    /** The cookie of the session that asks; empty where a key does, or nobody needs one. */
    session: string;
  }
}

interface SignedIn {
  readonly sessions: BrowserSessions;
  readonly cookie: SessionCookie;
}

/**
 * `none`: everybody is `anonymous`. `keys`: every route that is not open wants `Authorization: Bearer <key>` (running 3) or, where that
 * header is absent, the cookie of a session. It runs after the rate limit, which would else never see a guessed key.
 */
export function authenticate(app: FastifyInstance, settings: ApiSettings, signedIn: SignedIn): void {
  app.decorateRequest('principal', ANYBODY);
  app.decorateRequest('session', '');
  const { auth, apiKey } = settings;
  if (auth === 'keys' && !apiKey) throw new Error('Authentication by keys needs a key: set DSAP_API_KEY.');
  app.addHook('preParsing', async (request, reply) => {
    const { bearer, page } = request.routeOptions.config;
    if (bearer) {
      if (!bearer(bearerOf(request))) throw notAuthenticated();
      return;
    }
    if (!apiKey || auth === 'none' || isOpen(request)) return;
    const principal = await principalOf(request, apiKey, signedIn);
    if (principal !== undefined) request.principal = principal;
    else if (page) await reply.redirect(signInPath(request.url), 303);
    else throw notAuthenticated();
  });
}

async function principalOf(
  request: FastifyRequest,
  apiKey: string,
  { sessions, cookie }: SignedIn,
): Promise<string | undefined> {
  if (request.headers.authorization !== undefined) return sameSecret(bearerOf(request), apiKey) ? OPERATOR : undefined;
  const token = cookie.of(request);
  const principal = await sessions.principalOf(token);
  if (principal !== undefined) request.session = token;
  return principal;
}

function isOpen({ routeOptions }: FastifyRequest): boolean {
  const { url, config } = routeOptions;
  return config.open === true || url === '/docs' || (url?.startsWith('/docs/') ?? false);
}

/** What the request carries as `Authorization: Bearer`; empty when it carries nothing of the kind. */
export function bearerOf({ headers }: FastifyRequest): string {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

function notAuthenticated(): Problem {
  const headers = { 'www-authenticate': 'Bearer realm="dsap"' };
  return new Problem(401, 'not_authenticated', 'Send a valid key as "Authorization: Bearer <key>".', { headers });
}
