// A real PostgreSQL, the simulated models: calls that must not go out now (llm 3.2).
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { GeneratorDeferred, GeneratorError, type ModelRequest } from '../../../src/generators/generator.ts';
import type { Models } from '../../../src/generators/registry.ts';
import { agentScript, calls, FIXTURE_PARTS } from '../../support/engine/agents.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended, scripted } from '../../support/engine/scripted.ts';
import { until } from '../../support/until.ts';

const PASS = { verdict: 'pass' };
interface Hold {
  readonly reason: 'outage' | 'limit' | 'cap';
  readonly endpoint?: string;
  readonly cap?: string;
  /** Which calls; all when left out. */
  readonly only?: (request: ModelRequest) => boolean;
}
/** What keeps the calls of a model waiting, by the name of the model. */
const held = new Map<string, Hold>();
/** How many further calls of a model meet an endpoint that is away. */
const away = new Map<string, number>();

const JUDGE = { name: 'judge', seed: 1, epsilon: 1, steps: { '*': { right: '{"score": 0.9, "reasons": "good"}' } } };

function holding(models: Models): Models {
  return {
    ...models,
    generatorFor: (name) => ({
      complete(request) {
        const hold = held.get(name);
        if (hold && (hold.only?.(request) ?? true))
          throw new GeneratorDeferred('It must wait.', { ...hold, until: Date.now() + 50 });
        const faults = away.get(name) ?? 0;
        away.set(name, faults - 1);
        if (faults > 0) {
          const error = new GeneratorError('transport', 'connect ECONNREFUSED', { retryAfter: 5 });
          error.endpoint = 'acme';
          throw error;
        }
        return models.generatorFor(name).complete(request);
      },
    }),
  };
}

let engine: AnyEngine;
let app: FastifyInstance;
beforeAll(async () => {
  engine = await startInProcess({ before: holding, parts: FIXTURE_PARTS, cards: [JUDGE] });
  app = await apiOver(engine);
});
beforeEach(() => {
  held.clear();
  away.clear();
});
afterAll(async () => {
  await app?.close();
  await engine?.stop();
});

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

/** A definition whose artifact a model judges. */
function judgedBy(model: string, facts: object = {}) {
  const guard = { all: [{ use: 'not-empty' }, { use: 'llm-judge', with: { rubric: 'It is good.', model } }] };
  const { steps, ...rest } = scripted(['good'], [], facts);
  return { ...rest, steps: steps.map((step) => ({ ...step, guard })) };
}

test('llm 3.1: a judge whose endpoint is away is asked again as long as timeouts.infra says, however often, and no guard error is counted', async () => {
  away.set('sim:judge', 15);
  const id = await engine.start(judgedBy('sim:judge'));
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(Object.values(state.escalations).map(({ kind }) => kind)).not.toContain('infrastructure');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 5 });
  expect(rows[0]?.faults.map(({ phase }) => phase)).toEqual(Array.from({ length: 15 }, () => 'judge'));
  expect(rows[0]).toMatchObject({ attempt: 1 });
});

test('llm 3.1, 3.4: a judge that is away for longer asks a person, and the question names its endpoint', async () => {
  away.set('sim:judge', 10_000);
  const id = await engine.start(judgedBy('sim:judge', { timeouts: { infra: 'PT1S' } }));
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(Object.values(state.escalations)).toMatchObject([{ kind: 'infrastructure', endpoint: 'acme' }]);
  expect(state.usage.attempts).toBe(0);
});

test('llm 3.1: the time of a judge begins with its own outage, not with that of the generator', async () => {
  held.set('sim:script', { reason: 'outage', endpoint: 'acme' });
  const id = await engine.start(judgedBy('sim:judge'));
  await waiting(id);
  held.set('sim:judge', { reason: 'outage', endpoint: 'globex' });
  const released = Date.now();
  held.delete('sim:script');
  const [wait] = await until('the judge to wait', async () => {
    const waits = await waitsOf(id);
    return waits.some(({ endpoint }) => endpoint === 'globex') ? waits : undefined;
  });
  expect(wait?.since).toBeGreaterThanOrEqual(released);
  await engine.runs.send(id, { kind: 'terminate', by: 'me' }, `end-${id}`);
});

test('llm 3.2: the third turn of an agent waits, and goes on where it was', async () => {
  const turns = [calls(['parse']), calls(['query', { field: 'total' }]), calls(['output', { total: 3 }])];
  const third = (request: ModelRequest) => request.messages.filter(({ role }) => role === 'assistant').length === 2;
  held.set('sim:script', { reason: 'outage', endpoint: 'acme', only: third });
  const id = await engine.start(agentScript([turns]), { input: { data: '{"total": 3}' } });
  const [wait] = await waiting(id);
  const before = await engine.store.agents.last(id, wait?.token ?? '');
  expect(before).toMatchObject({ iteration: 2 });
  held.clear();
  away.set('sim:script', 12);
  const state = await engine.until(id, ended);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 3 }, escalations: {} });
  expect(await rowsOf(id)).toEqual([]);
});

/** Tokens of the run's calls that wait, as the table has them. */
async function rowsOf(id: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: engine.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ token: string }>('select token from call_waits where run_id = $1', [id]);
    return rows.map(({ token }) => token);
  } finally {
    await client.end();
  }
}

describe('llm 3.2: no row stays behind', () => {
  const HOLD = { reason: 'outage', endpoint: 'acme' } as const;
  const send = (id: string, verb: string, body: object = {}) =>
    app.inject({ method: 'POST', url: `/v1/runs/${id}/${verb}`, payload: body });
  const REDIRECT = { type: 'constraint_change', description: 'shorter', constraints: 'Short.', reset: ['work'] };
  test.each([
    ['stopped', 'stop', {}],
    ['stopped after the attempt and then at once', 'stop', { mode: 'after_attempt' }],
    ['terminated', 'terminate', {}],
    ['paused', 'pause', {}],
    ['redirected', 'redirect', REDIRECT],
  ])('of a call whose run is %s, also if the call is just noting that it waits', async (_, verb, body) => {
    held.set('sim:script', HOLD);
    const id = await engine.start(scripted(['good'], [PASS]));
    const [wait] = await waiting(id);
    const token = wait?.token ?? '';
    const late = () =>
      engine.store.waits.begin({
        ...HOLD,
        runId: id,
        counted: token,
        phase: 'generate',
        token,
        until: Date.now() + 60_000,
        now: Date.now(),
      });
    const over = new AbortController();
    const noting = Array.from({ length: 3 }, async () => {
      while (!over.signal.aborted) await late();
    });
    const answer = await send(id, verb, body);
    expect(answer.statusCode).toBeLessThan(300);
    if (verb === 'stop') await send(id, verb);
    await until('the call to be revoked', async () => {
      const { rows } = await engine.store.attempts.list(id, {}, { limit: 5 });
      const own = rows.find((row) => row.token === token);
      const state = (await engine.store.runs.find(id))?.state;
      return own?.status === 'discarded' || (state && ended(state)) ? true : undefined;
    });
    over.abort();
    await Promise.all(noting);
    await late();
    expect(await rowsOf(id)).not.toContain(token);
    held.clear();
    if (verb === 'pause') await send(id, 'resume');
    if (verb !== 'stop' && verb !== 'terminate')
      expect(await engine.until(id, ended)).toMatchObject({ life: { status: 'completed' } });
    expect(await rowsOf(id)).toEqual([]);
  });

  test('of a call that has finished, when a worker that was thought dead notes it', async () => {
    held.set('sim:script', HOLD);
    const id = await engine.start(scripted(['good'], [PASS]));
    const [wait] = await waiting(id);
    held.clear();
    await engine.until(id, ended);
    const token = wait?.token ?? '';
    const late = { ...HOLD, runId: id, counted: token, phase: 'generate', token, until: Date.now() + 60_000 } as const;
    await engine.store.waits.begin({ ...late, now: Date.now() });
    expect(await rowsOf(id)).toEqual([]);
  });
});

test.each([
  ['limit', 40],
  ['cap', 30],
  ['outage', 0],
] as const)(
  'llm 3.1: time that a call waits for a %s counts as no time of its faults, unless it is an outage',
  async (reason, from) => {
    held.set('sim:script', { reason: 'cap', cap: 'day' });
    const id = await engine.start(scripted(['good'], [PASS]));
    await waiting(id);
    // Of no call that is in flight, so that nothing else notes a wait of it.
    const call = { runId: id, token: 'other', phase: 'generate' } as const;
    const fault = (startedAt: number) => engine.store.faults.record({ ...call, detail: 'away', startedAt });
    expect(await fault(0)).toMatchObject({ count: 1, firstStartedAt: 0 });
    await engine.store.waits.begin({ ...call, counted: call.token, reason, until: 40, now: 30 });
    expect(await fault(50)).toMatchObject({ count: 2, firstStartedAt: from });
  },
);
