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

const noted =
  (count: number, equal = 1) =>
  () =>
    Promise.resolve({ count, equal, firstStartedAt: 0 });

test('R32: of what no other try can help it says that it is to be mended, and not that trying again, which is offered, is of no use', async () => {
  const { detail } = await noteFault(noted(1), { ...FAULT, final: true });
  expect(detail).toBe('the provider answered 401 (not tried again: mend that first)');
});

test('R32: of what was tried often enough it says how often, and for how long', async () => {
  const { detail } = await noteFault(noted(10), { ...FAULT, final: false });
  expect(detail).toBe('the provider answered 401 (given up after 10 tries in 4 s)');
});

test('R32, K6: what was paid for twice and came out the same is not tried again, and the question says what to change', async () => {
  const equal = { by: 'has no choices', advice: 'let the step use another model' };
  const again = noteFault(noted(5, 1), { ...FAULT, final: false, isOutage: true, equal });
  await expect(again).rejects.toThrow(FAULT.detail);
  const { detail } = await noteFault(noted(2, 2), { ...FAULT, final: false, isOutage: true, equal });
  expect(detail).toBe(
    'the provider answered 401 (the same came 2 times, and was paid each time: let the step use another model)',
  );
});
