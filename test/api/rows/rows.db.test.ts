/** Over a real PostgreSQL, with the engine's core in memory: lists of one line each (console 3). */
import { jsonBytes, ROW_BYTES } from '../../../src/api/rows/fitted.ts';
import { no, useDecisions, yes } from '../escalations/deciding.ts';
import { aDocument } from '../test-app.ts';

const { api, started, escalated } = useDecisions();
const rowsOf = async (url: string) => (await api.get(url)).json();

const LONG = {
  step: `s${'a'.repeat(62)}`,
  name: `n${'a'.repeat(62)}`,
  id: 'i'.repeat(128),
  words: '"\u0001\n😀'.repeat(200),
};

test('console 3: a run is a line of at most 600 bytes: how it stands, what it used, whether it asks', async () => {
  const { id } = await escalated({ draft: [no] });
  const { data } = await rowsOf(`/v1/runs?view=row&q=${id}`);
  expect(data).toEqual([
    {
      id,
      status: 'escalated',
      workflow: { name: expect.any(String), version: 1 },
      step: 'draft',
      sentence: expect.stringMatching(/^The run waits for a person: /),
      attempts: { used: 1, max: 4 },
      costUsd: 0.0015,
      openQuestions: 1,
      tags: [],
      moreTags: 0,
      createdAt: expect.any(String),
      endedAt: null,
      changedAt: expect.any(String),
      revision: expect.any(Number),
    },
  ]);
  const done = await started({ draft: [yes] });
  const [row] = (await rowsOf(`/v1/runs?view=row&q=${done}`)).data;
  expect(row).toMatchObject({ status: 'completed', step: null, openQuestions: 0, endedAt: expect.any(String) });
});

test('console 3: rows stay small whatever people called things; what is cut says so, and ids are whole', async () => {
  const tags = Array.from({ length: 50 }, (_, at) => `${at}${'\u0001"'.repeat(45)}`);
  const step = { id: LONG.step, generator: { kind: 'human', question: LONG.words }, guard: { use: 'not-empty' } };
  const definition = aDocument({ name: LONG.name, steps: [step] });
  const answer = await api.post('/v1/runs', { workflow: { definition }, id: LONG.id, tags });
  expect([answer.statusCode, answer.json().detail]).toEqual([201, undefined]);
  const { data: runs } = await rowsOf(`/v1/runs?view=row&workflow=${LONG.name}`);
  const { data: questions } = await rowsOf(`/v1/escalations?view=row&runId=${LONG.id}`);
  expect(runs).toMatchObject([{ id: LONG.id, workflow: { name: LONG.name }, step: LONG.step }]);
  expect(runs[0].tags.length + runs[0].moreTags).toBe(50);
  expect(questions).toMatchObject([{ runId: LONG.id, step: LONG.step, question: expect.stringMatching(/…$/) }]);
  for (const row of [...runs, ...questions]) expect(jsonBytes(row)).toBeLessThanOrEqual(ROW_BYTES);
});

test("console 3: a question is a line in the definition's own words, and tells who decided", async () => {
  const { id, eid, digest } = await escalated();
  const url = `/v1/escalations?view=row&runId=${id}`;
  const open = { id: eid, runId: id, status: 'open', kind: 'fatal', step: 'draft', decided: null };
  expect((await rowsOf(url)).data).toMatchObject([open]);
  await api.post(`/v1/escalations/${eid}/decision`, { action: 'abort', by: 'ada', artifactDigest: digest });
  expect((await rowsOf(url)).data).toMatchObject([{ status: 'decided', decided: { action: 'abort', by: 'ada' } }]);
});

test('console 3: q finds runs by a part of their id, workflow or tag, in capitals or not, page by page', async () => {
  const name = 'needle-in-hay';
  const tagged = await started({}, { name: 'other-hay' });
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const answer = await api.post('/v1/runs', {
      workflow: { definition: aDocument({ name: at === 0 ? name : 'plain' }) },
      ...(at === 1 && { tags: ['x', 'Has-Needle-In-it'] }),
      ...(at === 2 && { id: `run-NEEDLE-in-${Date.now()}` }),
    });
    ids.push(answer.json().id);
  }
  const found = await rowsOf('/v1/runs?view=row&q=nEEdle-in&limit=2');
  const rest = await rowsOf(`/v1/runs?view=row&q=nEEdle-in&limit=2&cursor=${found.page.nextCursor}`);
  const all = [...found.data, ...rest.data].map(({ id }: { id: string }) => id);
  expect(all).toEqual(ids.toReversed());
  expect(all).not.toContain(tagged);
  expect((await rowsOf('/v1/runs?q=%25')).data).toEqual([]);
  expect((await rowsOf('/v1/runs?q=nEEdle-in&status=failed')).data).toEqual([]);
  expect((await api.get('/v1/runs?view=all')).statusCode).toBe(400);
});
