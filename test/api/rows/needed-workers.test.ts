/**
 * Pure: who polls for runs that ask somebody else's workers is asked once per task queue, whoever reads (performance 3).
 * @jest-environment <rootDir>/test/support/realm/own-realm.ts
 */
import { createNeededWorkers } from '../../../src/api/rows/needed-workers.ts';
import type { Run } from '../../../src/model/run.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { playing } from '../../support/played/playing.ts';

const REST = 5_000;

/** A run under way that asks one task queue. */
function asking(runId: string, queue?: string): Run {
  const outside = queue === undefined ? {} : { outside: [{ phase: 'generate', activity: 'render', queue } as const] };
  const { plan, state } = playing(aPlan([aStep('one', outside)]));
  return { plan, state: { ...state, runId } };
}

function needed() {
  const unpolled = new Set<string>();
  const asked: (readonly string[])[] = [];
  const workers = createNeededWorkers(
    {
      async unpolled(queues) {
        asked.push(queues);
        return new Set(queues.filter((queue) => unpolled.has(queue)));
      },
    },
    REST,
  );
  return { workers, unpolled, asked };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('many runs at one task queue are one question, and runs that ask nobody are none', async () => {
  const { workers, unpolled, asked } = needed();
  unpolled.add('reports');
  const runs = Array.from({ length: 100 }, (_, place) => asking(`run_${place}`, 'reports'));
  expect(await workers.unpolledOf(runs)).toEqual(new Set(['reports']));
  expect(await workers.unpolledOf([asking('run_other')])).toEqual(new Set());
  expect(asked).toEqual([['reports']]);
});

test('who follows hears of the runs whose task queue has found its worker, or lost it; many who follow cost no more', async () => {
  const { workers, unpolled, asked } = needed();
  unpolled.add('reports');
  await workers.unpolledOf([asking('run_1', 'reports'), asking('run_2', 'letters')]);
  const heard: (readonly string[])[] = [];
  const ends = [workers.follow((runs) => heard.push(runs)), workers.follow(() => undefined)];
  await jest.advanceTimersByTimeAsync(REST);
  expect([heard, asked.length]).toEqual([[], 2]);
  unpolled.delete('reports');
  await jest.advanceTimersByTimeAsync(REST);
  expect(heard).toEqual([['run_1']]);
  unpolled.add('letters');
  await jest.advanceTimersByTimeAsync(REST);
  expect([heard, asked.length]).toEqual([[['run_1'], ['run_2']], 4]);
  for (const end of ends) end();
});

test('nothing is asked while nobody follows, or no run asks any more', async () => {
  const { workers, asked } = needed();
  await workers.unpolledOf([asking('run_1', 'reports')]);
  await jest.advanceTimersByTimeAsync(10 * REST);
  expect(asked).toHaveLength(1);
  const end = workers.follow(() => undefined);
  await workers.unpolledOf([asking('run_1')]);
  await jest.advanceTimersByTimeAsync(10 * REST);
  expect([workers.asking(), asked.length]).toEqual([[], 1]);
  end();
});
