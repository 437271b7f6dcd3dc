import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** An address that no route has: 404; one that has other methods: 405 with `Allow` (R55). Register before the routes. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  // Before the body is read: what nobody takes need not be well formed.
  app.addHook('preParsing', async (request) => {
    if (request.is404) throw refusal(request, routes);
  });
}

function refusal({ url, method }: FastifyRequest, routes: readonly KnownRoute[]): Problem {
  const path = url.split('?')[0] ?? url;
  const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
  if (allowed.size === 0) return new Problem(404, 'not_found', `There is nothing at ${path}.`);
  const allow = [...allowed].join(', ');
  return new Problem(405, 'method_not_allowed', `${method} is not allowed here, but ${allow}.`, { headers: { allow } });
}

/** `/v1/runs/:id` matches one segment for each parameter; `*` matches the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z]+/g, '[^/]+').replace(/\*/g, '.*')}$`);
}
