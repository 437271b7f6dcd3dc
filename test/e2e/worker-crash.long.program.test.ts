// `dsap api` and `dsap worker` as separate processes, and a model of the test's own that counts what it is asked: the worker is
// killed with SIGKILL while four runs are each at another point of an attempt, and another worker ends them.

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type HeldModel, type ModelReply, startHeldModel } from '../support/engine/held-model.ts';
import type { EventSeen, RunSeen } from '../support/engine/rest.ts';
import {
  createHome,
  end,
  endAll,
  type Home,
  runDsap,
  type Service,
  serveDsap,
  WITHOUT_SANDBOXES,
} from '../support/processes/dsap.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { lockTable } from '../support/servers/table-lock.ts';
import { until } from '../support/until.ts';

jest.setTimeout(60_000);

/** The second step's first answer is rejected by its guard; or the service itself finds it cut short. */
const REJECTED: ModelReply = { text: 'A draft.' };
const CUT: ModelReply = { text: 'A draft.', finish: 'length' };

/** Where the kill catches a run, what the model had said to it by then, and how many questions more it costs than an undisturbed one. */
const KILL_POINTS = {
  'model-holds': { title: 'while the model holds the reply', first: REJECTED, paidAgain: 1 },
  'not-stored': { title: 'after the reply, before it is stored', first: REJECTED, paidAgain: 1 },
  'not-answered': { title: 'after the reply is stored, before the call has answered', first: CUT, paidAgain: 0 },
  'in-guard': { title: 'in the middle of the guard', first: REJECTED, paidAgain: 0 },
} as const;
type KillPoint = keyof typeof KILL_POINTS;
const NAMES = Object.keys(KILL_POINTS) as readonly KillPoint[];

const DEFINITION = {
  name: 'two-steps',
  model: { name: 'own/counted' },
  steps: [
    { id: 'one', generator: { kind: 'llm', prompt: 'STEP ONE of {input.run}.' }, guard: { use: 'not-empty' } },
    {
      id: 'two',
      requires: ['one'],
      generator: { kind: 'llm', prompt: 'STEP TWO of {input.run}.' },
      guard: { use: 'contains', with: { text: 'done' } },
    },
  ],
};

let home: Home;
let database: TestDatabase;
let model: HeldModel;
let api: Service;
let env: NodeJS.ProcessEnv;
/** Whether the model holds its replies about the second step. */
let holding = false;

beforeAll(async () => {
  home = await createHome();
  database = await createTestDatabase();
  model = await startHeldModel((prompt) => {
    if (prompt.includes('STEP ONE')) return { text: 'The first.' };
    return holding ? undefined : replyTo(prompt);
  });
  const file = path.join(home.directory, 'dsap.config.yaml');
  await writeFile(file, JSON.stringify({ endpoints: { own: { baseUrl: model.baseUrl } } }));
  env = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: process.env['TEST_TEMPORAL_ADDRESS'],
    DSAP_TASK_QUEUE: `e2e-${randomUUID()}`,
    DSAP_PORT: '0',
    DSAP_AUTH: 'none',
    DSAP_HEARTBEAT_SECONDS: '2',
    ...WITHOUT_SANDBOXES,
  };
  api = await serveDsap({ args: ['api'], home, env });
});
afterAll(async () => {
  await endAll();
  await model.close();
  await database.drop();
  await home.remove();
});

/** The same prompt is answered alike however often it comes. */
function replyTo(prompt: string): ModelReply {
  if (prompt.includes('A draft.')) return { text: 'All done.' };
  const point = NAMES.find((name) => prompt.includes(name));
  if (point === undefined) throw new Error(`an unknown run asks: ${prompt}`);
  return KILL_POINTS[point].first;
}

async function startWorker() {
  const program = runDsap({ args: ['worker'], home, env });
  await program.line(/task queues/);
  return program;
}

interface Ended {
  readonly run: RunSeen;
  readonly log: readonly EventSeen[];
  readonly result: unknown;
  readonly questions: { readonly one: number; readonly two: number };
}

async function start(tag: string): Promise<string> {
  return api.rest.start(DEFINITION, { run: tag });
}

async function ended(tag: string, id: string): Promise<Ended> {
  const run = await api.rest.until(id, ({ status }) => status !== 'running');
  const { body } = await api.rest.get(`/v1/runs/${id}/result`);
  const asked = (step: string) => model.asked(`STEP ${step} of ${tag}.`).length;
  return {
    run,
    log: await api.rest.log(id),
    result: body['artifacts'],
    questions: { one: asked('ONE'), two: asked('TWO') },
  };
}

/** What two runs of the same course have in common: everything but ids and times. */
function course(log: readonly EventSeen[]): readonly unknown[] {
  return log.map(({ seq, type, data }) => ({ seq, type, ...data, runId: undefined, artifactId: undefined }));
}

async function eventsOfTwo(id: string, type: string): Promise<readonly EventSeen[]> {
  return (await api.rest.log(id)).filter((event) => event.type === type && event.data['step'] === 'two');
}

/** Brings each run to its point, kills the worker there, and lets another one end them. */
async function killAtEveryPoint(): Promise<Record<KillPoint, Ended>> {
  const worker = await startWorker();
  holding = true;
  const ids = await perPoint((name) => start(name));
  const held = await perPoint((name) => model.question(`STEP TWO of ${name}.`));
  const verdicts = await lockTable(database.url, 'verdicts');
  held['in-guard'].reply(REJECTED);
  held['not-answered'].reply(CUT);
  await verdicts.caught(2);
  const artifacts = await lockTable(database.url, 'artifacts');
  held['not-stored'].reply(REJECTED);
  await artifacts.caught(1);
  // What cannot be judged within the workflow task is logged once that is over.
  const made = await until('the artifact is logged', async () => {
    const found = await eventsOfTwo(ids['in-guard'], 'artifact.created');
    return found.length > 0 ? found : undefined;
  });
  expect(made).toHaveLength(1);
  expect(await eventsOfTwo(ids['in-guard'], 'guard.verdict')).toHaveLength(0);
  expect(await end(worker, 'SIGKILL')).toBe('SIGKILL');
  await verdicts.release();
  await artifacts.release();
  holding = false;
  await startWorker();
  return perPoint((name) => ended(name, ids[name]));
}

async function perPoint<Value>(make: (name: KillPoint) => Promise<Value>): Promise<Record<KillPoint, Value>> {
  const entries = NAMES.map(async (name) => [name, await make(name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<KillPoint, Value>;
}

describe('U-10, C1: the worker is killed with SIGKILL', () => {
  let undisturbed: Record<KillPoint, Ended>;
  let disturbed: Record<KillPoint, Ended>;
  beforeAll(async () => {
    const worker = await startWorker();
    undisturbed = await perPoint(async (name) => ended(`quiet-${name}`, await start(`quiet-${name}`)));
    expect(await end(worker, 'SIGTERM')).toBe(0);
    disturbed = await killAtEveryPoint();
  });

  const cases = NAMES.map((name) => ({ name, ...KILL_POINTS[name] }));

  test.each(cases)('$title: the run ends like an undisturbed one', ({ name }) => {
    const { run, log, result } = disturbed[name];
    expect(run).toMatchObject({ status: 'completed', attempts: { used: 3 }, usage: undisturbed[name].run['usage'] });
    expect(result).toMatchObject({ two: { content: 'All done.' } });
    expect(course(log)).toEqual(course(undisturbed[name].log));
  });

  test.each(cases)(
    '$title: no accepted step is generated again, no stored answer is paid twice',
    ({ name, paidAgain }) => {
      expect(undisturbed[name].questions).toEqual({ one: 1, two: 2 });
      expect(disturbed[name].questions).toEqual({ one: 1, two: 2 + paidAgain });
    },
  );
});
