// A real Temporal server and raw gRPC, as anything may send: messages that cannot be read.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import proto from '@temporalio/proto';
import type { Event } from '../../../src/model/event.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import { SIGNALS, UPDATES } from '../../../src/workflows/messages.ts';
import { scripted, startEngine, type TestEngine } from '../../support/engine/engine.ts';
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
  return { id, state: await engine.until(id, ({ status }) => status === 'escalated') };
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
  for (let tries = 0; (await failedTasks(id)) === 0 && tries < 100; tries += 1) await wait(50);
  expect(await failedTasks(id)).toBe(1);
  await engine.client.workflow.getHandle(id).terminate('seen');
});
