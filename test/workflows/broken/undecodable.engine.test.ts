// A real Temporal server and raw gRPC, as anything may send: messages that cannot be read, and executions that other code has shaped.

import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import proto from '@temporalio/proto';
import { RunStuck } from '../../../src/api/run-client.ts';
import { closeAbandoned } from '../../../src/api/runs/close-abandoned.ts';
import { evolve, toSchema1 } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { INITIAL, type RunState, STATE_SCHEMA } from '../../../src/model/run-state.ts';
import type { RunRow } from '../../../src/ports/store/runs.ts';
import { SIGNALS, UPDATES } from '../../../src/workflows/messages.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';
import { kinds, messages, type Payload, payload, SECRET } from '../../support/undecodable.ts';
import { until } from '../../support/until.ts';

const { EVENT_TYPE_WORKFLOW_TASK_FAILED } = proto.temporal.api.enums.v1.EventType;
const { UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED } =
  proto.temporal.api.enums.v1.UpdateWorkflowExecutionLifecycleStage;

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine?.stop());

async function parked(): Promise<{ readonly id: string; readonly state: RunState }> {
  const id = await engine.start(scripted(['made'], [{ verdict: 'fatal', feedback: 'never' }]));
  return { id, state: await engine.until(id, ({ life }) => life.status === 'escalated') };
}

const common = (id: string) => ({ namespace: 'default', workflowExecution: { workflowId: id } });

async function failedTasks(id: string): Promise<number> {
  const { events } = await engine.client.workflow.getHandle(id).fetchHistory();
  return (events ?? []).filter(({ eventType }) => eventType === EVENT_TYPE_WORKFLOW_TASK_FAILED).length;
}

/** All but what every event moves. */
function steady(state: RunState): object {
  return { ...state, seq: 0, at: 0 };
}

test('a signal that cannot be read changes nothing and is noted with its encoding, not its content (R92)', async () => {
  const { id, state } = await parked();
  const sent = messages(SIGNALS);
  for (const [signalName, , [args]] of sent) {
    await engine.client.workflowService.signalWorkflowExecution({
      ...common(id),
      signalName,
      input: { payloads: [...args] },
      requestId: randomUUID(),
    });
  }
  const rejected = kinds.length;
  const isNoted = (log: readonly Event[], name: string, noted: string) =>
    log.some(({ type, ...event }) => {
      const text = type === 'note.added' && 'text' in event ? event.text : '';
      return text.startsWith(`A signal "${name}"`) && text.includes(noted);
    });
  const noting = sent.filter(([name, kind]) => name !== 'decide' || (kind !== 'two arguments' && kind !== 'a list'));
  const log = await until('every one is noted', async () => {
    const since = (await engine.log(id)).slice(state.seq);
    const isWhole = since.filter(({ type }) => type === 'decision.rejected').length >= rejected;
    return isWhole && noting.every(([name, , [, noted]]) => isNoted(since, name, noted)) ? since : undefined;
  });
  const after = await engine.until(id, ({ seq }) => seq >= (log.at(-1)?.seq ?? 0));
  expect(steady(after)).toEqual(steady(state));
  expect(log.filter(({ type }) => type === 'decision.rejected')).toHaveLength(rejected);
  expect(JSON.stringify(log)).not.toContain(SECRET);
  expect(await failedTasks(id)).toBe(0);
});

test('an update that cannot be read is refused as invalid_request (R92)', async () => {
  const { id, state } = await parked();
  for (const [name, kind, [args, noted]] of messages(UPDATES)) {
    const { outcome } = await engine.client.workflowService.updateWorkflowExecution({
      ...common(id),
      request: { meta: { updateId: randomUUID() }, input: { name, args: { payloads: [...args] } } },
      waitPolicy: { lifecycleStage: UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED },
    });
    const { message, applicationFailureInfo } = outcome?.failure ?? {};
    expect({ name, kind, message, type: applicationFailureInfo?.type }).toEqual({
      name,
      kind,
      message: expect.stringContaining(noted),
      type: 'invalid_request',
    });
  }
  expect(await failedTasks(id)).toBe(0);
  expect((await engine.store.runs.find(id))?.state).toEqual(state);
});

test('a query that cannot be read fails for its caller, the next one is answered (R92)', async () => {
  const { id } = await parked();
  for (const queryType of ['state', 'trace', 'escalations']) {
    const ask = (payloads: Payload[]) =>
      engine.client.workflowService.queryWorkflow({
        namespace: 'default',
        execution: { workflowId: id },
        query: { queryType, queryArgs: { payloads } },
      });
    for (const [kind, [args]] of kinds) {
      const answer = await ask([...args]).then(
        () => 'answered',
        () => 'refused',
      );
      expect([queryType, kind, answer]).toEqual([queryType, kind, 'refused']);
    }
    await expect(ask([])).resolves.toMatchObject({ queryResult: {} });
  }
  expect(await failedTasks(id)).toBe(0);
});

test('a request that claims to be prepared and is not fails no task (R92)', async () => {
  const { id, state } = await parked();
  const handle = engine.client.workflow.getHandle(id);
  await handle.signal('redirect', { prepared: true, kind: 'redirect', type: 'dag_adjustment', draft: { steps: 1 } });
  await handle.signal('redirect', { prepared: true, kind: 'clarify' });
  await handle.signal('redirect', { prepared: true });
  await handle.signal('budget', { budgets: { maxAttempts: 40 } });
  await engine.until(id, ({ budgets }) => budgets.maxAttempts === 40);
  expect((await engine.log(id)).slice(state.seq).some(({ type }) => type === 'note.added')).toBe(true);
  expect(await failedTasks(id)).toBe(0);
});

test("a run's own input stays strict: what cannot be read fails its task, not the run (R92)", async () => {
  const id = `run_${randomUUID()}`;
  await engine.client.workflowService.startWorkflowExecution({
    namespace: 'default',
    workflowId: id,
    workflowType: { name: 'DsapRun' },
    taskQueue: { name: engine.taskQueue },
    input: { payloads: [payload('binary/encrypted', SECRET)] },
    requestId: randomUUID(),
  });
  await until('its task fails', async () => ((await failedTasks(id)) === 1 ? true : undefined));
  await engine.client.workflow.getHandle(id).terminate('seen');
});

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
  ['state', STATE_SCHEMA + 1, ({ state }: RunRow) => ({ state: { ...state, schema: STATE_SCHEMA + 1 } })],
  ['plan', 7, ({ record }: RunRow) => ({ plan: { ...record.plan, schema: 7 } })],
])(
  'R92: an execution that is handed a newer %s, of schema %i, waits for a worker that knows it',
  async (what, given, change) => {
    const id = await startedWith(change);
    const handle = engine.client.workflow.getHandle(id);
    const failed = await until('a failed task', async () => {
      const { events = [] } = await handle.fetchHistory();
      return (
        events?.find((event) => event.workflowTaskFailedEventAttributes)?.workflowTaskFailedEventAttributes ?? undefined
      );
    });
    expect(failed.failure?.message).toContain(`${what} is of schema ${given}`);
    expect(await engine.runs.isOpen(id)).toBe(true);
    const request = { kind: 'pause', reason: '', by: 'ada' } as const;
    await expect(engine.runs.send(id, request, randomUUID())).rejects.toThrow(RunStuck);
    await handle.terminate();
  },
);

test('an execution that is handed a state of schema 1 goes on from it', async () => {
  // `life` is what the client looks at; a state of before has none.
  const id = await startedWith(({ state }) => ({ state: { ...toSchema1(state), life: state.life } }));
  expect(await engine.until(id, ended)).toMatchObject({ schema: STATE_SCHEMA, life: { status: 'completed' } });
});

test('an execution that is handed a state of a schema that nobody knows fails at once, and its run says why', async () => {
  const id = await startedWith(({ state }) => ({ state: { ...state, schema: 0 } }));
  const handle = engine.client.workflow.getHandle(id);
  const failed = await handle.result().catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(WorkflowFailedError);
  const message = expect.stringContaining('state is of schema 0');
  expect(failed).toMatchObject({ cause: { type: 'UnknownSchema', nonRetryable: true, message } });
  const { events } = await handle.fetchHistory();
  expect(events?.filter((event) => event.workflowTaskFailedEventAttributes)).toEqual([]);
  const closed = await until('the end of the run', async () => {
    await closeAbandoned({ store: engine.store, runs: engine.runs, now: Date.now });
    const row = await engine.store.runs.find(id);
    return row && ended(row.state) ? row.state : undefined;
  });
  expect(closed).toMatchObject({ life: { status: 'failed', failure: { code: 'unknown_schema' } } });
});
