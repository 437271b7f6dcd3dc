import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodApp } from '../../api/http/zod-app.ts';
import type { Screen } from '../frame.ts';

/** Answers with a screen in its frame; 200 where no status is said. */
export type Show = (
  request: FastifyRequest,
  reply: FastifyReply,
  screen: Screen,
  status?: number,
) => Promise<FastifyReply>;

/** What a page needs to be served: each folder of `pages/` adds its own routes to it. */
export interface Site {
  readonly app: ZodApp;
  readonly show: Show;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Of a route: it is shown to whoever is signed in, and led to by signing in. */
export const PAGE = { config: { page: true } } as const;
/** Of a route's schema: it is none of REST. */
export const HIDDEN = { hide: true } as const;
