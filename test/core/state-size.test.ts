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
  const bytesAStep = (count: number): number => {
    // Those with the longest names.
    const ids = Array.from({ length: count }, (__, index) => `step-number-${MAX_STEPS - count + index}`);
    const script = Object.fromEntries(ids.map((id) => [id, [SIGNATURE, SIGNATURE, SIGNATURE, last]]));
    const { state } = play(aPlan(ids.map((id) => aStep(id, { onExhausted }))), script);
    expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 4 * count } });
    return JSON.stringify(state).length / count;
  };
  // A step adds no more to a large state than to a small one, so a fifth of the steps shows what all of them come to.
  expect(bytesAStep(MAX_STEPS / 5)).toBeLessThanOrEqual(bytesAStep(MAX_STEPS / 10));
  expect(bytesAStep(MAX_STEPS / 5) * MAX_STEPS).toBeLessThanOrEqual(512 * 1024);
});
