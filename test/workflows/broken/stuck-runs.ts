import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UPDATES } from '../../../src/workflows/messages.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { scripted } from '../../support/engine/scripted.ts';
import { type Payload, payload } from '../../support/undecodable.ts';
import { until } from '../../support/until.ts';

/** gRPC's codes: of a call that was not answered in time, and of an Update that Temporal itself refuses. */
export const DEADLINE_EXCEEDED = 4;
export const FAILED_PRECONDITION = 9;

/** How the bundle's converter finds out that it reads a message, which it takes whatever it is. */
const LENIENT = /=== (['"])workflow\1 \? faultOf/;

/** Runs whose workflow task fails, because their worker reads messages as strictly as its own results. To be called once by a file of tests. */
export function useStrictEngine() {
  let started: { readonly engine: TestEngine; readonly folder: string } | undefined;
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'dsap-strict-'));
    const code = await readFile(process.env['TEST_WORKFLOW_BUNDLE'] ?? '', 'utf8');
    expect(code).toMatch(LENIENT);
    const codePath = path.join(folder, 'strict.js');
    await writeFile(codePath, code.replace(LENIENT, "=== 'nothing' ? faultOf"));
    started = { engine: await startEngine({ codePath }), folder };
  }, 60_000);
  afterAll(async () => {
    await started?.engine.stop();
    if (started) await rm(started.folder, { recursive: true, force: true });
  });
  const engine = (): TestEngine => {
    if (!started) throw new Error('The engine starts before the first test.');
    return started.engine;
  };
  const parked = async (): Promise<string> => {
    const id = await engine().start(scripted(['made'], [{ verdict: 'fatal', feedback: 'never' }]));
    await engine().until(id, ({ life }) => life.status === 'escalated');
    return id;
  };
  const signal = async (id: string, signalName: string, args: readonly Payload[]): Promise<void> => {
    await engine().client.workflowService.signalWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId: id },
      signalName,
      input: { payloads: [...args] },
      requestId: randomUUID(),
    });
  };
  const untilStuck = async (id: string): Promise<void> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const { raw } = await engine().client.workflow.getHandle(id).describe();
      if ((raw.pendingWorkflowTask?.attempt ?? 0) > 1) return;
      await wait(50);
    }
    throw new Error('the task did not fail');
  };
  return { engine, parked, signal, untilStuck };
}

/** A run that is stuck, once an Update of it ends with this code, is terminated over REST within ten seconds. */
export async function mustTerminate(strict: ReturnType<typeof useStrictEngine>, code: number): Promise<void> {
  const engine = strict.engine();
  const app = await apiOver(engine);
  try {
    const id = await strict.parked();
    await strict.signal(id, 'decide', [payload('json/protobuf', '{}')]);
    await strict.untilStuck(id);
    await until(
      `an Update ends with ${code}`,
      async () => ((await updated(engine, id)) === code ? true : undefined),
      90_000,
    );
    const url = `/v1/runs/${id}`;
    const end = app.inject({ method: 'POST', url: `${url}/terminate`, payload: { reason: 'enough' } });
    const status = async () => (await app.inject({ url })).json().status;
    const terminated = async () => ((await status()) === 'terminated' ? true : undefined);
    await until('the run reads terminated', terminated, 10_000);
    expect((await end).json()).toMatchObject({ status: 'terminated', changed: true });
    await expect(engine.runs.isOpen(id)).resolves.toBe(false);
    expect((await engine.log(id)).at(-1)).toMatchObject({ type: 'run.closed', status: 'terminated', reason: 'enough' });
  } finally {
    await app.close();
  }
}

/** What becomes of an Update that is sent to a run, as Temporal tells it. */
async function updated({ client }: TestEngine, id: string): Promise<unknown> {
  const args: [{ by: string }] = [{ by: 'ada' }];
  const handle = client.workflow.getHandle(id);
  const sent = client.withDeadline(Date.now() + 2_000, () =>
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
