// A real Temporal server: runs whose workflow task fails, because their worker reads messages as strictly as its own results.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { RunStuck } from '../../../src/api/run-client.ts';
import { SIGNALS, UPDATES } from '../../../src/workflows/messages.ts';
import { ended, scripted, startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { messages, type Payload, payload } from '../../support/undecodable.ts';
import { until } from '../../support/until.ts';

const workflowsPath = fileURLToPath(new URL('../../../src/workflows/index.ts', import.meta.url));

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

/** gRPC's codes: of a call that was not answered in time, and of an Update that Temporal itself refuses. */
const [DEADLINE_EXCEEDED, FAILED_PRECONDITION] = [4, 9];

/** What becomes of an Update that is sent to a run, as Temporal tells it. */
async function updated(id: string): Promise<unknown> {
  const args: [{ by: string }] = [{ by: 'ada' }];
  const handle = engine.client.workflow.getHandle(id);
  const sent = engine.client.withDeadline(Date.now() + 2_000, () =>
    handle.executeUpdate(UPDATES.pause, { args, updateId: 'pause-1' }),
  );
  return sent.then(
    () => 'answered',
    (error: unknown) => codeOf(error),
  );
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'number' ? error.code : codeOf(error.cause);
}

describe('terminate ends a run whose workflow task fails for ever, within ten seconds (R92)', () => {
  test.each([
    ['while Temporal keeps Updates for its worker', DEADLINE_EXCEEDED],
    ['after Temporal has begun to refuse Updates', FAILED_PRECONDITION],
  ])(
    '%s',
    async (_, code) => {
      const app = await apiOver(engine);
      try {
        const id = await parked();
        await signal(id, 'decide', [payload('json/protobuf', '{}')]);
        await untilStuck(id);
        await until(
          `an Update ends with ${code}`,
          async () => ((await updated(id)) === code ? true : undefined),
          90_000,
        );
        const url = `/v1/runs/${id}`;
        const end = app.inject({ method: 'POST', url: `${url}/terminate`, payload: { reason: 'enough' } });
        const status = async () => (await app.inject({ url })).json().status;
        const terminated = async () => ((await status()) === 'terminated' ? true : undefined);
        await until('the run reads terminated', terminated, 10_000);
        expect((await end).json()).toMatchObject({ status: 'terminated', changed: true });
        await expect(engine.runs.isOpen(id)).resolves.toBe(false);
        expect((await engine.log(id)).at(-1)).toMatchObject({
          type: 'run.closed',
          status: 'terminated',
          reason: 'enough',
        });
      } finally {
        await app.close();
      }
    },
    150_000,
  );
});

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
