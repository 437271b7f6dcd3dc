import { atMost, type Figure, type Row } from '../figure.ts';
import { chainedByCard } from '../harness/definitions.ts';
import { numberIn } from '../harness/query.ts';
import { createRest } from '../harness/rest.ts';
import { type Service, startService } from '../harness/service.ts';
import { TEXTS, textsCard } from '../harness/texts-card.ts';
import { timed } from '../harness/timed-runs.ts';

/** What the database keeps for every byte of an artifact; each step's prompt shows the artifact before it. */
export const storedBytes: Figure = {
  number: 4,
  name: 'bytes',
  title: 'Stored bytes',
  async *measure(bench) {
    await bench.standDown();
    const service = await startService({ dataDirectory: await bench.folder(), cards: [textsCard()] });
    try {
      yield await ratioOf(service);
    } finally {
      await service.close();
    }
  },
};

async function ratioOf({ client, databaseUrl, apiUrl }: Service): Promise<Row> {
  const rest = createRest(apiUrl);
  const { card, steps, bytes } = TEXTS;
  await rest.publish(chainedByCard('bench-texts', steps, card));
  const before = await numberIn(databaseUrl, SIZE);
  await timed(client, () => rest.start('bench-texts'));
  const stored = (await numberIn(databaseUrl, SIZE)) - before;
  const raw = `${mebibytes(stored)} MiB for ${mebibytes(steps * bytes)} MiB`;
  return atMost(`${steps} steps of 64 KiB of random text`, stored / (steps * bytes), 2.5, '×', raw);
}

/** All our tables with their indexes and their rows out of line, in bytes. */
const SIZE = `
  select sum(pg_total_relation_size(oid))::text as value from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
