import type { Figure, Row } from '../figure.ts';
import { refining } from '../harness/definitions.ts';
import { startDevProcess } from '../harness/dev-process.ts';
import { memoryOfTree, type ProgramMemory } from '../harness/process-memory.ts';
import { createRest } from '../harness/rest.ts';

const RUNS = 50;
const AT_ONCE = 10;

/** What a `dsap dev` takes, at rest and after work. */
export const footprint: Figure = {
  number: 6,
  name: 'footprint',
  title: 'Memory of a `dsap dev`, PSS in MiB',
  async *measure(bench) {
    await bench.standDown();
    const dev = await startDevProcess(await bench.folder());
    try {
      const before = await memoryOfTree(dev.pid);
      await work(dev.apiUrl);
      yield* rowsOf(before, await memoryOfTree(dev.pid));
    } finally {
      await dev.stop();
    }
  },
};

async function work(apiUrl: string): Promise<void> {
  const rest = createRest(apiUrl);
  const document = refining('bench-memory', 4);
  await rest.publish(document);
  for (let done = 0; done < RUNS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, async () => rest.completed(await rest.start(document.name))));
  }
}

function rowsOf(before: readonly ProgramMemory[], after: readonly ProgramMemory[]): readonly Row[] {
  if (after.length === 0) return [{ what: 'not measured', value: '', raw: 'needs /proc' }];
  const rows = after.map((now) => {
    const then = before.find(({ program }) => program === now.program);
    const raw = `RSS ${then?.rss.toFixed(0)} → ${now.rss.toFixed(0)}, processes ${then?.processes} → ${now.processes}`;
    return { what: now.program, value: `${then?.pss.toFixed(0)} → ${now.pss.toFixed(0)}`, raw };
  });
  const total = (memories: readonly ProgramMemory[]) => memories.reduce((sum, { pss }) => sum + pss, 0).toFixed(0);
  return [
    ...rows,
    { what: 'all', value: `${total(before)} → ${total(after)}`, raw: `after start → after ${RUNS} runs` },
  ];
}
