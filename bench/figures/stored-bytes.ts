import { atMost, type Figure } from '../figure.ts';
import { chainedByCard } from '../harness/definitions.ts';
import { numberIn } from '../harness/query.ts';
import { TEXTS } from '../harness/texts-card.ts';
import { timed } from '../harness/timed-runs.ts';

/** What the database keeps for every byte of an artifact; each step's prompt shows the artifact before it. */
export const storedBytes: Figure = {
  number: 4,
  title: '4 Stored bytes',
  async measure(bench) {
    const { client, databaseUrl, rest } = await bench.service();
    const { card, steps, bytes } = TEXTS;
    await rest.publish(chainedByCard('bench-texts', steps, card));
    const before = await numberIn(databaseUrl, SIZE);
    await timed(client, () => rest.start('bench-texts'));
    const stored = (await numberIn(databaseUrl, SIZE)) - before;
    const raw = `${mebibytes(stored)} MiB for ${mebibytes(steps * bytes)} MiB`;
    return [atMost(`${steps} steps of 64 KiB of random text`, stored / (steps * bytes), 2.5, '×', raw)];
  },
};

/** All our tables with their indexes and their rows out of line, in bytes. */
const SIZE = `
  select sum(pg_total_relation_size(oid))::text as value from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`;

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
