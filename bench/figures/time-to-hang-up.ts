import { randomUUID } from 'node:crypto';
import { startWorkers } from '../../src/cli/start/start-workers.ts';
import { type Figure, type Row, tail, tailAtMost } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { startDeafWorkers } from '../harness/deaf-workers.ts';
import { createRest, type Rest } from '../harness/rest.ts';
import { startService } from '../harness/service.ts';
import { type SilentModel, startSilentModel } from '../harness/silent-model.ts';

/** What makes a run hang up on its model, as it is asked for over REST. */
const VERBS: Readonly<Record<string, object>> = {
  stop: { reason: 'enough' },
  redirect: { type: 'constraint_change', description: 'shorter', constraints: 'Short.' },
};

const SLOTS = 8;
const HEARTBEAT_SECONDS = 5;

/** From the request to the end of the connection as the model's server sees it (R83). */
export const timeToHangUp: Figure = {
  number: 8,
  name: 'hang-up',
  title: 'From the request to the closed connection to the model, as its server sees it',
  async *measure(bench) {
    await bench.standDown();
    yield* rowsFor(bench, 'the direct path', bench.quick ? 10 : 40);
    yield* rowsFor(bench, 'heartbeat alone', bench.quick ? 5 : 20);
  },
};

type Path = 'the direct path' | 'heartbeat alone';

async function* rowsFor(bench: Bench, path: Path, rounds: number): AsyncGenerator<Row> {
  const model = await startSilentModel();
  const service = await startService({
    dataDirectory: await bench.folder(),
    env: { OPENAI_BASE_URL: model.baseUrl, DSAP_HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS) },
    limits: { llmSlots: SLOTS, requestsPerMinute: 10_000 },
    workers: path === 'the direct path' ? startWorkers : startDeafWorkers,
  });
  const row = (what: string, taken: readonly number[]) =>
    path === 'the direct path' ? tailAtMost(what, taken, 500) : tail(what, taken);
  try {
    const rest = createRest(service.apiUrl);
    await rest.publish(HELD);
    for (const verb of Object.keys(VERBS)) {
      yield row(`${verb} by ${path}, idle slots`, await withIdleSlots(rest, model, verb, rounds));
      yield row(`${verb} by ${path}, full slots`, await withFullSlots(rest, model, verb, rounds));
    }
  } finally {
    await model.close();
    await service.close();
  }
}

const HELD = {
  name: 'bench-held',
  model: { name: 'whatever-the-endpoint-has' },
  steps: [{ id: 'work', generator: { kind: 'llm', prompt: 'Work on {input.task}.' }, guard: { use: 'not-empty' } }],
};

interface Asking {
  readonly id: string;
  readonly task: string;
}

async function begun(rest: Rest): Promise<Asking> {
  const task = randomUUID();
  return { id: await rest.start(HELD.name, { task }), task };
}

async function hangUp(rest: Rest, model: SilentModel, verb: string, { id, task }: Asking): Promise<number> {
  const connection = await model.connection(task);
  const asked = performance.now();
  await rest.ask(id, verb, VERBS[verb] ?? {});
  const taken = (await connection.closed) - asked;
  // A redirected run asks again at once.
  await rest.ask(id, 'terminate', {});
  return taken;
}

async function withIdleSlots(rest: Rest, model: SilentModel, verb: string, rounds: number): Promise<readonly number[]> {
  const taken: number[] = [];
  while (taken.length < rounds) taken.push(await hangUp(rest, model, verb, await begun(rest)));
  return taken;
}

/** As many runs wait for a slot as have one; whichever is stopped makes room for the next. */
async function withFullSlots(rest: Rest, model: SilentModel, verb: string, rounds: number): Promise<readonly number[]> {
  const before = model.total;
  const runs = new Set<Asking>();
  while (runs.size < 2 * SLOTS) runs.add(await begun(rest));
  const taken: number[] = [];
  while (taken.length < rounds) {
    await model.asked(before + SLOTS + taken.length);
    const first = await Promise.race([...runs].map((run) => model.connection(run.task).then(() => run)));
    runs.delete(first);
    taken.push(await hangUp(rest, model, verb, first));
    runs.add(await begun(rest));
  }
  await Promise.all([...runs].map(({ id }) => rest.ask(id, 'terminate', {})));
  return taken;
}
