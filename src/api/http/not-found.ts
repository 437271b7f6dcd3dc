import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

interface KnownRoute {
  readonly url: string;
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** An address that no route has: 404; one that has other methods: 405 with `Allow` (R55). Register before the routes. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ url, pattern: patternOf(url), methods: [method].flat() });
  });
  // Before the body is read: what nobody takes need not be well formed.
  app.addHook('preParsing', async (request) => {
    if (request.is404) throw refusal(request, routes);
  });
}

function refusal({ url, method }: FastifyRequest, routes: readonly KnownRoute[]): Problem {
  const path = url.split('?')[0] ?? url;
  const allowed = new Set(methodsAt(path, routes));
  if (allowed.size === 0) return new Problem(404, 'not_found', `There is nothing at ${path}.`);
  const allow = [...allowed].join(', ');
  return new Problem(405, 'method_not_allowed', `${method} is not allowed here, but ${allow}.`, { headers: { allow } });
}

/** An address that a route has word for word is that route's, as OpenAPI reads it; else of all whose pattern it fits. */
function methodsAt(path: string, routes: readonly KnownRoute[]): readonly string[] {
  const fitting = routes.filter(({ pattern }) => pattern.test(path));
  const exact = fitting.filter(({ url }) => url === path);
  return (exact.length > 0 ? exact : fitting).flatMap(({ methods }) => methods);
}

/** `/v1/runs/:id` matches one segment for each parameter; `*` matches the rest. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z]+/g, '[^/]+').replace(/\*/g, '.*')}$`);
}
