import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiSettings } from '../dependencies.ts';
import { mayBringCookies } from '../http/gate.ts';
import { LONGEST_SESSION } from './sessions.ts';

const NAME = 'dsap_session';

/** The cookie of a session: no script reads it, links from elsewhere bring it, forms and scripts of other sites do not. */
export interface SessionCookie {
  /** What a request brings; empty when it has none, or comes from a page that may not bring it (R93). */
  of(request: FastifyRequest): string;
  give(reply: FastifyReply, token: string): void;
  take(reply: FastifyReply): void;
}

/** `Secure` wherever people reach the service by https. */
export async function sessionCookie(
  app: FastifyInstance,
  { reach, publicUrl }: Pick<ApiSettings, 'reach' | 'publicUrl'>,
): Promise<SessionCookie> {
  await app.register(cookie);
  const attributes = () => {
    const secure = publicUrl().startsWith('https:');
    return { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  };
  return {
    of: (request) => (mayBringCookies(request, reach) ? (request.cookies[NAME] ?? '') : ''),
    give: (reply, token) => void reply.setCookie(NAME, token, { ...attributes(), maxAge: LONGEST_SESSION / 1_000 }),
    take: (reply) => void reply.clearCookie(NAME, attributes()),
  };
}
