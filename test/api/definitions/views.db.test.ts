/** Over a real PostgreSQL: definitions by the line, and as a page about one needs them (console 2, 3). */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();
const read = async (url: string) => (await api.get(url)).json();

const STEPS = [
  {
    id: 'plan',
    generator: { kind: 'llm', prompt: 'Plan.' },
    guard: { sequence: [{ use: 'not-empty' }, { id: 'short', use: 'length', with: { max: 40 } }] },
  },
  {
    id: 'sign',
    requires: ['plan'],
    generator: { kind: 'fixed', content: 'x' },
    guard: { use: 'human', with: { question: 'So?' } },
  },
];

test('console 3: a definition by the line takes at most 600 bytes, whatever its author wrote', async () => {
  const long = aDocument({ description: '\u0000é"'.repeat(2_000).replaceAll('\u0000', '\u0001') });
  const short = aDocument({ description: 'Signs.' });
  for (const document of [long, short]) await api.post('/v1/workflows', document);
  const { data } = await read('/v1/workflows?view=row&limit=200');
  for (const row of data) expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThanOrEqual(600);
  const of = (name: string) => data.find((row: { name: string }) => row.name === name);
  expect(of(short.name)).toMatchObject({ version: 1, topology: 'dag', warnings: 0, description: 'Signs.' });
  expect(of(long.name).description).toMatch(/…$/);
  expect(of(short.name).definition).toBeUndefined();
});

test('console 2: as a page needs it, with the newest version and its steps as a run will have them', async () => {
  const document = aDocument({ steps: STEPS });
  await api.post('/v1/workflows', document);
  await api.post('/v1/workflows', { ...document, description: 'Another.' });
  const page = await read(`/v1/workflows/${document.name}/versions/1?view=page`);
  expect(page).toMatchObject({ version: 1, newest: 2, definition: document });
  expect(page.steps).toEqual([
    {
      id: 'plan',
      generator: 'llm',
      model: 'sim:script',
      requires: [],
      attempts: 4,
      optional: false,
      guards: [
        { id: 'not-empty', use: 'not-empty', nature: 'deterministic' },
        { id: 'short', use: 'length', nature: 'deterministic' },
      ],
    },
    {
      id: 'sign',
      generator: 'fixed',
      requires: ['plan'],
      attempts: 1,
      optional: false,
      guards: [{ id: 'human', use: 'human', nature: 'human' }],
    },
  ]);
  expect((await read(`/v1/workflows/${document.name}?view=page`)).version).toBe(2);
  expect((await api.get(`/v1/workflows/${document.name}?view=row`)).statusCode).toBe(400);
});

test('console 2: a start says which model those steps are made by that name none', async () => {
  const document = aDocument({ steps: STEPS, model: { name: 'real/unpriced', temperature: 0.5 } });
  await api.post('/v1/workflows', document);
  const start = (model: unknown) => api.post('/v1/runs', { workflow: { name: document.name }, model });
  api.runs.script({});
  const { id } = (await start('sim:script')).json();
  const [step] = await read(`/v1/runs/${id}/steps`).then(({ data }) => data);
  expect(step.model).toBe('sim:script');
  const refused = await start('nobody');
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'model_unavailable']);
  expect((await start({ temperature: 7 })).statusCode).toBe(422);
});
