// Real Temporal: the thread in which the workflows of a worker run.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { NativeConnection, type Worker } from '@temporalio/worker';
import { cacheDirectory } from '../../src/platform/cache-directory.ts';
import { workflowBundle } from '../../src/platform/workflow-bundle.ts';
import { createClient } from '../../src/temporal/connection.ts';
import { LeanWorker } from '../../src/temporal/lean-worker.ts';
import { quietRuntime } from '../support/engine/engine.ts';

const ENTRY = fileURLToPath(new URL('fixtures/endless.ts', import.meta.url));
const taskQueue = `lean-${randomUUID()}`;

let connection: NativeConnection;
let client: Client;
let worker: Worker;
let running: Promise<void>;
beforeAll(async () => {
  quietRuntime();
  const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  connection = await NativeConnection.connect({ address });
  client = createClient({ connectionOptions: { address }, namespace: 'default' });
  const { codePath } = await workflowBundle({ cacheDirectory: cacheDirectory(process.env), entry: ENTRY });
  // Its type hides the last one.
  const options = { connection, taskQueue, workflowBundle: { codePath }, isolateExecutionTimeout: 200 };
  worker = await LeanWorker.create(options);
  running = worker.run();
});
afterAll(async () => {
  worker?.shutdown();
  await running;
  await connection?.close();
  await client?.connection.close();
});

const start = (workflow: string) => client.workflow.start(workflow, { taskQueue, workflowId: randomUUID(), args: [] });

test('an activation that does not end fails its task and holds up no other workflow', async () => {
  const stuck = await start('endless');
  const failure = await firstFailure(stuck);
  expect(failure).toMatch(/timed out after 200ms/);
  const other = await start('brief');
  await expect(other.result()).resolves.toBe('done');
  await stuck.terminate();
});

test('no stack is kept of the promises of a workflow', async () => {
  const waiting = await start('patient');
  await expect(waiting.query('__stack_trace')).rejects.toThrow('stack traces are not enabled');
  await waiting.terminate();
});

/** Waits for the first task of a workflow that failed, and answers why. */
async function firstFailure(handle: Awaited<ReturnType<typeof start>>): Promise<string> {
  for (;;) {
    const { events } = await handle.fetchHistory();
    const failed = events?.find(({ workflowTaskFailedEventAttributes }) => workflowTaskFailedEventAttributes);
    if (failed) return failed.workflowTaskFailedEventAttributes?.failure?.message ?? '';
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
