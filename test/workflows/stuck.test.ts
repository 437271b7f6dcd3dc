// A real Temporal server: runs whose workflow task fails, because their worker reads messages as strictly as its own results.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { RunStuck } from '../../src/api/run-client.ts';
import { SIGNALS } from '../../src/workflows/messages.ts';
import { ended, scripted, startEngine, type TestEngine } from '../support/engine.ts';
import { messages, type Payload, payload } from '../support/undecodable.ts';

const workflowsPath = fileURLToPath(new URL('../../src/workflows/index.ts', import.meta.url));

let engine: TestEngine;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dsap-strict-'));
  // Without the converter of the real bundle.
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  const codePath = path.join(folder, 'strict.js');
  await writeFile(codePath, code);
  engine = await startEngine({ codePath });
}, 60_000);
afterAll(async () => {
  await engine?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function parked(): Promise<string> {
  const id = await engine.start(scripted(['made'], [{ verdict: 'fatal', feedback: 'never' }]));
  await engine.until(id, ({ status }) => status === 'escalated');
  return id;
}

async function signal(id: string, signalName: string, args: readonly Payload[]): Promise<void> {
  await engine.client.workflowService.signalWorkflowExecution({
    namespace: 'default',
    workflowExecution: { workflowId: id },
    signalName,
    input: { payloads: [...args] },
    requestId: randomUUID(),
  });
}

async function untilStuck(id: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { raw } = await engine.client.workflow.getHandle(id).describe();
    if ((raw.pendingWorkflowTask?.attempt ?? 0) > 1) return;
    await wait(50);
  }
  throw new Error('the task did not fail');
}

const reason = expect.stringContaining('Unknown encoding: json/protobuf');

test('a run whose workflow task fails is told as stuck, with the reason; one that was stuck goes on (R92)', async () => {
  const id = await parked();
  await signal(id, 'decide', [payload('json/protobuf', '{}')]);
  await untilStuck(id);
  // Temporal may yet hand it over when the run goes on, so it is one that does no harm.
  const told = engine.runs.send(id, { kind: 'budget', budgets: { maxAttempts: 40 } }, 'budget-1');
  await expect(told).rejects.toThrow(RunStuck);
  await expect(told).rejects.toMatchObject({ reason });
  // Temporal itself ends it.
  const other = await parked();
  await signal(other, 'stop', [payload('json/protobuf', '{}')]);
  await untilStuck(other);
  await engine.runs.kill(other, 'enough');
  await expect(engine.runs.isOpen(other)).resolves.toBe(false);
  // Messages of every kind have come meanwhile, before the worker that can read them.
  const sent = messages(SIGNALS).filter(([, kind]) => kind !== 'two arguments' && kind !== 'a list');
  for (const [name, , [args]] of sent) await signal(id, name, args);
  await engine.runWorkflowsBy(process.env['TEST_WORKFLOW_BUNDLE'] ?? '');
  const { escalations } = await engine.until(id, ({ seq }) => seq > sent.length);
  const [question] = Object.values(escalations);
  const shown = question?.artifactDigest === undefined ? {} : { artifactDigest: question.artifactDigest };
  const decision = {
    kind: 'decide',
    escalationId: question?.id ?? '',
    action: 'approve',
    by: 'ada',
    ...shown,
  } as const;
  await engine.runs.send(id, decision, 'approve-1');
  expect(await engine.until(id, ended)).toMatchObject({ status: 'completed' });
}, 60_000);
