import type { Figure, Row } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { memoryOfTree } from '../harness/process-memory.ts';
import { numberIn } from '../harness/query.ts';
import { createRest, type Rest } from '../harness/rest.ts';
import { type Service, startService } from '../harness/service.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';

const AT_ONCE = 20;

/** What runs that wait for a person take of a worker: a place in its cache while there is room, and nothing when there is not. */
export const parkedRuns: Figure = {
  number: 9,
  title: '9 Memory of a `dsap worker` with parked runs, PSS in MiB',
  async measure(bench) {
    await bench.standDown();
    if (process.platform !== 'linux') return [{ what: 'not measured', value: '', raw: 'needs /proc' }];
    return [...(await rowsFor(bench)), ...(await rowsFor(bench, SMALL_HEAP))];
  },
};

/** The first fills the heap with what any work leaves there; the second shows what parked runs add. */
const WAVES = 2;

/** MiB; with it the SDK keeps some hundred workflows, so that most of those that are parked are evicted. */
const SMALL_HEAP = 512;

async function rowsFor(bench: Bench, heap?: number): Promise<readonly Row[]> {
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
    const anew = await withWorker(service, heap, memoryOf);
    const label = heap === undefined ? 'its own heap' : `a heap of ${heap} MiB`;
    const [before = anew, after = anew] = taken.slice(-2);
    const each = ((after.pss - before.pss) / runs) * 1024;
    return [
      {
        what: `0, ${runs} and ${2 * runs} runs parked, ${label}`,
        value: taken.map(({ pss }) => inMiB(pss)).join(' → '),
        raw: `RSS ${taken.map(({ rss }) => inMiB(rss)).join(' → ')}`,
      },
      { what: `for each of the last ${runs}, ${label}`, value: `${each.toFixed(0)} KiB`, raw: 'PSS' },
      { what: `a new worker, all ${2 * runs} parked, ${label}`, value: inMiB(anew.pss), raw: `RSS ${inMiB(anew.rss)}` },
    ];
  } finally {
    await service.close();
  }
}

async function withWorker<Result>(
  service: Service,
  heap: number | undefined,
  use: (pid: number) => Promise<Result>,
): Promise<Result> {
  const worker = await startWorkerProcess(service, heap);
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
