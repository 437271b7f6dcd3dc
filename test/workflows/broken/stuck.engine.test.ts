// A real Temporal server: runs whose workflow task fails, because their worker reads messages as strictly as its own results.
import { RunStuck } from '../../../src/api/run-client.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
import { ended } from '../../support/engine/scripted.ts';
import { messages, payload } from '../../support/undecodable.ts';
import { DEADLINE_EXCEEDED, mustTerminate, useStrictEngine } from './stuck-runs.ts';

const strict = useStrictEngine();

test('terminate ends a run whose workflow task fails for ever, within ten seconds, while Temporal keeps Updates for its worker (R92)', async () => {
  await mustTerminate(strict, DEADLINE_EXCEEDED);
});

const reason = expect.stringContaining('Unknown encoding: json/protobuf');

test('a run whose workflow task fails is told as stuck, with the reason; one that was stuck goes on (R92)', async () => {
  const id = await strict.parked();
  await strict.signal(id, 'decide', [payload('json/protobuf', '{}')]);
  await strict.untilStuck(id);
  expect(await strict.engine().runs.hindrances(id)).toMatchObject([{ kind: 'run_stuck', reason }]);
  // Temporal may yet hand it over when the run goes on, so it is one that does no harm.
  const told = strict.engine().runs.send(id, { kind: 'budget', budgets: { maxAttempts: 40 } }, 'budget-1');
  await expect(told).rejects.toThrow(RunStuck);
  await expect(told).rejects.toMatchObject({ reason });
  // Temporal itself ends it.
  const other = await strict.parked();
  await strict.signal(other, 'stop', [payload('json/protobuf', '{}')]);
  await strict.untilStuck(other);
  await strict.engine().runs.kill(other, 'enough');
  await expect(strict.engine().runs.isOpen(other)).resolves.toBe(false);
  // Messages of every kind have come meanwhile, before the worker that can read them.
  const sent = messages(SIGNALS).filter(([, kind]) => kind !== 'two arguments' && kind !== 'a list');
  for (const [name, , [args]] of sent) await strict.signal(id, name, args);
  await strict.engine().runWorkflowsBy(process.env['TEST_WORKFLOW_BUNDLE'] ?? '');
  const { escalations } = await strict.engine().until(id, ({ seq }) => seq > sent.length);
  const [question] = Object.values(escalations);
  const shown = question?.artifactDigest === undefined ? {} : { artifactDigest: question.artifactDigest };
  const decision = {
    kind: 'decide',
    escalationId: question?.id ?? '',
    action: 'approve',
    by: 'ada',
    ...shown,
  } as const;
  await strict.engine().runs.send(id, decision, 'approve-1');
  expect(await strict.engine().until(id, ended)).toMatchObject({ life: { status: 'completed' } });
});
