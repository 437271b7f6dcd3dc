/** Over a real PostgreSQL, with the engine's core in memory: what redirects, forks and stops would do is told, and is what they do. */
import { countStatements } from '../../support/servers/statements.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const WRITES = /\b(?:insert|update|delete)\b|^(?:append|create)/i;

const step = (id: string, requires: readonly string[] = []) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Write ${id}.` },
  guard: { use: 'not-empty' },
});
const PASSING = { text: 'ok', verdict: 'pass' as const };

/** draft → review → publish; two are done, the last is under way. */
async function chain(): Promise<string> {
  api.runs.script({ draft: [PASSING], review: [PASSING] });
  const steps = [step('draft'), step('review', ['draft']), step('publish', ['review'])];
  return (await api.post('/v1/runs', { workflow: { definition: aDocument({ steps }) } })).json().id;
}

const read = async (url: string) => (await api.get(url)).json();
const eventsOf = async (id: string) => (await read(`/v1/runs/${id}/events?limit=200`)).data;

/** The preview, seen to have written nothing. */
async function preview(id: string, verb: string, body: object, headers = {}) {
  const before = [await read(`/v1/runs/${id}`), await eventsOf(id)];
  const statements = countStatements();
  const answer = await api.post(`/v1/runs/${id}/${verb}?preview=true`, body, headers);
  const sent = statements.taken();
  statements.stop();
  expect(sent.filter((statement) => WRITES.test(statement))).toEqual([]);
  expect([await read(`/v1/runs/${id}`), await eventsOf(id)]).toEqual(before);
  return answer;
}

test.each([
  [{ type: 'bindings_override', bindings: { draft: { content: 'mine' } } }, ['review', 'publish'], ['draft']],
  [{ type: 'objective_change', specification: 'Be kind.', reset: ['review'] }, ['review', 'publish'], ['draft']],
  [{ type: 'dag_adjustment', add: [step('translate', ['draft'])] }, [], ['draft', 'review']],
  [{ type: 'constraint_change', constraints: 'Short.' }, [], ['draft', 'review']],
])(
  'R48: what a redirect would make again, keep, cut short and allow is what it does (%#)',
  async (change, resets, keeps) => {
    const id = await chain();
    const body = { description: 'as I say'.repeat(200), ...change };
    const { revision } = await read(`/v1/runs/${id}`);
    const told = (await preview(id, 'redirect', body, { 'if-match': `"${revision}"` })).json();
    expect(told).toMatchObject({
      wouldReset: resets,
      keeps,
      cutsShort: [{ phase: 'generate', step: 'publish', attempt: 1 }],
      endsRun: 'no',
      revision,
    });
    await api.post(`/v1/runs/${id}/redirect`, body);
    const after = (await eventsOf(id)).slice(revision);
    const reset = after.filter(({ type }: { type: string }) => type === 'step.invalidated');
    expect(reset.map(({ data }: { data: { step: string } }) => data.step)).toEqual(resets);
    expect((await read(`/v1/runs/${id}`)).bound.generations).toBe(told.boundAfter);
  },
);

test('R48: a preview is of a revision: once the run has moved on it is 412, and what cannot be is refused as it would be', async () => {
  const id = await chain();
  const change = { type: 'constraint_change', description: 'x', constraints: 'Short.' };
  expect((await preview(id, 'redirect', change, { 'if-match': '"1"' })).statusCode).toBe(412);
  const unknown = { type: 'objective_change', description: 'x', specification: 'y', reset: ['nowhere'] };
  expect((await preview(id, 'redirect', unknown)).json()).toMatchObject({ status: 422, code: 'invalid_redirect' });
});

test('R86: of free words it is told what is cut short, and that a proposal is asked for', async () => {
  const id = await chain();
  const told = (await preview(id, 'redirect', { instruction: 'In Spanish, please.' })).json();
  expect(told).toMatchObject({
    wouldReset: [],
    cutsShort: [{ step: 'publish' }],
    endsRun: 'no',
    warnings: [expect.stringContaining('its proposal is put to a person')],
  });
});

test('R46: of a stop it is told what it cuts short; after the attempt nothing; of a run that has ended that nothing changes', async () => {
  const id = await chain();
  expect((await preview(id, 'stop', {})).json()).toMatchObject({
    cutsShort: [{ step: 'publish' }],
    keeps: ['draft', 'review'],
    endsRun: 'yes',
    generations: 0,
    consequence: 'the run stops, and can be resumed.',
  });
  expect((await preview(id, 'stop', { mode: 'after_attempt' })).json()).toMatchObject({
    cutsShort: [],
    endsRun: 'yes',
  });
  await api.post(`/v1/runs/${id}/stop`);
  expect((await preview(id, 'stop', {})).json()).toMatchObject({ endsRun: 'no', warnings: ['The run is stopped.'] });
});

test('R69: of a fork it is told what the other run keeps and makes again; no run is begun', async () => {
  const id = await chain();
  const body = { fromStep: 'review', specification: 'Be kind.' };
  const told = (await preview(id, 'fork', body)).json();
  expect(told).toMatchObject({ wouldReset: ['review', 'publish'], keeps: ['draft'], cutsShort: [], endsRun: 'no' });
  const fork = (await api.post(`/v1/runs/${id}/fork`, body)).json();
  expect(fork.bound.generations).toBe(told.boundAfter);
});

test('console 2.4: a fork is bound to the state that was looked at; the same one again is the first', async () => {
  const id = await chain();
  const body = { fromStep: 'review' };
  const { revision } = (await preview(id, 'fork', body)).json();
  const seen = { 'if-match': `"${revision}"` };
  const key = { 'idempotency-key': `fork-${id}` };
  const first = await api.post(`/v1/runs/${id}/fork`, body, { ...seen, ...key });
  expect(first.statusCode).toBe(201);
  await api.post(`/v1/runs/${id}/pause?wait=5s`);
  const stale = await api.post(`/v1/runs/${id}/fork`, body, seen);
  expect([stale.statusCode, stale.json().code]).toEqual([412, 'stale']);
  expect((await preview(id, 'fork', body, seen)).statusCode).toBe(412);
  const again = await api.post(`/v1/runs/${id}/fork`, body, { ...seen, ...key });
  expect(again.json().id).toBe(first.json().id);
  expect((await api.post(`/v1/runs/${id}/fork`, body)).statusCode).toBe(201);
});

test.each([
  [
    'pause',
    { cutsShort: [], finishes: [{ step: 'publish', attempt: 1 }], endsRun: 'no' },
    'is kept; nothing else begins',
  ],
  ['resume', { cutsShort: [], endsRun: 'no' }, 'the run goes on'],
  ['terminate', { cutsShort: [{ step: 'publish', attempt: 1 }], endsRun: 'yes' }, 'the run is terminated'],
])('console 3: of a %s it is told what becomes of the attempt in flight', async (verb, expected, said) => {
  const id = await chain();
  const told = (await preview(id, verb, {})).json();
  expect(told).toMatchObject({ ...expected, keeps: ['draft', 'review'], wouldReset: [] });
  expect(told.consequence).toContain(said);
  for (const call of [...told.cutsShort, ...told.finishes]) expect(call.seconds).toBeGreaterThanOrEqual(0);
});

test('R46: of a run that has ended a pause is refused, a resume goes on once it was stopped, and an end changes nothing', async () => {
  const id = await chain();
  await api.post(`/v1/runs/${id}/stop`);
  expect((await preview(id, 'pause', {})).statusCode).toBe(409);
  expect((await preview(id, 'resume', {})).json()).toMatchObject({ endsRun: 'no', warnings: [] });
  expect((await preview(id, 'terminate', {})).json()).toMatchObject({ warnings: ['The run is stopped.'] });
});
