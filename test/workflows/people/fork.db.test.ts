// A real PostgreSQL, the real API, simulated models: a new run from the middle of another.
import type { FastifyInstance } from 'fastify';
import { anArtifact } from '../../store/makers.ts';
import { consistent } from '../../support/consistent.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';

let engine: AnyEngine;
let api: FastifyInstance;
beforeAll(async () => {
  engine = await startInProcess();
  api = await apiOver(engine);
});
afterAll(async () => {
  await api?.close();
  await engine?.stop();
});

const llm = (id: string, requires: readonly string[] = []) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Make ${id}. {specification} {constraints}` },
  guard: { use: 'not-empty' },
});
const ask = { id: 'ask', generator: { kind: 'human', question: 'Which colour?' }, guard: { use: 'not-empty' } };
const outputs = { plan: ['first plan'], work: ['first work'], beside: ['beside'] };

/** ask, plan → work, beside; completed. */
async function origin(): Promise<string> {
  const id = await engine.start({
    name: 'origin',
    specification: 'Be brief.',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps: [ask, llm('plan', ['ask']), llm('work', ['plan']), llm('beside')],
  });
  const state = await engine.until(id, ({ life }) => life.status === 'escalated');
  const [question] = Object.keys(state.escalations);
  const payload = { action: 'amend', content: 'blue' };
  await api.inject({ method: 'POST', url: `/v1/escalations/${question}/decision?wait=10s`, payload });
  await engine.until(id, ended);
  return id;
}

const SLOW = { extra: { sim: { outputs: { work: [{ text: 'slow', delay: '20s' }] } } } };

const SLOW_O = { extra: { sim: { outputs: { o: [{ text: 'slow', delay: '20s' }] } } } };

async function fork(id: string, payload: object, headers = {}) {
  const answer = await api.inject({ method: 'POST', url: `/v1/runs/${id}/fork`, payload, headers });
  return { status: answer.statusCode, body: answer.json(), location: answer.headers['location'] };
}

const get = async (url: string) => (await api.inject({ url })).json();

test('everything that does not depend on the step is reused by digest, people are not asked again, and the view says what differs', async () => {
  const from = await origin();
  const forked = await fork(from, { fromStep: 'work', constraints: 'At most ten words.' });
  expect(forked).toMatchObject({
    status: 201,
    location: `/v1/runs/${forked.body.id}`,
    body: { forkedFrom: { runId: from, fromStep: 'work', changed: ['constraints'] }, workflow: { name: 'origin' } },
  });
  const { id } = forked.body;
  await engine.until(id, ended);
  const { state } = await consistent(engine, id);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { llmCalls: 1 } });
  const before = (await engine.store.runs.find(from))?.state;
  for (const step of ['ask', 'plan', 'beside']) {
    expect(state.steps[step]?.artifact?.digest).toBe(before?.steps[step]?.artifact?.digest);
  }
  expect((await api.inject({ url: `/v1/runs/${id}/steps/work/attempts/1` })).body).toContain('At most ten words.');
  expect((await api.inject({ url: `/v1/runs/${from}/steps/work/attempts/1` })).body).not.toContain('ten words');
});

test('lineage goes across runs: what was reused names the artifact it is a copy of', async () => {
  const from = await origin();
  const { body } = await fork(from, { fromStep: 'work' });
  await engine.until(body.id, ended);
  const artifact = (await engine.store.runs.find(body.id))?.state.steps['work']?.artifact?.id ?? '';
  const { nodes, edges } = await get(`/v1/artifacts/${artifact}/lineage`);
  expect(new Set(nodes.map(({ runId }: { runId: string }) => runId))).toEqual(new Set([from, body.id]));
  expect(edges.map(({ relation }: { relation: string }) => relation)).toEqual(
    expect.arrayContaining(['reused', 'dependency']),
  );
  const other = (await engine.store.runs.find(from))?.state.steps['work']?.artifact?.id ?? '';
  expect(await get(`/v1/artifacts/${artifact}/diff/${other}`)).toMatchObject({ from: artifact, to: other });
});

test('another model makes what is made again; a run under way may be forked, and a fork too', async () => {
  const from = await origin();
  const first = (await fork(from, { fromStep: 'work', model: SLOW })).body.id;
  // A step beside it may be taken over later than those before it.
  await engine.until(
    first,
    ({ steps: { work, beside } }) => work?.call?.phase === 'generate' && beside?.sigma === 'satisfied',
  );
  const second = (await fork(first, { fromStep: 'plan', model: { temperature: 0.9, extra: { sim: { outputs } } } }))
    .body.id;
  const state = await engine.until(second, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { llmCalls: 2 } });
  const attempts = await get(`/v1/runs/${second}/steps/plan/attempts`);
  expect(attempts.data).toMatchObject([{ model: 'sim:script' }]);
  await api.inject({ method: 'POST', url: `/v1/runs/${first}/stop?wait=10s` });
});

test('a fork does not take over what a redirect of its origin means', async () => {
  const from = await origin();
  const first = (await fork(from, { fromStep: 'work', model: SLOW })).body.id;
  await engine.until(first, ({ steps }) => steps['work']?.call?.phase === 'generate');
  await api.inject({ method: 'POST', url: `/v1/runs/${first}/redirect`, payload: { instruction: 'Shorter.' } });
  const { body } = await fork(first, { fromStep: 'work', model: { extra: { sim: { outputs } } } });
  const state = await engine.until(body.id, ended);
  expect(Object.keys(state.steps)).toEqual(['ask', 'plan', 'work', 'beside']);
  expect(await fork(first, { fromStep: 'redirect_1' })).toMatchObject({ status: 422 });
  await api.inject({ method: 'POST', url: `/v1/runs/${first}/stop?wait=10s` });
});

const mustBeGood = { use: 'contains', with: { text: 'good' }, onFail: 'fatal' };

/** `a` does not pass its guard, and a person accepts it all the same; `z` requires it. Completed. */
async function waivedOrigin(name: string) {
  const definition = {
    name,
    model: { name: 'sim:script', extra: { sim: { outputs: { a: ['bad'], z: ['z'] } } } },
    steps: [{ ...llm('a'), guard: mustBeGood }, llm('z', ['a'])],
  };
  const id = await engine.start(definition);
  await decide(id, { action: 'approve' });
  await engine.until(id, ended);
  return { id, definition };
}

async function decide(id: string, payload: object) {
  const { escalations } = await engine.until(id, ({ life }) => life.status === 'escalated');
  const open = Object.values(escalations).find(({ status }) => status === 'open');
  const named = { ...payload, ...(open?.artifactDigest !== undefined && { artifactDigest: open.artifactDigest }) };
  return api.inject({ method: 'POST', url: `/v1/escalations/${open?.id}/decision?wait=10s`, payload: named });
}

test('R3, R12, R69: what a person accepted over the guard stays waived in a fork, and is judged where it is a seed', async () => {
  const { id: from, definition } = await waivedOrigin('waived');
  const { body } = await fork(from, { fromStep: 'z' });
  await engine.until(body.id, ended);
  const { state } = await consistent(engine, body.id);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    steps: { a: { sigma: 'waived' }, z: { sigma: 'satisfied' } },
  });
  expect(await get(`/v1/runs/${body.id}/result`)).toMatchObject({ waived: ['a'] });
  expect((await get(`/v1/runs/${body.id}/steps/a/attempts`)).data).toMatchObject([{ status: 'waived', verdict: null }]);
  const again = await fork(body.id, { fromStep: 'z' });
  expect(await engine.until(again.body.id, ended)).toMatchObject({ steps: { a: { sigma: 'waived' } } });
  const seeded = await engine.start(definition, { seeds: { a: state.steps['a']?.artifact?.id ?? '' } });
  const asked = await engine.until(seeded, ({ life }) => life.status === 'escalated');
  expect(Object.values(asked.escalations)).toMatchObject([{ kind: 'fatal', step: 'a' }]);
  await api.inject({ method: 'POST', url: `/v1/runs/${seeded}/stop?wait=10s` });
});

test.each([
  ['that failed', { ...llm('a'), guard: mustBeGood }],
  ['that a person was to make', { ...ask, id: 'a' }],
])('R12: a step %s and was skipped stays so in a fork, until a person opens it again', async (_, a) => {
  const from = await engine.start({
    name: 'skipped',
    model: { name: 'sim:script', extra: { sim: { outputs: { a: ['bad'], o: ['o'], z: ['z'] } } } },
    steps: [a, { ...llm('o'), optionalRequires: ['a'] }, llm('z', ['o'])],
  });
  await decide(from, { action: 'skip' });
  await engine.until(from, ended);
  const { body } = await fork(from, { fromStep: 'o', model: SLOW_O });
  await engine.until(body.id, ({ steps }) => steps['o']?.call?.phase === 'generate');
  const { steps, usage } = await engine.until(body.id, () => true);
  expect(usage.attempts).toBe(1);
  expect(steps['a']).toMatchObject({ sigma: 'waived', n: 0 });
  expect(steps['a']).not.toHaveProperty('artifact');
  const payload = { type: 'constraint_change', description: 'again', constraints: 'Short.', reset: ['a'] };
  await api.inject({ method: 'POST', url: `/v1/runs/${body.id}/redirect?wait=10s`, payload });
  await engine.until(body.id, ({ life }) => life.status === 'escalated');
  await api.inject({ method: 'POST', url: `/v1/runs/${body.id}/stop?wait=10s` });
});

test('R27, R12: a worker that died after it had stored what a fork takes over changes nothing', async () => {
  const { id: from, definition } = await waivedOrigin('stored');
  const seed = (await engine.store.runs.find(from))?.state.steps['a']?.artifact;
  const runId = `${from}_fork`;
  await engine.store.artifacts.save(
    anArtifact('bad', { runId, token: 't4', step: 'a', epoch: 1, attempt: 1, source: 'imported' }),
    ['bad'],
  );
  await engine.start(definition, { id: runId, seeds: { a: seed?.id ?? '' }, waived: ['a'] });
  expect(await engine.until(runId, ended)).toMatchObject({
    life: { status: 'completed' },
    steps: { a: { sigma: 'waived' } },
  });
});

test('the same key forks once; an unknown run is 404, an unknown step 422, an unknown model 422', async () => {
  const from = await origin();
  const key = { 'idempotency-key': 'fork-1' };
  const [first, again] = [await fork(from, { fromStep: 'work' }, key), await fork(from, { fromStep: 'work' }, key)];
  expect(again.body.id).toBe(first.body.id);
  expect((await fork('nobody', { fromStep: 'work' })).status).toBe(404);
  expect(await fork(from, { fromStep: 'nothing' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/fromStep' }] },
  });
  expect(await fork(from, { fromStep: 'work', hurry: 1 })).toMatchObject({ status: 422 });
});
