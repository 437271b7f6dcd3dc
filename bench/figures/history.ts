import { atMost, type Figure, plain, type Row } from '../figure.ts';
import type { Bench } from '../harness/bench.ts';
import { chained, type Document, repeating } from '../harness/definitions.ts';
import { eventKinds, startBytes } from '../harness/event-kinds.ts';
import { timed } from '../harness/timed-runs.ts';

/** What an attempt leaves in Temporal's history: (20 attempts − 10 attempts) ÷ 10 (R78). */
export const history: Figure = {
  number: 2,
  name: 'history',
  title: "Temporal's history per attempt, (20-attempt run − 10-attempt run) ÷ 10",
  async *measure(bench) {
    for (const kibibytes of [1, 256]) {
      const answer = 'an answer. '.repeat(kibibytes * 94).slice(0, kibibytes * 1024);
      const made = (attempts: number) => repeating(`bench-history-${kibibytes}-${attempts}`, attempts, answer);
      yield* rowsFor(bench, `one step, artifacts of ${kibibytes} KiB`, made, 7);
    }
    yield* rowsFor(bench, 'a new step each', (count) => chained(`bench-history-steps-${count}`, count), 8);
  },
};

const KIBIBYTES = 2;

async function* rowsFor(
  bench: Bench,
  what: string,
  document: (attempts: number) => Document,
  limit: number,
): AsyncGenerator<Row> {
  const [short, long] = [await historyOf(bench, document(10)), await historyOf(bench, document(20))];
  const events = (long.kinds.length - short.kinds.length) / 10;
  yield atMost(`events, ${what}`, events, limit, '', kindsPerAttempt(short.kinds, long.kinds));
  const raw = `${short.bytes.toLocaleString('en')} and ${long.bytes.toLocaleString('en')} bytes`;
  const all = (long.bytes - short.bytes) / 10 / 1024;
  const planned = (long.start - short.start) / 10 / 1024;
  yield atMost(`size, ${what}`, all - planned, KIBIBYTES, ' KiB', raw);
  yield plain(`more plan in the start, ${what}`, planned, ' KiB', `${short.start} and ${long.start} bytes`);
}

interface History {
  /** The kind of each event, in order. */
  readonly kinds: readonly string[];
  readonly bytes: number;
  /** Of the first event, which carries the plan: what a document says, not what an attempt leaves. */
  readonly start: number;
}

async function historyOf(bench: Bench, document: Document): Promise<History> {
  const { client, rest } = await bench.ground();
  await rest.publish(document);
  const { id } = await timed(client, () => rest.start(document.name));
  const { raw } = await client.workflow.getHandle(id).describe();
  const kinds = await eventKinds(client, id);
  const bytes = Number(raw.workflowExecutionInfo?.historySizeBytes);
  return { kinds, bytes, start: await startBytes(client, id) };
}

function kindsPerAttempt(short: readonly string[], long: readonly string[]): string {
  const count = (kinds: readonly string[], kind: string) => kinds.filter((other) => other === kind).length;
  const each = [...new Set(long)].map((kind) => [kind, (count(long, kind) - count(short, kind)) / 10] as const);
  return each
    .filter(([, events]) => events !== 0)
    .map(([kind, events]) => `${events} ${kind}`)
    .join(', ');
}
