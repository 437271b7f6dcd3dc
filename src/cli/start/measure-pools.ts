import { Gauge, type GaugeConfiguration, type Registry, register } from 'prom-client';
import type { Sandboxes } from '../../sandbox/sandboxes.ts';

/** Has Prometheus' figures tell how the jobs of each sandbox were started, and how many processes are ready for the next. */
export function measurePools({ pools }: Pick<Sandboxes, 'pools'>, registry: Registry = register): void {
  const gauges: readonly GaugeConfiguration<'sandbox' | 'start'>[] = [
    {
      name: 'dsap_sandbox_jobs',
      help: 'Jobs that found a process ready (warm), one that was still starting (waits), or none (cold)',
      labelNames: ['sandbox', 'start'],
      collect() {
        for (const [sandbox, { warm, waits, cold }] of Object.entries(pools()))
          for (const [start, count] of Object.entries({ warm, waits, cold })) this.set({ sandbox, start }, count);
      },
    },
    {
      name: 'dsap_sandbox_ready',
      help: 'Processes that are ready for a job',
      labelNames: ['sandbox'],
      collect() {
        for (const [sandbox, { waiting }] of Object.entries(pools())) this.set({ sandbox }, waiting);
      },
    },
  ];
  for (const gauge of gauges) {
    registry.removeSingleMetric(gauge.name);
    registry.registerMetric(new Gauge({ ...gauge, registers: [] }));
  }
}
