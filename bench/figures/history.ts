import { atMost, type Figure, type Row } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { repeating } from '../harness/definitions.ts';
import { timed } from '../harness/timed-runs.ts';

/** What an attempt leaves in Temporal's history: (20 attempts − 10 attempts) ÷ 10 (R78). */
export const history: Figure = {
  number: 2,
  title: '2 History per attempt, (20-attempt run − 10-attempt run) ÷ 10',
  async measure(bench) {
    return [...(await rowsFor(bench, 1)), ...(await rowsFor(bench, 256))];
  },
};

async function rowsFor(bench: Bench, kibibytes: number): Promise<readonly Row[]> {
  const [short, long] = [await historyOf(bench, kibibytes, 10), await historyOf(bench, kibibytes, 20)];
  const raw = (what: 'events' | 'bytes') =>
    `${short[what].toLocaleString('en')} and ${long[what].toLocaleString('en')}`;
  const bytes = (long.bytes - short.bytes) / 10;
  return [
    atMost(`events, artifacts of ${kibibytes} KiB`, (long.events - short.events) / 10, 13, '', raw('events')),
    atMost(`size, artifacts of ${kibibytes} KiB`, bytes / 1024, 8, ' KiB', `${raw('bytes')} bytes`),
  ];
}

async function historyOf(bench: Bench, kibibytes: number, attempts: number) {
  const { client, rest } = await bench.service();
  const name = `bench-history-${kibibytes}-${attempts}`;
  await rest.publish(repeating(name, attempts, 'an answer. '.repeat(kibibytes * 94).slice(0, kibibytes * 1024)));
  const { id } = await timed(client, () => rest.start(name));
  const { raw } = await client.workflow.getHandle(id).describe();
  const { historyLength, historySizeBytes } = raw.workflowExecutionInfo ?? {};
  return { events: Number(historyLength), bytes: Number(historySizeBytes) };
}
