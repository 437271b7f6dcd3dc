// A real PostgreSQL, the simulated models: calls that must not go out now (llm 3.2).
import { GeneratorDeferred } from '../../../src/generators/generator.ts';
import type { Models } from '../../../src/generators/registry.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';
import { until } from '../../support/until.ts';

const PASS = { verdict: 'pass' };
/** What keeps the calls of a model waiting, by the name of the model. */
const held = new Map<
  string,
  { readonly reason: 'outage' | 'limit' | 'cap'; readonly endpoint?: string; readonly cap?: string }
>();

function holding(models: Models): Models {
  return {
    ...models,
    generatorFor: (name) => ({
      complete(request) {
        const hold = held.get(name);
        if (hold) throw new GeneratorDeferred('It must wait.', { ...hold, until: Date.now() + 50 });
        return models.generatorFor(name).complete(request);
      },
    }),
  };
}

let engine: AnyEngine;
beforeAll(async () => {
  engine = await startInProcess({ before: holding });
});
beforeEach(() => held.clear());
afterAll(() => engine?.stop());

const waitsOf = (id: string) => engine.store.waits.ofRun(id);
const waiting = (id: string) =>
  until('a call that waits', async () => {
    const waits = await waitsOf(id);
    return waits.length > 0 ? waits : undefined;
  });
const noted = async (id: string) => {
  const row = await engine.store.runs.find(id);
  return row?.waits;
};

test.each([
  ['outage', { reason: 'outage', endpoint: 'acme' }],
  ['limit', { reason: 'limit', endpoint: 'acme' }],
  ['cap', { reason: 'cap', cap: 'day' }],
] as const)('llm 3.2: a call that waits for its %s says so, costs nothing, and goes on by itself', async (_, hold) => {
  held.set('sim:script', hold);
  const id = await engine.start(scripted(['good'], [PASS]));
  const [first] = await waiting(id);
  expect(first).toMatchObject(hold);
  expect(await noted(id)).toMatchObject([hold]);
  const [later] = await until('another try', async () => {
    const waits = await waitsOf(id);
    return (waits[0]?.until ?? 0) > (first?.until ?? 0) ? waits : undefined;
  });
  expect(later).toMatchObject({ ...hold, since: first?.since });
  held.clear();
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 1 }, escalations: {} });
  expect(await engine.store.faults.count(id, first?.token ?? '', 'generate')).toBe(0);
  expect(await waitsOf(id)).toEqual([]);
  expect(await noted(id)).toBeUndefined();
});

test.each(['stop', 'terminate'] as const)(
  'llm 3.2: a run whose call waits can be told to %s, and waits no more',
  async (kind) => {
    held.set('sim:script', { reason: 'cap', cap: 'day' });
    const id = await engine.start(scripted(['good'], [PASS]));
    await waiting(id);
    const request = kind === 'stop' ? ({ kind, mode: 'now', by: 'me' } as const) : ({ kind, by: 'me' } as const);
    await engine.runs.send(id, request, `end-${id}`);
    await engine.until(id, ended);
    expect(await waitsOf(id)).toEqual([]);
  },
);

test('llm 3.1: an outage that lasts longer than timeouts.infra asks a person, whatever the number of tries', async () => {
  held.set('sim:script', { reason: 'outage', endpoint: 'acme' });
  const id = await engine.start(scripted(['good'], [PASS], { timeouts: { infra: 'PT1S' } }));
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure', step: 'work', status: 'open' }]);
  expect(state.usage.attempts).toBe(0);
});

test('llm 3.1: a cap asks nobody, however long it lasts', async () => {
  held.set('sim:script', { reason: 'cap', cap: 'day' });
  const id = await engine.start(scripted(['good'], [PASS], { timeouts: { infra: 'PT1S' } }));
  const [first] = await waiting(id);
  await until('more than a second to pass', async () => {
    const [wait] = await waitsOf(id);
    return (wait?.until ?? 0) - (first?.since ?? 0) > 1_500 ? wait : undefined;
  });
  held.clear();
  expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' }, escalations: {} });
});

test('llm 3.2: a judge waits as a generator does, and no guard error is noted', async () => {
  held.set('sim:judge', { reason: 'outage', endpoint: 'acme' });
  const judge = { use: 'llm-judge', with: { rubric: 'It is good.', model: 'sim:judge' } };
  const guard = { all: [{ use: 'not-empty' }, judge] };
  const { steps, ...rest } = scripted(['good'], []);
  const id = await engine.start({ ...rest, steps: steps.map((step) => ({ ...step, guard })) });
  const [wait] = await waiting(id);
  expect(await engine.store.faults.count(id, wait?.token ?? '', 'guard')).toBe(0);
  await engine.runs.send(id, { kind: 'terminate', by: 'me' }, `end-${id}`);
  await engine.until(id, ended);
  expect(await waitsOf(id)).toEqual([]);
});
