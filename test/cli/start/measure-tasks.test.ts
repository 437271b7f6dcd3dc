import { Registry } from 'prom-client';
import { measureTasks } from '../../../src/cli/start/measure-tasks.ts';

test('the figures tell how many workflow tasks are in hand and the age of the oldest, over all queues, as they are when asked for (performance 5)', async () => {
  const registry = new Registry();
  let oldest = 1;
  const inHand = () => [
    { count: 2, oldest },
    { count: 1, oldest: 100 },
  ];
  for (const _ of ['a worker', 'one after it in the same process']) measureTasks(inHand, registry);
  oldest = 2_500;
  const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('dsap_'));
  expect(lines).toEqual(['dsap_workflow_tasks 3', 'dsap_workflow_task_oldest_seconds 2.5']);
});
