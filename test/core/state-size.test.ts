// Pure: what an execution hands on to the next stays small, however much was tried (R75).
import { MAX_STEPS } from '../../src/definitions/schema/definition.ts';
import type { ExhaustionPolicy } from '../../src/model/plan.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { play } from '../support/played/played.ts';

const SIGNATURE = 'e'.repeat(200);

test.each<[string, ExhaustionPolicy, string]>([
  ['accepted at their last attempt', 'fail', 'pass'],
  ['given up', 'skip', SIGNATURE],
])('R75: the state of the largest run, its steps %s, is at most 512 KiB', (_, onExhausted, last) => {
  const ids = Array.from({ length: MAX_STEPS }, (__, index) => `step-number-${index}`);
  const steps = ids.map((id) => aStep(id, { onExhausted }));
  const { state } = play(
    aPlan(steps),
    Object.fromEntries(ids.map((id) => [id, [SIGNATURE, SIGNATURE, SIGNATURE, last]])),
  );
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 4 * MAX_STEPS } });
  expect(JSON.stringify(state).length).toBeLessThanOrEqual(512 * 1024);
});
