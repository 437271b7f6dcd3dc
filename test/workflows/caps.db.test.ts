// A real PostgreSQL, the simulated models: runs under caps of the settings (llm 3.4).
import { Client, type QueryResultRow } from 'pg';
import type { Cap } from '../../src/model/caps.ts';
import { startInProcess } from '../support/engine/in-process.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { ended, scripted } from '../support/engine/scripted.ts';
import { until } from '../support/until.ts';

const caps: readonly Cap[] = [
  { window: 'day', tokens: 100_000, tag: 'all' },
  { window: 'month', microUsd: 100_000, tag: 'all' },
  { window: 'day', tokens: 1_000, tag: 'little' },
  { window: 'day', tokens: 100, tag: 'tiny' },
  { window: 'day', microUsd: 1_000_000, tag: 'money' },
];
const judgeCard = { name: 'kind', seed: 1, epsilon: 1, steps: { '*': { right: '{"score": 0.9, "reasons": "calm"}' } } };

let engine: AnyEngine;
let requests: { readonly [field: string]: unknown }[] = [];
let refusals: number[] = [];
beforeAll(async () => {
  engine = await startInProcess({
    caps,
    cards: [judgeCard],
    models: { price: (model) => (model === 'sim:default' ? undefined : { input: 1, output: 2 }) },
    provider: (app) => {
      app.addHook('preHandler', async (request, reply) => {
        if (!request.url.endsWith('/chat/completions')) return;
        requests.push(Object(request.body));
        const status = refusals.shift();
        if (status !== undefined) await reply.code(status).send({ error: { message: 'not now' } });
      });
    },
  });
});
beforeEach(() => {
  requests = [];
  refusals = [];
});
afterAll(() => engine?.stop());

async function query<Row extends QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: engine.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function countedUnder(
  tag: string,
): Promise<Readonly<Record<string, { readonly used: number; readonly reserved: number }>>> {
  const windows = 'select cap, used::int, reserved::int from cap_windows where cap like $1 order by cap, begins';
  const rows = await query<{ cap: string; used: number; reserved: number }>(windows, [`%tag ${tag}`]);
  return Object.fromEntries(rows.map(({ cap, ...counts }) => [cap.split(',')[0] ?? '', counts]));
}

const PASS = { verdict: 'pass' };
const limited = { generator: { kind: 'llm', prompt: 'Do the work.' }, model: { maxTokens: 300 } };

test('llm 3.4: what generators and judges use counts once, under every cap that applies', async () => {
  const { steps, ...rest } = scripted(['calm'], []);
  const judge = { use: 'llm-judge', with: { rubric: 'It is calm.', model: 'sim:kind' } };
  const guard = { sequence: [{ use: 'not-empty' }, judge] };
  const id = await engine.start({ ...rest, steps: steps.map((step) => ({ ...step, guard })) }, { tags: ['all'] });
  const { usage } = await engine.until(id, ended);
  expect(usage).toMatchObject({ llmCalls: 2 });
  expect(await countedUnder('all')).toEqual({
    'tokens a day': { used: usage.inputTokens + usage.outputTokens, reserved: 0 },
    'usd a month': { used: usage.microUsd, reserved: 0 },
  });
});

test('llm 3.4: a run to which no cap applies takes no statement of theirs', async () => {
  const before = await query('select * from cap_windows order by cap');
  const id = await engine.start(scripted(['good'], [PASS]), { tags: ['other'] });
  await engine.until(id, ended);
  expect(await query('select * from cap_windows order by cap')).toEqual(before);
});

test('llm 3.4: at a cap a run goes on running and waits, asks nobody, and continues when the window turns', async () => {
  const first = await engine.start(scripted(['x'.repeat(2_000)], [PASS], limited), { tags: ['little'] });
  await engine.until(first, ended);
  const sent = requests.length;
  const id = await engine.start(scripted(['x'.repeat(2_000)], [PASS], limited), { tags: ['little'] });
  await engine.until(id, ended);
  const third = await engine.start(scripted(['good'], [PASS], limited), { tags: ['little'] });
  const [wait] = await until('a run that waits', async () => {
    const waits = await engine.store.waits.ofRun(third);
    return waits.length > 0 ? waits : undefined;
  });
  expect(wait).toMatchObject({ reason: 'cap', cap: 'tokens a day, tag little' });
  const now = new Date();
  expect(wait?.until).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  const row = await engine.store.runs.find(third);
  expect(row).toMatchObject({ state: { life: { status: 'running' }, escalations: {} } });
  expect(requests).toHaveLength(sent + 1);
  // As if a day had passed.
  await query("update cap_windows set begins = begins - interval '1 day' where cap like '%tag little'");
  expect(await engine.until(third, ended)).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1 } });
  expect(await engine.store.waits.ofRun(third)).toEqual([]);
});

test('llm 3.4: a call that alone is more than the cap asks a person, and names the setting', async () => {
  const id = await engine.start(scripted(['good'], [PASS], limited), { tags: ['tiny'] });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(requests).toEqual([]);
  expect(Object.values(state.escalations)).toMatchObject([
    { question: expect.stringMatching(/cap tokens a day, tag tiny .*caps of the settings file/) },
  ]);
});

test('llm 3.4: a price that is not known asks a person under a cap in USD, unless the run does without', async () => {
  const { model: _, ...unpriced } = scripted(['good'], [PASS]);
  const id = await engine.start(unpriced, { tags: ['money'] });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(Object.values(state.escalations)).toMatchObject([
    { question: expect.stringContaining('prices."sim:default"') },
  ]);
});

test('llm 3.4: what a provider refuses is not spent, and the next try of the call takes its reservation over', async () => {
  await query("delete from cap_windows where cap like '%tag all'");
  refusals = [503, 503];
  const id = await engine.start(scripted(['good'], [PASS], limited), { tags: ['all'] });
  const { usage } = await engine.until(id, ended);
  expect(requests).toHaveLength(3);
  expect(await countedUnder('all')).toMatchObject({
    'tokens a day': { used: usage.inputTokens + usage.outputTokens, reserved: 0 },
  });
});

test('llm 3.4: an answer that used the limit of an author for thinking counts what it used, at once', async () => {
  await query("delete from cap_windows where cap like '%tag all'");
  const thoughts = { text: '', thinking: 'hm '.repeat(200), finish: 'length' };
  const id = await engine.start(scripted([thoughts], [PASS], limited), { tags: ['all'] });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  expect(Object.values(state.escalations)).toMatchObject([{ question: expect.stringContaining('for thinking') }]);
  const { inputTokens = 0, outputTokens = 0 } = (await engine.store.runs.find(id))?.discarded ?? {};
  expect(outputTokens).toBeGreaterThan(100);
  expect(await countedUnder('all')).toMatchObject({
    'tokens a day': { used: inputTokens + outputTokens, reserved: 0 },
  });
});
