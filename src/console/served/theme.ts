import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CONSOLE, ownPath } from '../../api/session/own-path.ts';
import { THEMES, type Theme } from '../frame.ts';
import { HIDDEN, type Site } from './site.ts';

const COOKIE = 'dsap_theme';
const YEAR = 365 * 24 * 3_600;

/** Which colours were chosen; it holds nothing of anybody, so that scripts may write it too. */
export function themeOf({ cookies }: Pick<FastifyRequest, 'cookies'>): Theme {
  return THEMES.find((theme) => theme === cookies[COOKIE]) ?? 'system';
}

/** The switch of colours, for who has no scripts. */
export function addTheme({ app }: Pick<Site, 'app'>): void {
  const body = z.object({ theme: z.enum(THEMES), to: z.string().optional() });
  app.post(`${CONSOLE}/theme`, { config: { open: true }, schema: { ...HIDDEN, body } }, (request, reply) =>
    reply
      .setCookie(COOKIE, request.body.theme, { path: CONSOLE, maxAge: YEAR, sameSite: 'lax' })
      .redirect(ownPath(request.body.to), 303),
  );
}
