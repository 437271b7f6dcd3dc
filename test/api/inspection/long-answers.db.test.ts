/** What long runs are answered: newest first or totals first, then by cursor. Over a real PostgreSQL. */

import { longRun } from '../../store/long-run.ts';
import { countStatements } from '../../support/servers/statements.ts';
import { useApp } from '../test-app.ts';

const api = useApp();

test('api 2, performance 3: /why tells the newest 100 reasons, and older ones by the cursor', async () => {
  const id = await longRun(api.store, 40);
  const newest = (await api.get(`/v1/runs/${id}/why`)).json();
  expect(newest.chain).toHaveLength(100);
  expect(newest.chain.at(-1).because).toBe('s40 passed at attempt 5.');
  expect(newest.page).toEqual({ nextCursor: expect.any(String), hasMore: true });
  const older = (await api.get(`/v1/runs/${id}/why?cursor=${newest.page.nextCursor}`)).json();
  // One that tells of the creation, and three a step.
  expect(older.chain).toHaveLength(21);
  expect(older.chain[0].because).toBe('ann created the run.');
  expect(older.page).toEqual({ nextCursor: null, hasMore: false });
  expect({ ...older, chain: [], page: {} }).toEqual({ ...newest, chain: [], page: {} });
  const seqs = [...older.chain, ...newest.chain].map(({ seq }: { seq: number }) => seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((one, other) => one - other));
  expect((await api.get(`/v1/runs/${id}/why?limit=3`)).json().chain).toEqual(newest.chain.slice(-3));
  expect((await api.get(`/v1/runs/${id}/why?cursor=none`)).statusCode).toBe(400);
});

test('performance 3: /why of a run that is told already takes one statement, and one for calls that wait', async () => {
  const id = await longRun(api.store, 40);
  const told = (await api.get(`/v1/runs/${id}/why`)).json();
  const statements = countStatements();
  const again = (await api.get(`/v1/runs/${id}/why`)).json();
  const sent = statements.taken();
  statements.stop();
  expect([sent, again]).toEqual([['reasons-of-run', 'waits-of-run'], told]);
});

test('api 2: /why of a short run has no page', async () => {
  const id = await longRun(api.store, 1);
  expect((await api.get(`/v1/runs/${id}/why`)).json()).not.toHaveProperty('page');
  expect((await api.get('/v1/runs/none/why')).statusCode).toBe(404);
  expect((await api.get('/v1/runs/none/trace')).statusCode).toBe(404);
});

test('performance 3: /v1/stats counts all, and shows its steps in pages of 50', async () => {
  await longRun(api.store, 60, 'wide');
  const first = (await api.get('/v1/stats?workflow=wide')).json();
  expect(first).toMatchObject({ runs: { counted: 1 }, usage: { llmCalls: 300 }, page: { hasMore: true } });
  expect(first.steps).toHaveLength(50);
  const rest = (await api.get(`/v1/stats?workflow=wide&cursor=${first.page.nextCursor}`)).json();
  expect(rest.steps.map(({ step }: { step: string }) => step)).toEqual(
    Array.from({ length: 10 }, (_, at) => `s${at + 51}`),
  );
  expect(rest.steps[0]).toMatchObject({ attempts: 5, passes: 1, failuresByGuard: { g: 4 } });
  expect({ ...rest, steps: [], page: {} }).toEqual({ ...first, steps: [], page: {} });
  await longRun(api.store, 50, 'narrow');
  expect((await api.get('/v1/stats?workflow=narrow')).json()).not.toHaveProperty('page');
});
