import type { FastifyPluginAsync } from 'fastify';
import type { ApiSettings } from '../dependencies.ts';
import { CONSOLE } from '../session/own-path.ts';
import { prefersHtml } from './accept.ts';

type Known = Pick<ApiSettings, 'auth' | 'publicUrl' | 'temporalUiUrl' | 'version'>;

/** `GET /`: leads a browser to the console and tells a program where everything is. It tells nothing of any run, so that it needs no key. */
export function welcomeRoutes(settings: Known): FastifyPluginAsync {
  return async (app) => {
    app.get('/', { schema: { hide: true }, config: { open: true } }, (request, reply) => {
      void reply.header('vary', 'Accept');
      return prefersHtml(request.headers.accept) ? reply.redirect(CONSOLE, 303) : reply.send(directory(settings));
    });
  };
}

function directory({ auth, publicUrl, temporalUiUrl, version }: Known) {
  const at = (path: string) => `${publicUrl()}${path}`;
  return {
    service: 'dsap',
    version,
    links: {
      self: at('/'),
      console: at(CONSOLE),
      openapi: at('/openapi.json'),
      reference: at('/docs'),
      runs: at('/v1/runs'),
      escalations: at('/v1/escalations?status=open'),
      definitions: at('/v1/workflows'),
      session: at('/v1/session'),
      health: at('/healthz'),
      ready: at('/readyz'),
      // Where keys are needed, nobody without one learns where else the service runs.
      ...(auth === 'none' && temporalUiUrl !== undefined && { temporalUi: temporalUiUrl }),
    },
  };
}
