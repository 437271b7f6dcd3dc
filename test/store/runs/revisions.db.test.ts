/** Over a real PostgreSQL: what redirects and forks make of a run's definition. */
import type { Body } from '../../../src/model/event.ts';
import type { RunRecord } from '../../../src/ports/store/runs.ts';
import { aPlan, aRun, created, numbered, startRun } from '../makers.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const REVISED = { name: 'revised', specification: 'NUL \u0000' };

async function recordOf(id: string): Promise<RunRecord> {
  const found = await on.store.runs.find(id);
  if (!found) throw new Error(`There is no run ${id}.`);
  return found.record;
}

test('a run goes by its definition until a redirect that changes it is in its log', async () => {
  const { id } = await startRun(on.store, { specification: 'as started' });
  const plan = aPlan({ bound: 77 });
  await on.store.revisions.save(id, { digest: 'sha256:r1', document: REVISED, plan });
  await on.store.revisions.save(id, { digest: 'sha256:r1', document: { name: 'another' }, plan });
  const before = await recordOf(id);
  expect(before).toMatchObject({ specification: 'as started' });
  expect(await on.store.revisions.document(before)).not.toEqual(REVISED);
  const redirected = {
    type: 'run.redirected',
    redirectId: 'rdr_1',
    change: 'constraint_change',
    description: 'NUL \u0000',
    by: 'ann',
    trailCleared: false,
    added: [],
    removed: [],
    revision: 'sha256:r1',
    granted: 0,
  } as const;
  await on.store.events.append(id, numbered([redirected], 2));
  const record = await recordOf(id);
  expect(await on.store.revisions.document(record)).toEqual(REVISED);
  expect(record).toMatchObject({ revision: 'sha256:r1', plan: { bound: 77 } });
  expect(record).not.toHaveProperty('specification');
});

test('a fork goes by its own document before anything has happened in it', async () => {
  const run = aRun({ revision: 'sha256:fork' });
  await on.store.revisions.save(run.id, { digest: 'sha256:fork', document: REVISED, plan: run.plan });
  const revised: Body = Object.assign(created(run.id), { revision: 'sha256:fork' });
  const [first] = numbered([revised]);
  if (!first) throw new Error('unreachable');
  await on.store.runs.create(run, first);
  expect(await on.store.revisions.document(run)).toEqual(REVISED);
  expect((await on.store.runs.find(run.id))?.state.revision).toBe('sha256:fork');
});
