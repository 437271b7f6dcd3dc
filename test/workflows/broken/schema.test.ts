// A real Temporal server, a real PostgreSQL: an execution that is handed what other code has shaped.
import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { closeAbandoned } from '../../../src/api/runs/close-abandoned.ts';
import { evolve } from '../../../src/engine.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import type { RunRow } from '../../../src/ports/store/runs.ts';
import { ended, scripted, startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { until } from '../../support/until.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

/** A run whose execution begins with what another version has made. */
async function startedWith(change: (row: RunRow) => object): Promise<string> {
  const row = await engine.store.runs.find(await engine.start(scripted(['x'], [{ verdict: 'pass' }])));
  if (!row) throw new Error('the run is not stored');
  const id = `run_${randomUUID()}`;
  const { plan } = row.record;
  const created = {
    type: 'run.created',
    runId: id,
    steps: ['work'],
    budgets: plan.budgets,
    by: 'test',
    seq: 1,
    at: 1,
  } as const;
  await engine.store.runs.create({ ...row.record, id }, created);
  await engine.runs.start({
    plan,
    state: evolve(INITIAL, created),
    summary: '',
    tags: [],
    ...change({ ...row, state: evolve(INITIAL, created) }),
  });
  return id;
}

test.each([
  ['state', 2, ({ state }: RunRow) => ({ state: { ...state, schema: 2 } })],
  ['plan', 7, ({ record }: RunRow) => ({ plan: { ...record.plan, schema: 7 } })],
])('an execution that is handed a %s of schema %i fails at once, and its run says why', async (what, given, change) => {
  const id = await startedWith(change);
  const handle = engine.client.workflow.getHandle(id);
  const failed = await handle.result().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(WorkflowFailedError);
  const message = expect.stringContaining(`${what} is of schema ${given}`);
  expect(failed).toMatchObject({ cause: { type: 'UnknownSchema', nonRetryable: true, message } });
  const { events } = await handle.fetchHistory();
  expect(events?.filter((event) => event.workflowTaskFailedEventAttributes)).toEqual([]);
  const closed = await until('the end of the run', async () => {
    await closeAbandoned({ store: engine.store, runs: engine.runs, now: Date.now });
    const row = await engine.store.runs.find(id);
    return row && ended(row.state) ? row.state : undefined;
  });
  expect(closed).toMatchObject({ status: 'failed', failure: { code: 'unknown_schema' } });
});
