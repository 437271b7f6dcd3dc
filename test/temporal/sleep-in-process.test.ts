// The clock of the lane `db`: a deadline that seems told although it is not yet due would never be told again.
import { createExecution, sleep, within } from '../support/engine/workflow-in-process.ts';

test('no sleep ends before its time by the clock that the workflow reads', async () => {
  const execution = createExecution({ workflowId: 'run', taskQueue: 'queue', activities: () => ({}), calls: [] });
  const slept = Array.from({ length: 200 }, async (_, index) => {
    const until = Date.now() + 1 + (index % 9);
    await within(execution, () => sleep(1 + (index % 9)));
    return Date.now() >= until;
  });
  expect(await Promise.all(slept)).not.toContain(false);
});
