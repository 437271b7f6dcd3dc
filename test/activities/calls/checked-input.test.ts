// Pure: what an activity of ours does not do when it is asked with anything.
import { checked, INPUTS } from '../../../src/activities/checked-input.ts';

type Name = keyof typeof INPUTS;
const NAMES = [
  'evaluateWhen',
  'generate',
  'runCode',
  'runCommand',
  'agentTurn',
  'agentEffect',
  'evaluateGuard',
  'verifyBaseCase',
  'flush',
  'announceFire',
  'recallFire',
  'storeAmendment',
  'prepareRedirect',
] as const satisfies readonly Name[];

/** As an `external` step hands it to an activity of its name. */
const FOREIGN = { input: {}, artifacts: {}, runId: 'run_1', step: 'a', epoch: 1, attempt: 1, idempotencyKey: 'k' };

test.each(NAMES)(
  '%s refuses an input that is not its own before it does anything, and for good (R116)',
  async (name) => {
    let done = 0;
    const activity = checked(name, async (_input: unknown) => {
      done += 1;
    });
    for (const input of [undefined, null, 'text', [], {}, FOREIGN])
      await expect(activity(input)).rejects.toMatchObject({ type: 'InvalidInput', nonRetryable: true });
    expect(done).toBe(0);
  },
);

test('every activity that a worker registers is in the table (R116)', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual([...NAMES].toSorted());
});

test('what a newer worker adds is let through, and the input handed on as it came (R116)', async () => {
  const input = { runId: 'run_1', events: [{ type: 'note.added', seq: 2, at: 1, text: 'x' }], added: true };
  const activity = checked('flush', async (given: typeof input) => given);
  expect(await activity(input)).toBe(input);
});
