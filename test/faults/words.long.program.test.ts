// `dsap api` and one `dsap worker` as processes of their own: a person says in free words what to change while a step runs, and the worker
// is killed before the words are settled, in a graph, a search and a machine.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { judge } from '../support/engine/evidence.ts';
import type { EventSeen } from '../support/engine/rest.ts';
import { objective } from '../support/played/and-or.ts';
import { type Seeded, seeded } from '../support/played/seeded.ts';
import { type Cluster, kill, startCluster, type WorkerProcess } from '../support/servers/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../support/servers/database.ts';
import { report, seed, size } from '../support/servers/fault-suite.ts';
import { until } from '../support/until.ts';

jest.setTimeout(size(900_000, 120_000));

/** Runs of each topology. */
const ROUNDS = size(10, 1);

let database: TestDatabase;
let cluster: Cluster;
let worker: WorkerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  const temporalAddress = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';
  cluster = await startCluster({ databaseUrl: database.url, temporalAddress });
  worker = cluster.startWorker();
  await Promise.all([cluster.startApi(), worker.polling]);
});
afterAll(async () => {
  await cluster?.stop();
  await database?.drop();
});

const SHORTER = JSON.stringify({ type: 'constraint_change', description: 'shorter', constraints: 'Ten words.' });
/** The step is still being made when the words come; what they mean takes a while, too. */
const model = {
  name: 'sim:script',
  extra: {
    sim: { outputs: { write: [{ text: 'A text.', delay: '2s' }], redirect_1: [{ text: SHORTER, delay: '1s' }] } },
  },
};
const write = { id: 'write', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } };
const read = { ...write, id: 'read', requires: ['write'], generator: { kind: 'llm', prompt: 'Read.' } };

const TOPOLOGIES = {
  graph: { name: 'words-graph', model, steps: [write, read] },
  search: {
    name: 'words-search',
    topology: 'and-or',
    objective: objective('read'),
    model,
    steps: [write, read],
  },
  machine: {
    name: 'words-machine',
    model,
    workflow: {
      state_machine: { states: ['writing', 'done'], initial_state: 'writing', final_states: ['done'] },
      steps: [{ name: 'write', type: 'llm', prompt: 'Write.', in_state: 'writing', transition_to: 'done' }],
    },
  },
};

/** Kills the worker, and has another one take over at once. */
async function replaceWorker(): Promise<void> {
  await kill(worker.program);
  worker = cluster.startWorker();
}

const Questions = z.object({ data: z.array(z.object({ id: z.string(), artifactDigest: z.string().optional() })) });

async function question(runId: string) {
  return until(`a question of ${runId}`, async () => {
    const { data } = Questions.parse((await cluster.rest.get(`/v1/escalations?runId=${runId}&status=open`)).body);
    return data[0];
  });
}

interface Round {
  /** Milliseconds from the words, and from the question about them, to a kill each. */
  readonly afterWords: number;
  readonly afterQuestion: number;
  readonly action: 'approve' | 'skip';
}

async function speak(definition: object, { afterWords, afterQuestion, action }: Round): Promise<string> {
  const { rest } = cluster;
  const id = await rest.start(definition);
  await until(`${id} writes`, async () => {
    const begun = (await rest.log(id)).some(({ type, data }) => type === 'attempt.started' && data['step'] === 'write');
    return begun ? true : undefined;
  });
  const said = await rest.post(`/v1/runs/${id}/redirect`, { instruction: 'Shorter, please.' });
  expect([said.status, said.body]).toEqual([202, expect.objectContaining({ changed: true })]);
  await wait(afterWords);
  await replaceWorker();
  const { id: eid, artifactDigest } = await question(id);
  await wait(afterQuestion);
  await replaceWorker();
  const decision = { action, by: 'ada', ...(action === 'approve' && { artifactDigest }) };
  await until(`${id} is told to ${action}`, async () => {
    const { status } = await rest.post(`/v1/escalations/${eid}/decision?wait=10s`, decision);
    return status < 300 ? true : undefined;
  });
  await rest.until(id, ({ status }) => status === 'completed');
  return id;
}

/** What of the run's own began, was judged or ended between the words and their settlement. */
function between(log: readonly EventSeen[]): readonly EventSeen[] {
  const from = log.findIndex(({ type }) => type === 'run.redirecting');
  const to = log.findIndex(({ type }) => type === 'run.redirected' || type === 'run.redirect_ended');
  if (from < 0 || to < from) throw new Error('The words were never settled.');
  const isOwn = ({ type, data }: EventSeen) => OWN_WORK.has(type) && data['step'] !== 'redirect_1';
  return log.slice(from, to).filter(isOwn);
}

const OWN_WORK: ReadonlySet<string> = new Set([
  'attempt.started',
  'artifact.created',
  'attempt.finished',
  'guard.verdict',
  'step.satisfied',
  'condition.evaluated',
  'turn.started',
  'machine.transitioned',
  'basecase.started',
  'basecase.evaluated',
  'step.decomposed',
  'run.closed',
]);

function roundOf(random: Seeded): Round {
  return {
    afterWords: random.between(0, 2_500),
    afterQuestion: random.between(0, 500),
    action: random.pick(['approve', 'skip']),
  };
}

test.each(Object.entries(TOPOLOGIES))(
  'R86: in a %s, kills between words and their settlement begin, end, lose and pay nothing twice',
  async (name, definition) => {
    const random = seeded(seed);
    const ids: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await speak(definition, roundOf(random));
      ids.push(id);
      const log = await cluster.rest.log(id);
      expect(between(log)).toEqual([]);
      expect(log.filter(({ type }) => type === 'run.redirecting')).toHaveLength(1);
      // The step goes on in its epoch under its number, and is accepted once.
      const accepted = log.filter(({ type, data }) => type === 'step.satisfied' && data['step'] === 'write');
      expect(accepted).toMatchObject([{ data: { epoch: 1, attempt: 1 } }]);
    }
    const { runs, events, violations } = await judge(cluster.witnesses, ids);
    report(`words in a ${name}, ${2 * ROUNDS} kills`, { runs, events, violations: violations.length });
    expect(violations).toEqual([]);
  },
);
