import { atMost, type Figure, plain, type Row } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { memoryOfTree } from '../harness/process-memory.ts';
import { numberIn } from '../harness/query.ts';
import { createRest, type Rest } from '../harness/rest.ts';
import { type Service, startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';

const AT_ONCE = 20;

/** What runs that wait for a person take of a worker: a place in its cache while there is room, and nothing when there is not. */
export const parkedRuns: Figure = {
  number: 9,
  name: 'parked',
  title: 'Memory of a `dsap worker` with parked runs, PSS in MiB',
  async *measure(bench) {
    await bench.standDown();
    if (process.platform !== 'linux') throw new Error('Memory of other processes needs /proc.');
    yield* rowsFor(bench);
    yield* rowsFor(bench, SMALL_HEAP);
  },
};

/** The first fills the heap with what any work leaves there; the second shows what parked runs add. */
const WAVES = 2;

/** KiB of the worker for a run in its cache. */
const EACH = 200;

/** MiB; with it the SDK keeps some hundred workflows, so that most of those that are parked are evicted. */
const SMALL_HEAP = 512;

async function* rowsFor(bench: Bench, heap?: number): AsyncGenerator<Row> {
  const service = await startService({
    dataDirectory: await bench.folder(),
    limits: { requestsPerMinute: 10_000 },
    workers: async () => ({ queues: () => [], close: async () => undefined }),
  });
  try {
    const runs = bench.quick ? 200 : 1_000;
    const rest = createRest(service.apiUrl);
    await rest.publish(PARKED);
    const taken = await withWorker(service, heap, async (pid) => {
      await park(rest, service, 20);
      const memories = [await memoryOf(pid)];
      for (let wave = 0; wave < WAVES; wave += 1) {
        await park(rest, service, runs);
        memories.push(await memoryOf(pid));
      }
      return memories;
    });
    const label = heap === undefined ? 'its own heap' : `a heap of ${heap} MiB`;
    const [before, after] = taken.slice(-2).map(({ pss }) => pss);
    const each = (((after ?? 0) - (before ?? 0)) / runs) * 1024;
    yield {
      what: `0, ${runs} and ${2 * runs} runs parked, ${label}`,
      value: taken.map(({ pss }) => inMiB(pss)).join(' → '),
      raw: `RSS ${taken.map(({ rss }) => inMiB(rss)).join(' → ')}`,
    };
    yield atMost(`for each of the last ${runs}, ${label}`, each, EACH, ' KiB', 'PSS');
    const anew = await withWorker(service, heap, async (pid) => {
      const memory = await memoryOf(pid);
      await wakeAll(rest, service);
      return memory;
    });
    yield plain(`a new worker, all ${2 * runs} parked, ${label}`, anew.pss, ' MiB', `RSS ${inMiB(anew.rss)}`);
    yield plain(`completed once answered, ${label}`, await numberIn(service.databaseUrl, DONE), '', 'all woke');
  } finally {
    await service.close();
  }
}

async function withWorker<Result>(
  service: Service,
  heap: number | undefined,
  use: (pid: number) => Promise<Result>,
): Promise<Result> {
  const worker = await startWorkerProcess(service, { heap });
  try {
    return await use(worker.pid);
  } finally {
    await worker.stop();
  }
}

/** One step that a person does: the run asks at once, and waits. */
const PARKED = {
  name: 'bench-parked',
  steps: [{ id: 'work', generator: { kind: 'human', question: 'What is it?' }, guard: { use: 'not-empty' } }],
};

/** Starts as many runs more, and waits until every run has asked its question and that is stored. */
async function park(rest: Rest, { databaseUrl }: Service, runs: number): Promise<void> {
  for (let done = 0; done < runs; done += AT_ONCE) {
    const batch = Math.min(AT_ONCE, runs - done);
    await Promise.all(Array.from({ length: batch }, () => rest.start(PARKED.name)));
  }
  while ((await numberIn(databaseUrl, BUSY)) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
}

/** Answers every question, and waits until every run has ended; throws when one does not. */
async function wakeAll(rest: Rest, { databaseUrl }: Service): Promise<void> {
  const answered = new Set<string>();
  for (;;) {
    const questions = await rest.questions();
    if (questions.length === 0) break;
    // What is being judged is open until then.
    const unanswered = questions.filter((id) => !answered.has(id)).slice(0, AT_ONCE);
    await Promise.all(unanswered.map((id) => rest.decide(id, { action: 'amend', content: 'It is this.' })));
    for (const id of unanswered) answered.add(id);
  }
  await until(async () => (await numberIn(databaseUrl, OPEN)) === 0, 120_000);
}

const OPEN = "select count(*)::int as value from run_views where status <> 'completed'";
const DONE = "select count(*)::int as value from run_views where status = 'completed'";
const BUSY = "select count(*)::int as value from run_views where status <> 'escalated'";

interface Memory {
  readonly pss: number;
  readonly rss: number;
}

/** The least of some looks: what a collection has not reached yet belongs to nobody. */
async function memoryOf(pid: number): Promise<Memory> {
  const looks: Memory[] = [];
  while (looks.length < 10) {
    const programs = await memoryOfTree(pid);
    const sum = (field: keyof Memory) => programs.reduce((total, memory) => total + memory[field], 0);
    looks.push({ pss: sum('pss'), rss: sum('rss') });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return looks.toSorted((one, other) => one.pss - other.pss)[0] ?? { pss: 0, rss: 0 };
}

function inMiB(mebibytes: number): string {
  return mebibytes.toFixed(0);
}
