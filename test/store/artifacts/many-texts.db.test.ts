/** Two workers, a real PostgreSQL and more text than there is room for (console 6.12). */
import { createGrowingTexts } from '../../../src/activities/generators/growing-texts.ts';
import { createStore } from '../../../src/store/postgres-store.ts';
import { until } from '../../support/until.ts';
import { useStatements } from '../statements.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const asked = useStatements(() => on.database.url);
const MIB = 2 ** 20;
const ROOM = 64 * MIB;

test('console 6.12: 200 texts of 10 MiB each stay within the limit at every look', async () => {
  const other = await createStore({ databaseUrl: on.database.url });
  const now = () => performance.now();
  const tell = () => undefined;
  const workers = [on.store, other].map(({ texts }) =>
    createGrowingTexts({ store: texts, room: ROOM, tell, now, every: 20, quick: 0 }),
  );
  const looks: number[] = [];
  const look = async () => {
    const text =
      'select coalesce(sum(length(body)), 0)::bigint as bytes, (select bytes from text_room) as told from text_chunks';
    const [row] = await asked.database.query<{ bytes: number; told: number }>({ text });
    expect(row?.bytes).toBe(row?.told);
    looks.push(row?.bytes ?? 0);
  };
  const long = 'ten mebibytes '.repeat((10 * MIB) / 14 + 1).slice(0, 10 * MIB);
  for (let from = 0; from < 200; from += 20) {
    const ids = Array.from({ length: 20 }, (_, at) => `run_${from + at}`);
    const growing = ids.flatMap((runId, at) => workers[at % 2]?.open({ runId, token: 't', execution: [1] }) ?? []);
    for (let end = MIB / 2; end <= long.length; end += 3 * MIB) {
      for (const one of growing) one.grow(long.slice(0, end));
      await look();
    }
    for (const one of growing) one.grow(long);
    await until('all have begun', async () => ((await countOf(ids, 'true')) === 20 ? true : undefined));
    for (const one of growing) one.end();
    await until('all are over', async () => ((await countOf(ids, 'ended_at is not null')) === 20 ? true : undefined));
    await look();
  }
  for (const worker of workers) await worker.close();
  await other.close();
  expect(Math.max(...looks)).toBeLessThanOrEqual(ROOM);
  expect(looks.at(-1)).toBeGreaterThan(ROOM - 2 * MIB);
  const all = Array.from({ length: 200 }, (_, at) => `run_${at}`);
  expect(await countOf(all, 'true')).toBe(200);
  expect(await countOf(all, 'gone')).toBeGreaterThanOrEqual(136);
});

async function countOf(ids: readonly string[], so: string): Promise<number> {
  const text = `select count(*)::int as count from texts where run_id = any($1::text[]) and (${so})`;
  return (await asked.database.query<{ count: number }>({ text }, [ids]))[0]?.count ?? 0;
}
