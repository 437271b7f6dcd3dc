import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Registry, register } from 'prom-client';
import { z } from 'zod';
import { LEVELS, TOOLCHAINS } from '../../model/isolation.ts';
import { StorageFull } from '../../ports/store/errors.ts';
import type { Store } from '../../ports/store/store.ts';
import type { ApiContext } from '../dependencies.ts';
import type { Metrics } from '../http/metrics.ts';
import { Problem } from '../http/problem.ts';
import { component } from '../reference/components.ts';
import { problemResponse } from '../reference/responses.ts';

const Check = z.object({ ok: z.boolean(), detail: z.string() });
const SandboxOfWorker = z.object({
  worker: z.string(),
  sandbox: z.string(),
  version: z.string(),
  level: z.enum(LEVELS),
  toolchains: z.array(z.enum(TOOLCHAINS)).readonly(),
});
const Ready = component(
  'Ready',
  z.object({
    status: z.literal('ready'),
    checks: z.object({ postgres: Check, temporal: Check, worker: Check }),
    sandboxes: z.array(SandboxOfWorker).describe('Where the live workers run the code that guards judge.'),
  }),
);

/** Liveness, readiness with each part named, and Prometheus' figures, with those that other parts of this process keep. */
export function healthRoutes(context: ApiContext, metrics: Metrics): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/healthz',
      {
        config: { open: true },
        schema: {
          tags: ['health'],
          security: [],
          response: { 200: z.object({ status: z.literal('ok') }), 500: problemResponse(500) },
        },
      },
      async () => ({ status: 'ok' as const }),
    );

    app.get(
      '/readyz',
      {
        config: { open: true },
        schema: {
          tags: ['health'],
          security: [],
          response: { 200: Ready, 500: problemResponse(500), 503: problemResponse(503) },
        },
      },
      async () => {
        const { checks, sandboxes } = await check(context);
        const down = Object.entries(checks).flatMap(([part, { ok, detail }]) => (ok ? [] : [`${part}: ${detail}`]));
        if (down.length === 0) return { status: 'ready' as const, checks, sandboxes };
        throw new Problem(503, 'not_ready', `A run cannot be started now. ${down.join(' ')}`, {
          facts: { checks },
          headers: { 'retry-after': '2' },
        });
      },
    );

    app.get(
      '/metrics',
      {
        schema: {
          tags: ['health'],
          response: {
            200: { content: { 'text/plain': { schema: z.string() } } },
            401: problemResponse(401),
            500: problemResponse(500),
          },
        },
      },
      async (_request, reply) =>
        reply.type(metrics.registry.contentType).send(await Registry.merge([metrics.registry, register]).metrics()),
    );
  };
}

async function check({ store, runs }: ApiContext) {
  const [postgres, engine] = await Promise.all([pinged(() => store.ping()), runs.health()]);
  const detail = (ok: boolean, said = '') => said || (ok ? 'reachable' : 'does not answer');
  const checks = {
    postgres,
    temporal: { ok: engine.server, detail: detail(engine.server, engine.server ? '' : engine.detail) },
    // Where all is well it names the queues that are polled (R99).
    worker: { ok: engine.workers, detail: detail(engine.workers, engine.detail) },
  };
  return { checks, sandboxes: postgres.ok ? await sandboxesOf(store, engine.guardWorkers) : [] };
}

async function sandboxesOf(store: Pick<Store, 'capabilities'>, workers: readonly string[]) {
  const capabilities = await store.capabilities.of(workers);
  return [...capabilities].flatMap(([worker, own]) => own.map((capability) => ({ worker, ...capability })));
}

async function pinged(ping: () => Promise<void>) {
  try {
    await ping();
    return { ok: true, detail: 'reachable' };
  } catch (error) {
    const full = error instanceof StorageFull;
    return {
      ok: false,
      detail: full ? "storage_full: the database's disk is full; make room on it." : 'The database does not answer.',
    };
  }
}
