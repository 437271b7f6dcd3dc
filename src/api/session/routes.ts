import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';
import type { ZodApp } from '../http/zod-app.ts';
import { problemResponse } from '../reference/responses.ts';
import type { SessionCookie } from './cookie.ts';
import { isForm, readForms } from './forms.ts';
import { CONSOLE, ownPath, signInPath } from './own-path.ts';
import { ANYBODY, OPERATOR } from './secrets.ts';
import type { BrowserSessions } from './sessions.ts';
import { createSignInLimit, SIGN_IN_LIMITS } from './sign-in-limit.ts';
import { PrincipalView, principalView } from './view.ts';

const SignIn = z.strictObject({
  key: z.string().describe('the key; it is not kept'),
  to: z.string().optional().describe('of a form: where to go then, a path of this service'),
});

interface Signing {
  readonly context: Pick<ApiContext, 'settings' | 'now'>;
  readonly sessions: BrowserSessions;
  readonly cookie: SessionCookie;
}

/** Signing in with a key, out again, and who one is (console 3). Nothing here is kept by a cache. */
export function sessionRoutes(signing: Signing): FastifyPluginAsyncZod {
  return async (app) => {
    readForms(app);
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    addSignIn(app, signing);
    addSignOut(app, signing);
    for (const url of ['/v1/session', '/v1/me'])
      app.get(
        url,
        {
          schema: {
            tags: ['session'],
            response: { 200: PrincipalView, 401: problemResponse(401), ...problems() },
          },
        },
        async ({ principal }) => principalView(principal),
      );
  };
}

function addSignIn(app: ZodApp, { context: { settings, now }, sessions, cookie }: Signing): void {
  const limit = createSignInLimit(SIGN_IN_LIMITS, now);
  app.post(
    '/v1/session',
    {
      config: { open: true },
      schema: {
        tags: ['session'],
        security: [],
        body: SignIn,
        response: {
          200: PrincipalView.describe('authentication is off: no key is needed, and no session is begun'),
          201: PrincipalView,
          303: z.null().describe('of a form: to where it asked for, or back to sign in with `problem=wrong-key`'),
          401: problemResponse(401),
          413: problemResponse(413),
          415: problemResponse(415),
          422: problemResponse(422),
          ...problems(),
        },
      },
    },
    async ({ body, headers, ip }, reply) => {
      const form = isForm(headers);
      if (settings.auth === 'none')
        return form ? reply.redirect(ownPath(body.to), 303) : reply.code(200).send(principalView(ANYBODY));
      limit.mustBeFree(ip);
      const token = await sessions.begin(body.key);
      if (token === undefined) {
        limit.wrong(ip);
        if (form) return reply.redirect(signInPath(body.to, 'wrong-key'), 303);
        throw wrongKey();
      }
      cookie.give(reply, token);
      return form ? reply.redirect(ownPath(body.to), 303) : reply.code(201).send(principalView(OPERATOR));
    },
  );
}

/** Both are open: a session that is over is signed out of like any other. */
function addSignOut(app: ZodApp, { sessions, cookie }: Signing): void {
  app.delete(
    '/v1/session',
    {
      config: { open: true },
      schema: {
        tags: ['session'],
        security: [],
        response: { 204: z.null().describe('signed out'), ...problems() },
      },
    },
    async (request, reply) => {
      await sessions.end(cookie.of(request));
      cookie.take(reply);
      return reply.code(204).send(null);
    },
  );
  app.post(`${CONSOLE}/sign-out`, { config: { open: true }, schema: { hide: true } }, async (request, reply) => {
    await sessions.end(cookie.of(request));
    cookie.take(reply);
    return reply.redirect(`${CONSOLE}/sign-in`, 303);
  });
}

function wrongKey(): Problem {
  const headers = { 'www-authenticate': 'Bearer realm="dsap"' };
  return new Problem(401, 'wrong_key', 'This key opens nothing here. Look whether it is whole, and of this service.', {
    headers,
  });
}

function problems() {
  return {
    400: problemResponse(400),
    429: problemResponse(429),
    500: problemResponse(500),
    503: problemResponse(503),
  };
}
