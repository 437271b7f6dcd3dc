import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly openStreams: Gauge;
}

/** Counts and times every answer by route pattern, never by path, so that the number of series stays bounded. */
export function measure(app: FastifyInstance): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'dsap_http_requests_total',
    help: 'Answers',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'dsap_http_request_duration_seconds',
    help: 'Time to an answer',
    labelNames,
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    requests.inc(labels);
    seconds.observe(labels, reply.elapsedTime / 1000);
  });
  const openStreams = new Gauge({ name: 'dsap_event_streams', help: 'Event streams open now', registers: [registry] });
  return { registry, openStreams };
}
