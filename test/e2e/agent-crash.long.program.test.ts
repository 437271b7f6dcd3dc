// `dsap api` and `dsap worker` as separate processes, a model and a post office of the test's own that count what they are asked: the
// worker is killed with SIGKILL while nine runs of an agent are each at another point, and another worker ends them.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { type HeldModel, type ModelReply, startHeldModel } from '../support/engine/held-model.ts';
import type { EventSeen, RunSeen } from '../support/engine/rest.ts';
import {
  CHECKOUT,
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

/**
 * Where the kill catches a run: while the model holds the reply to a question, or the post office an answer; or what has come is not
 * stored yet. `paidAgain`: questions more than an undisturbed run. `sentAgain`: mails sent twice, under the same key.
 */
const KILL_POINTS = {
  'question-1': { paidAgain: 1, sentAgain: 0 },
  'question-2': { paidAgain: 1, sentAgain: 0 },
  'question-3': { paidAgain: 1, sentAgain: 0 },
  'question-4': { paidAgain: 1, sentAgain: 0 },
  'mail-1': { paidAgain: 0, sentAgain: 1 },
  'mail-2': { paidAgain: 0, sentAgain: 1 },
  'turn-not-stored': { paidAgain: 1, sentAgain: 0 },
  'effect-not-stored': { paidAgain: 0, sentAgain: 1 },
  'artifact-not-stored': { paidAgain: 0, sentAgain: 0 },
} as const;
type KillPoint = keyof typeof KILL_POINTS;
const NAMES = Object.keys(KILL_POINTS) as readonly KillPoint[];
const HELD_QUESTION: Partial<Record<KillPoint, number>> = {
  'question-1': 1,
  'question-2': 2,
  'question-3': 3,
  'question-4': 4,
  'turn-not-stored': 2,
  'artifact-not-stored': 3,
};
const HELD_MAIL: Partial<Record<KillPoint, string>> = { 'mail-1': 'Ada', 'mail-2': 'Bob', 'effect-not-stored': 'Ada' };

const DEFINITION = {
  name: 'mailing',
  model: { name: 'own/counted' },
  steps: [
    {
      id: 'work',
      generator: { kind: 'agent', agent: 'mailer', prompt: 'RUN <{input.run}>.' },
      guard: { use: 'contains', with: { text: '2' } },
    },
  ],
};

interface Mail {
  readonly to: string;
  readonly key: string;
}

let home: Home;
let database: TestDatabase;
let model: HeldModel;
let office: FastifyInstance;
let api: Service;
let env: NodeJS.ProcessEnv;
let holding = false;
const mails: Mail[] = [];
const letOut = new Map<string, () => void>();

beforeAll(async () => {
  home = await createHome();
  database = await createTestDatabase();
  model = await startHeldModel((prompt) => {
    const { tag, number } = placeOf(prompt);
    return holding && HELD_QUESTION[tag as KillPoint] === number ? undefined : replyOf(tag, number);
  });
  office = fastify({ forceCloseConnections: true });
  office.post('/', async ({ body }) => {
    const mail: Mail = JSON.parse(String(body));
    mails.push(mail);
    const [tag = '', name = ''] = mail.to.split('/');
    if (holding && HELD_MAIL[tag as KillPoint] === name)
      await new Promise<void>((resolve) => letOut.set(mail.to, resolve));
    return {};
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
    DSAP_WORKER_MODULE: path.join(CHECKOUT, 'test/e2e/fixtures/mailing.ts'),
    MAIL_URL: await office.listen({ host: '127.0.0.1', port: 0 }),
  };
  api = await serveDsap({ args: ['api'], home, env });
});
afterAll(async () => {
  await endAll();
  await model.close();
  await office.close();
  await database.drop();
  await home.remove();
});

/** Whose question it is, and which one of an undisturbed run: the answers before it, and one. */
function placeOf(prompt: string): { readonly tag: string; readonly number: number } {
  const tag = /RUN <([^>]*)>/.exec(prompt)?.[1] ?? '';
  return { tag, number: prompt.split('"role":"assistant"').length };
}

/** Two mails with a note in between; a note; an answer that the guard rejects; one that it accepts. */
function replyOf(tag: string, number: number): ModelReply {
  const call = (name: string, given: unknown) => ({ name, arguments: given });
  const turns = [
    [call('mail', { to: `${tag}/Ada` }), call('note', { name: 'Ada' }), call('mail', { to: `${tag}/Bob` })],
    [call('note', { name: 'Bob' })],
    [call('output', { sent: 1 })],
    [call('output', { sent: 2 })],
  ];
  return { text: '', calls: turns[number - 1] ?? [], finish: 'tool_calls' };
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
  readonly questions: number;
  readonly mails: readonly Mail[];
}

const start = (tag: string): Promise<string> => api.rest.start(DEFINITION, { run: tag });

async function ended(tag: string, id: string): Promise<Ended> {
  const run = await api.rest.until(id, ({ status }) => status !== 'running');
  const { body } = await api.rest.get(`/v1/runs/${id}/result`);
  return {
    run,
    log: await api.rest.log(id),
    result: body['artifacts'],
    questions: model.asked(`RUN <${tag}>`).length,
    mails: mails.filter(({ to }) => to.startsWith(`${tag}/`)),
  };
}

/** What two runs of the same course have in common: everything but ids and times. */
function course(log: readonly EventSeen[]): readonly unknown[] {
  return log.map(({ seq, type, data }) => ({ seq, type, ...data, runId: undefined, artifactId: undefined }));
}

async function perPoint<Value>(make: (name: KillPoint) => Promise<Value>): Promise<Record<KillPoint, Value>> {
  const entries = NAMES.map(async (name) => [name, await make(name)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Record<KillPoint, Value>;
}

/** Brings each run to its point, kills the worker there, and lets another one end them. */
async function killAtEveryPoint(): Promise<Record<KillPoint, Ended>> {
  const worker = await startWorker();
  holding = true;
  const ids = await perPoint(start);
  const question = (name: KillPoint) => model.question(`RUN <${name}>`, HELD_QUESTION[name]);
  await Promise.all(NAMES.filter((name) => HELD_QUESTION[name] !== undefined).map(question));
  for (const [name, to] of Object.entries(HELD_MAIL))
    await until(`the mail of ${name}`, async () => letOut.get(`${name}/${to}`));
  const artifacts = await lockTable(database.url, 'artifacts');
  (await question('artifact-not-stored')).reply(replyOf('artifact-not-stored', 3));
  await artifacts.caught(1);
  const turns = await lockTable(database.url, 'agent_turns');
  (await question('turn-not-stored')).reply(replyOf('turn-not-stored', 2));
  await turns.caught(1);
  const effects = await lockTable(database.url, 'agent_effects');
  letOut.get('effect-not-stored/Ada')?.();
  await effects.caught(1);
  expect(await end(worker, 'SIGKILL')).toBe('SIGKILL');
  for (const lock of [artifacts, turns, effects]) await lock.release();
  holding = false;
  await startWorker();
  return perPoint((name) => ended(name, ids[name]));
}

describe('S4-28, R80: the worker is killed with SIGKILL between any two calls of an agent', () => {
  let undisturbed: Ended;
  let disturbed: Record<KillPoint, Ended>;
  beforeAll(async () => {
    const worker = await startWorker();
    undisturbed = await ended('quiet', await start('quiet'));
    expect(await end(worker, 'SIGTERM')).toBe(0);
    disturbed = await killAtEveryPoint();
  });

  const cases = NAMES.map((name) => ({ name, ...KILL_POINTS[name] }));

  test('an undisturbed run asks four times and sends two mails', () => {
    expect(undisturbed).toMatchObject({
      run: { status: 'completed', attempts: { used: 2 } },
      result: { work: { content: '{"sent":2}', finalState: ['quiet/Ada', 'noted Ada', 'quiet/Bob', 'noted Bob'] } },
      questions: 4,
      mails: [{ to: 'quiet/Ada' }, { to: 'quiet/Bob' }],
    });
  });

  test.each(cases)('$name: both tiers and the conversation are there, and the run ends alike', ({ name }) => {
    const { run, log, result } = disturbed[name];
    expect(run).toMatchObject({ status: 'completed', attempts: { used: 2 }, usage: undisturbed.run['usage'] });
    expect(result).toMatchObject({
      work: { content: '{"sent":2}', finalState: [`${name}/Ada`, 'noted Ada', `${name}/Bob`, 'noted Bob'] },
    });
    expect(course(log)).toEqual(course(undisturbed.log));
  });

  test.each(cases)('$name: nothing that was answered is paid twice', ({ name, paidAgain }) => {
    expect(disturbed[name].questions).toBe(4 + paidAgain);
  });

  test.each(cases)(
    '$name: a mail whose answer was stored is not sent again; another has its key',
    ({ name, sentAgain }) => {
      const sent = disturbed[name].mails;
      expect(sent).toHaveLength(2 + sentAgain);
      expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
      expect(new Set(sent.map(({ to }) => to)).size).toBe(2);
    },
  );
});
