/** What is kept of what is told of runs. Over a real PostgreSQL. */
import { reasonsPage, tracePage } from '../../../src/api/inspection/told.ts';
import { evolve } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { INITIAL } from '../../../src/model/run-state.ts';
import { StorageFull } from '../../../src/ports/store/errors.ts';
import type { Tellings } from '../../../src/ports/store/tellings.ts';
import { createTellings } from '../../../src/store/views/tellings.ts';
import { rebuildViews } from '../../../src/stories/rebuild.ts';
import { toJson } from '../../../src/stories/telling-json.ts';
import { toldStory } from '../../../src/stories/told-runs.ts';
import { traceOf } from '../../../src/stories/trace.ts';
import { failureModesOf, surveyOfRun, whyOf } from '../../support/told.ts';
import { longRun } from '../long-run.ts';
import { aPlan, aStepsWork, numbered, startRun } from '../makers.ts';
import { useStatements } from '../statements.ts';
import { useStore } from '../stores.ts';

const on = useStore();
const statements = useStatements(() => on.database.url);

async function everyPage<Row>(page: (cursor?: string) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>) {
  const pages: (readonly Row[])[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { rows, nextCursor } = await page(cursor);
    pages.push(rows);
    cursor = nextCursor;
  }
  return pages;
}

async function toldOf(tellings: Tellings, id: string) {
  const story = await toldStory(tellings, id);
  if (!story) throw new Error(`Nothing is told of ${id}.`);
  const at = (limit: number) => (cursor?: string) => ({ limit, ...(cursor !== undefined && { cursor }) });
  const trace = await everyPage((cursor) => tracePage(tellings, id, at(7)(cursor)));
  const reasons = await everyPage((cursor) => reasonsPage(tellings, id, at(3)(cursor)));
  const { standing, modes, survey } = story;
  const read = await reasonsPage(tellings, id, { limit: 1 });
  expect({ standing: read.standing, modes: read.modes }).toEqual({ standing, modes });
  return { standing, modes, survey: toJson(survey), trace: trace.flat(), reasons: reasons.toReversed().flat() };
}

async function logOf(id: string): Promise<readonly Event[]> {
  return on.store.events.read(id, 0, 100_000);
}

test('performance 3, R121: what is kept is what the log folds to, page by page', async () => {
  const id = await longRun(on.store, 60);
  const events = await logOf(id);
  const told = await toldOf(on.store.tellings, id);
  const plan = aPlan({ goal: ['s60'] });
  const why = whyOf(events, plan, events.reduce(evolve, INITIAL));
  expect(told.trace).toEqual(traceOf(events, plan));
  expect(told.reasons).toEqual(why.chain);
  const { chain: _, ...standing } = why;
  expect(told.standing).toEqual(standing);
  expect(told.modes).toEqual(failureModesOf({ events }));
  expect(told.survey).toEqual(toJson(surveyOfRun({ events, plan, workflow: 'long' })));
  expect(events.length).toBeGreaterThan(1_000);
});

test('performance 3: what is told goes on where it was, also after it was broken off, and nothing is told twice', async () => {
  const id = await longRun(on.store, 3);
  await toldStory(on.store.tellings, id);
  await on.store.events.append(id, numbered(aStepsWork('b'), 68));
  const broken: Tellings = { ...on.store.tellings, keep: () => Promise.reject(new Error('gone')) };
  await expect(toldStory(broken, id)).rejects.toThrow('gone');
  // Several readers at once, all behind.
  const [told, ...others] = await Promise.all(Array.from({ length: 4 }, () => toldOf(on.store.tellings, id)));
  for (const other of others) expect(other).toEqual(told);
  const events = await logOf(id);
  expect(told?.trace).toEqual(traceOf(events, aPlan({ goal: ['s3'] })));
  expect(told?.reasons).toEqual(whyOf(events, aPlan(), events.reduce(evolve, INITIAL)).chain);
});

test('performance 3: once it is told, a page reads one row, however long the log; so do the reasons', async () => {
  const counts = await Promise.all(
    [40, 80].map(async (steps) => {
      const id = await longRun(on.store, steps);
      const tellings = createTellings(statements.database);
      await toldStory(tellings, id);
      return async () => {
        statements.reset();
        await tracePage(tellings, id, { limit: 50 });
        const trace = [statements.count(), statements.rows()];
        statements.reset();
        const { rows } = await reasonsPage(tellings, id, { limit: 100 });
        return { trace, reasons: [statements.count(), statements.rows()], shown: rows.length };
      };
    }),
  );
  for (const count of counts) expect(await count()).toEqual({ trace: [1, 1], reasons: [1, 1], shown: 100 });
});

test('performance 3: only what was added since is read', async () => {
  const id = await longRun(on.store, 60);
  const tellings = createTellings(statements.database);
  await toldStory(tellings, id);
  const end = (await logOf(id)).length;
  await on.store.events.append(id, aStepsWork('b', end + 1));
  statements.reset();
  await tracePage(tellings, id, { limit: 50 });
  // A look that finds it behind, the run, twelve events, no verdicts, what is kept, and the look again.
  expect([statements.count(), statements.rows()]).toEqual([6, 1 + 1 + 12 + 0 + 1 + 1]);
});

test('api 4, performance 3: what a redirect changed is told by the plan that the run goes by since', async () => {
  const { id, plan } = await startRun(on.store, { plan: aPlan({ goal: ['a'] }) });
  await on.store.events.append(id, aStepsWork('a'));
  const before = await toldOf(on.store.tellings, id);
  const step = { id: 'a', kind: 'fixed', requires: [], optionalRequires: [] } as never;
  await on.store.revisions.save(id, { digest: 'sha256:new', document: {}, plan: { ...plan, steps: [step] } });
  const facts = { redirectId: 'rdr_1', change: 'dag_adjustment', description: 'so', trailCleared: false } as const;
  const redirect = { ...facts, by: 'ann', added: [], removed: [], granted: 0, revision: 'sha256:new' } as const;
  await on.store.events.append(id, numbered([{ type: 'run.redirected', ...redirect }], 14));
  const after = await toldOf(on.store.tellings, id);
  expect(before.trace.filter(({ action }) => action === 'QUERY-LLM')).toHaveLength(3);
  expect(after.trace).toEqual(traceOf(await logOf(id), { ...plan, steps: [step] }));
  expect(after.trace.filter(({ action }) => action === 'QUERY-LLM')).toEqual([]);
});

test('performance 3: where nothing can be written all is told nevertheless', async () => {
  const id = await longRun(on.store, 3);
  const full: Tellings = { ...on.store.tellings, keep: () => Promise.reject(new StorageFull('No space left.')) };
  const aside = await toldOf(full, id);
  expect(await on.store.tellings.load(id)).toMatchObject({ told: { seq: 0 } });
  expect(aside).toEqual(await toldOf(on.store.tellings, id));
});

test('R71, performance 3: a query that asked nobody is gone once that is known, and cursors count without it', async () => {
  const { id, plan } = await startRun(on.store);
  const at = (step: string, token: string) => ({ step, epoch: 1, attempt: 1, token });
  const begun = ['a', 'b'].flatMap((step) => [
    { type: 'step.started' as const, step, epoch: 1, allowed: 4 },
    { type: 'attempt.started' as const, n: 1, ...at(step, `t-${step}`) },
  ]);
  await on.store.events.append(id, numbered(begun, 2));
  expect((await toldOf(on.store.tellings, id)).trace).toHaveLength(2);
  const skipped = { type: 'attempt.finished', status: 'discarded', skipped: true, ...at('a', 't-a') } as const;
  const again = { type: 'attempt.started', n: 1, ...at('c', 't-c') } as const;
  await on.store.events.append(id, numbered([skipped, again], 6));
  const one = await everyPage((cursor) =>
    tracePage(on.store.tellings, id, { limit: 1, ...(cursor !== undefined && { cursor }) }),
  );
  expect(one.map((rows) => rows.map(({ step }) => step))).toEqual([['b'], ['c']]);
  expect(one.flat()).toEqual(traceOf(await logOf(id), plan));
});

test('performance 3: rebuilt views are the same; broken off, a rebuilding goes on behind the last run it ended with', async () => {
  const ids = [await longRun(on.store, 2), await longRun(on.store, 3), await longRun(on.store, 4)].toSorted();
  const before = await Promise.all(ids.map((id) => toldOf(on.store.tellings, id)));
  // Not what the log says any more.
  await statements.database.query({ text: `update reason_views set reason = '[1, "wrong"]'` });
  await statements.database.query({ text: `update trace_views set entries = '[]'` });
  const retold: string[] = [];
  const { tellings } = on.store;
  const noting = (breaksAt?: string): Tellings => ({
    ...tellings,
    keep: async (...args) => {
      if (args[0] === breaksAt) throw new Error('killed');
      retold.push(args[0]);
      return tellings.keep(...args);
    },
  });
  const [first, second] = ids;
  await expect(rebuildViews(noting(second), () => undefined)).rejects.toThrow('killed');
  const atFirst = [...retold];
  await rebuildViews(noting(), () => undefined);
  expect(atFirst).toContain(first);
  expect(atFirst).not.toContain(second);
  const later = retold.slice(atFirst.length);
  expect(later).toContain(second);
  expect(later.filter((id) => atFirst.includes(id))).toEqual([]);
  expect(await Promise.all(ids.map((id) => toldOf(tellings, id)))).toEqual(before);
  expect(await tellings.rebuiltTo()).toBe('');
});
