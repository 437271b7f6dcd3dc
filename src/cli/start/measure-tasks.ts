import { Gauge, type Registry, register } from 'prom-client';
import type { TasksInHand } from '../../temporal/workflow-slots.ts';

/** Has Prometheus' figures tell how many workflow tasks are in hand, over all queues, and the age of the oldest: near ten seconds they are lost. */
export function measureTasks(inHand: () => readonly TasksInHand[], registry: Registry = register): void {
  const figures = [
    {
      name: 'dsap_workflow_tasks',
      help: 'Workflow tasks in hand',
      value: () => inHand().reduce((sum, { count }) => sum + count, 0),
    },
    {
      name: 'dsap_workflow_task_oldest_seconds',
      help: 'For how long the oldest workflow task has been in hand; Temporal takes it back after ten seconds',
      value: () => Math.max(0, ...inHand().map(({ oldest }) => oldest)) / 1_000,
    },
  ];
  for (const { name, help, value } of figures) {
    registry.removeSingleMetric(name);
    const collect = function (this: Gauge) {
      this.set(value());
    };
    registry.registerMetric(new Gauge({ name, help, collect, registers: [] }));
  }
}
