/** Runs that are told before anybody reads of them. Over a real PostgreSQL. */
import { keepTold } from '../../../src/cli/start/keep-told.ts';
import { longRun } from '../../store/long-run.ts';
import { useStore } from '../../store/stores.ts';
import { until } from '../../support/until.ts';

const on = useStore();

const toldTo = async (id: string) => (await on.store.tellings.load(id))?.told.seq ?? 0;
const started = performance.now();

test('performance 3: old runs are told batch by batch, and a long one while it goes on; a short one once it has come to rest', async () => {
  const old = await longRun(on.store, 2);
  const kept = keepTold(on.store, { warn: (facts) => expect(facts).toBeUndefined() });
  try {
    expect(await kept.look(started)).toBe(1);
    expect(await toldTo(old)).toBe(45);
    // No old one is left.
    expect(await kept.look(started)).toBe(0);
    const short = await longRun(on.store, 1);
    const long = await longRun(on.store, 60);
    const isTold = async () => ((await kept.look(performance.now())) > 0 && (await toldTo(long)) > 1_000) || undefined;
    await until('the long run is told', isTold);
    expect(await toldTo(short)).toBe(0);
    await until('the short run is told', async () => {
      await kept.look(performance.now() + 60_000);
      return (await toldTo(short)) === 23 || undefined;
    });
  } finally {
    kept.end();
  }
});
