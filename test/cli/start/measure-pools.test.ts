import { Registry } from 'prom-client';
import { measurePools } from '../../../src/cli/start/measure-pools.ts';

test('the figures tell of each sandbox how its jobs were started, and what is ready, as it is when they are asked for (performance 4)', async () => {
  const registry = new Registry();
  let warm = 1;
  const sandboxes = { pools: () => ({ deno: { warm, waits: 2, cold: 3, waiting: 4 } }) };
  for (const _ of ['a worker', 'one after it in the same process']) measurePools(sandboxes, registry);
  warm = 7;
  const text = await registry.metrics();
  expect(text.split('\n').filter((line) => line.startsWith('dsap_'))).toEqual([
    'dsap_sandbox_jobs{sandbox="deno",start="warm"} 7',
    'dsap_sandbox_jobs{sandbox="deno",start="waits"} 2',
    'dsap_sandbox_jobs{sandbox="deno",start="cold"} 3',
    'dsap_sandbox_ready{sandbox="deno"} 4',
  ]);
});
