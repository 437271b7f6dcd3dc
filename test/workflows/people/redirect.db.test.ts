// A real PostgreSQL, the real API, simulated models: redirects of runs under way.
import type { FastifyInstance } from 'fastify';
import type { RunState } from '../../../src/model/run-state.ts';
import { SIGNALS } from '../../../src/workflows/messages.ts';
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

/** An answer that is interrupted is asked for again under the same number, so it is slow again. */
const SLOW = { text: 'late', delay: '1s' };
const step = (id: string, requires: readonly string[] = [], facts: object = {}) => ({
  id,
  requires,
  generator: { kind: 'llm', prompt: `Make ${id}. {specification} {constraints}` },
  guard: { use: 'not-empty' },
  ...facts,
});

function definition(outputs: object, steps: readonly object[], facts: object = {}) {
  return {
    name: 'redirected',
    specification: 'Be brief.',
    model: { name: 'sim:script', extra: { sim: { outputs } } },
    steps,
    ...facts,
  };
}

async function redirect(id: string, change: object) {
  const payload = { description: 'as said', ...change };
  const answer = await api.inject({ method: 'POST', url: `/v1/runs/${id}/redirect?wait=10s`, payload });
  return { status: answer.statusCode, body: answer.json() };
}

const under = (id: string) => (state: RunState) => state.steps[id]?.call?.phase === 'generate';

async function attemptsOf(id: string, name: string) {
  const answer = await api.inject({ url: `/v1/runs/${id}/steps/${name}/attempts` });
  return answer.json().data;
}

test('S1-3.4-a, R27: an objective change interrupts the call at once; the next prompt shows the new objective', async () => {
  const id = await engine.start(definition({ a: [SLOW] }, [step('a')]));
  await engine.until(id, under('a'));
  expect(await redirect(id, { type: 'objective_change', specification: 'Be kind.' })).toMatchObject({ status: 200 });
  await engine.until(id, ended);
  const { state } = await consistent(engine, id);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 }, criteria: 2 });
  const attempts = await attemptsOf(id, 'a');
  expect(attempts.map(({ status }: { status: string }) => status)).toEqual(['discarded', 'accepted']);
  const [, { n }] = attempts;
  const detail = await api.inject({ url: `/v1/runs/${id}/steps/a/attempts/${n}` });
  expect(detail.body).toContain('Be kind.');
  expect(detail.body).not.toContain('Be brief.');
});

test('a constraint change reaches every later prompt and keeps what is accepted', async () => {
  const id = await engine.start(definition({ a: ['x'], b: [SLOW] }, [step('a'), step('b', ['a'])]));
  await engine.until(id, under('b'));
  await redirect(id, { type: 'constraint_change', constraints: 'Standard library only.', budgets: { maxAttempts: 7 } });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, steps: { a: { n: 1 } }, budgets: { maxAttempts: 7 } });
  expect((await api.inject({ url: `/v1/runs/${id}/steps/b/attempts/1` })).body).toContain('Standard library only.');
});

test('a changed graph: the step that was added runs with its own prompt and joins the result; the one removed never runs', async () => {
  const id = await engine.start(definition({ a: [SLOW], c: ['added'] }, [step('a'), step('b', ['a'])]));
  await engine.until(id, under('a'));
  const change = { type: 'dag_adjustment', add: [step('c', ['a'])], remove: ['b'] };
  expect(await redirect(id, change)).toMatchObject({ status: 200, body: { changed: true } });
  await engine.until(id, ended);
  const { state } = await consistent(engine, id);
  expect(Object.keys(state.steps)).toEqual(['a', 'c']);
  const result = await api.inject({ url: `/v1/runs/${id}/result` });
  expect(result.json()).toMatchObject({ status: 'completed', artifacts: { c: { content: 'added' } } });
});

test('R48: an override is served to the dependents, which run again', async () => {
  const echo = {
    id: 'b',
    requires: ['a'],
    generator: { kind: 'llm', prompt: 'Repeat {artifact.a}' },
    guard: { use: 'not-empty' },
  };
  const id = await engine.start(
    definition({ a: ['old'], b: ['first', 'second'], c: [SLOW] }, [step('a'), echo, step('c', ['b'])]),
  );
  await engine.until(id, under('c'));
  await redirect(id, { type: 'bindings_override', bindings: { a: { content: 'a better one' } } });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({
    life: { status: 'completed' },
    steps: { a: { n: 1, sigma: 'satisfied' }, b: { epoch: 2, n: 2 } },
  });
  expect((await api.inject({ url: `/v1/runs/${id}/steps/b/attempts/2` })).body).toContain('a better one');
  const artifacts = (await api.inject({ url: `/v1/runs/${id}/artifacts` })).json().data;
  expect(artifacts.filter(({ source }: { source: string }) => source === 'human')).toMatchObject([
    { step: 'a', status: 'accepted' },
  ]);
});

test('S0-F3, S3-D7-c, R10, R48: of the versions of an artifact the newest alone is accepted, and none once it is made again', async () => {
  const id = await engine.start(definition({ a: ['old', 'new'], b: [SLOW] }, [step('a'), step('b', ['a'])]));
  const statuses = async () => {
    const { data } = (await api.inject({ url: `/v1/runs/${id}/artifacts` })).json();
    return data.flatMap((each: { step: string; status: string }) => (each.step === 'a' ? [each.status] : []));
  };
  await engine.until(id, under('b'));
  for (const content of ['mine', 'mine again']) {
    await redirect(id, { type: 'bindings_override', bindings: { a: { content } } });
  }
  expect(await statuses()).toEqual(['accepted', 'superseded', 'superseded']);
  expect((await attemptsOf(id, 'a')).map(({ status }: { status: string }) => status)).toEqual([
    'superseded',
    'superseded',
    'accepted',
  ]);
  await redirect(id, { type: 'constraint_change', constraints: 'Shorter.', reset: ['a'] });
  await engine.until(id, ended);
  expect(await statuses()).toEqual(['accepted', 'superseded', 'superseded', 'superseded']);
});

test.each([
  ['objective_change', { specification: 'Be kind.', reset: ['a'] }],
  ['constraint_change', { constraints: 'Anything goes.', reset: ['a'] }],
  ['dag_adjustment', { remove: ['a'], add: [step('a', [], { title: 'another' })] }],
  ['bindings_override', { bindings: { z: { content: 'mine' } }, reset: ['a'] }],
])('a parked run: %s with what failed run again lets it go on', async (type, change) => {
  const fatalOnce = {
    use: 'scripted',
    with: { verdicts: [{ verdict: 'fatal', feedback: 'never' }, { verdict: 'pass' }] },
  };
  const id = await engine.start(definition({}, [step('z'), step('a', ['z'], { guard: fatalOnce })]));
  await engine.until(id, ({ life }) => life.status === 'escalated');
  expect(await redirect(id, { type, ...change })).toMatchObject({ status: 200, body: { changed: true } });
  await engine.until(id, ended);
  const { state } = await consistent(engine, id);
  expect(state.life.status).toBe('completed');
  expect(Object.values(state.escalations)).toMatchObject([{ status: 'withdrawn' }]);
});

test('a signal that cannot be applied changes nothing, and the log says why', async () => {
  const id = await engine.start(definition({ a: [{ text: 'x', delay: '700ms' }] }, [step('a')]));
  await engine.until(id, under('a'));
  const handle = engine.handleOf(id);
  await handle.signal(SIGNALS.redirect.name, { type: 'dag_adjustment', description: 'x', remove: ['nobody'] });
  await handle.signal(SIGNALS.redirect.name, { type: 'wish' });
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  const notes = (await engine.log(id)).filter(({ type }) => type === 'note.added');
  expect(notes).toMatchObject([
    { text: expect.stringContaining('type is one of') },
    { text: expect.stringContaining('nobody') },
  ]);
});

test('of redirects that arrive at once every one is applied, over what the one before left', async () => {
  const id = await engine.start(definition({ a: [SLOW] }, [step('a')]));
  await engine.until(id, under('a'));
  const names = ['one', 'two', 'three', 'four'];
  const changes = names.map((name) => redirect(id, { type: 'dag_adjustment', add: [step(name, ['a'])] }));
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await engine.until(id, ended);
  const { state } = await consistent(engine, id);
  expect(Object.keys(state.steps)).toEqual(expect.arrayContaining(names));
  expect(state).toMatchObject({ life: { status: 'completed' }, corrections: [{}, {}, {}, {}] });
});

test('R62: signals are applied in order of arrival, each with what it brought', async () => {
  const id = await engine.start(definition({ b: [SLOW] }, [step('a'), step('b', ['a'])]));
  await engine.until(id, under('b'));
  const handle = engine.handleOf(id);
  const contents = ['first', 'second', 'third'];
  for (const content of contents) {
    const written = { type: 'bindings_override', description: content, bindings: { a: { content } } };
    await handle.signal(SIGNALS.redirect.name, written);
  }
  await engine.until(id, ended);
  const { state } = await consistent(engine, id);
  expect(state.corrections?.map(({ description }) => description)).toEqual(contents);
  const artifact = state.steps['a']?.artifact?.id ?? '';
  expect((await api.inject({ url: `/v1/artifacts/${artifact}/content` })).body).toBe('third');
});

test('a redirect that a stop meets while it is prepared is applied first (design 1)', async () => {
  const id = await engine.start(definition({ a: [SLOW] }, [step('a')]));
  await engine.until(id, under('a'));
  const handle = engine.handleOf(id);
  const written = { type: 'constraint_change', description: 'as said', constraints: 'Short.' };
  await handle.signal(SIGNALS.redirect.name, written);
  await handle.signal(SIGNALS.stop, { reason: 'enough' });
  expect(await engine.until(id, ended)).toMatchObject({
    life: { status: 'stopped' },
    corrections: [{ description: 'as said' }],
  });
});
