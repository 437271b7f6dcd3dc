// Pure: what a person is told of a call that is given up on (R32).
import { noteFault } from '../../src/activities/infrastructure.ts';

const FAULT = {
  runId: 'run_1',
  token: 't1',
  phase: 'generate',
  detail: 'the provider answered 401',
  call: { startedAt: 0, now: () => 4_000 },
  infraTimeout: 60_000,
} as const;

const noted = (count: number) => () => Promise.resolve({ count, firstStartedAt: 0 });

test('R32: of what no other try can help it says that it is to be mended, and not that trying again, which is offered, is of no use', async () => {
  const { detail } = await noteFault(noted(1), { ...FAULT, final: true });
  expect(detail).toBe('the provider answered 401 (not tried again: mend that first)');
});

test('R32: of what was tried often enough it says how often, and for how long', async () => {
  const { detail } = await noteFault(noted(10), { ...FAULT, final: false });
  expect(detail).toBe('the provider answered 401 (given up after 10 tries in 4 s)');
});
