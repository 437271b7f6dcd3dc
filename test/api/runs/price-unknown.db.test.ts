/** A budget of money needs prices (R112), over a real PostgreSQL. */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const UNPRICED = 'real/unpriced';
const judge = { use: 'llm-judge', with: { rubric: 'It is kind.', model: UNPRICED } };
const step = (fields: object) => [
  { id: 'draft', generator: { kind: 'llm', prompt: 'Write a haiku.' }, guard: { use: 'not-empty' }, ...fields },
];

function start(document: object, budgets?: object) {
  return api.post('/v1/runs', { workflow: { definition: document }, ...(budgets && { budgets }) });
}

test.each([
  ['of the definition', { model: UNPRICED }],
  ['of a ladder', { steps: step({ recovery: { ladder: ['sim:script', { name: UNPRICED }] } }) }],
  ['of a judge', { steps: step({ guard: { all: [{ use: 'not-empty' }, judge] } }) }],
])(
  '(R112) a start with maxCostUsd and a model without a price is 422, naming model and setting: %s',
  async (_, fields) => {
    const answer = await start(aDocument({ ...fields, budgets: { maxCostUsd: 1 } }));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'price_unknown',
      models: [UNPRICED],
      settings: ['prices."real/unpriced"'],
    });
    expect(answer.json().detail).toMatch(/"real\/unpriced".*prices\."real\/unpriced".*unpriced: allow/);
  },
);

test('(R112) of a route the entries without a price are named', async () => {
  const answer = await start(aDocument({ model: 'hiding', budgets: { maxCostUsd: 1 } }));
  expect(answer.json()).toMatchObject({ code: 'price_unknown', models: [UNPRICED] });
});

test('(R112) so is one whose request brings the budget', async () => {
  expect((await start(aDocument({ model: UNPRICED }), { maxCostUsd: 1 })).json()).toMatchObject({
    code: 'price_unknown',
  });
});

test('(R112) without a budget of money, and with simulated models, nothing needs a price', async () => {
  expect((await start(aDocument({ model: UNPRICED }))).statusCode).toBe(201);
  expect((await start(aDocument({ model: 'sim:script', budgets: { maxCostUsd: 1 } }))).statusCode).toBe(201);
});

test('(R112) so is one to which a cap in USD applies, unless it says unpriced: allow', async () => {
  const capped = (budgets?: object) =>
    api.post('/v1/runs', {
      workflow: { definition: aDocument({ model: UNPRICED }) },
      tags: ['capped'],
      ...(budgets && { budgets }),
    });
  const answer = await capped();
  expect(answer.json()).toMatchObject({ code: 'price_unknown', models: [UNPRICED] });
  expect(answer.json().detail).toMatch(/^A cap in USD/);
  expect((await capped({ unpriced: 'allow' })).statusCode).toBe(201);
});

test('(R112) unpriced: allow starts it, and every view says that the cost is not counted', async () => {
  const answer = await start(aDocument({ model: UNPRICED, budgets: { maxCostUsd: 1 } }), { unpriced: 'allow' });
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json();
  const said = { maxCostUsd: 1, unpriced: 'allow', note: expect.stringContaining('not counted') };
  expect(answer.json()).toMatchObject({ budgets: said });
  expect((await api.get(`/v1/runs/${id}`)).json()).toMatchObject({ budgets: said });
  expect((await api.get(`/v1/runs/${id}/budget`)).json()).toMatchObject({ limits: said });
  const { data } = (await api.get('/v1/runs')).json();
  expect(data.find((run: { id: string }) => run.id === id)).toMatchObject({ budgets: said });
});

describe('(R112) a raise that brings maxCostUsd', () => {
  async function parked(): Promise<{ readonly id: string; readonly question: string }> {
    api.runs.script({
      draft: [
        { text: 'no', verdict: 'retry' },
        { text: 'yes', verdict: 'pass' },
      ],
    });
    const { id } = (await start(aDocument({ model: UNPRICED, budgets: { maxAttempts: 1 } }))).json();
    const [question] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
    return { id, question };
  }
  const patch = (id: string, payload: object) =>
    api.send({ method: 'PATCH', url: `/v1/runs/${id}/budget`, payload, headers: {} });

  test('is 422 over the budget', async () => {
    const { id } = await parked();
    expect((await patch(id, { maxCostUsd: 1 })).json()).toMatchObject({ status: 422, code: 'price_unknown' });
    expect((await patch(id, { maxCostUsd: 1, unpriced: 'allow' })).statusCode).toBe(200);
    expect((await patch(id, { maxCostUsd: 2 })).statusCode).toBe(200);
  });

  test('is 422 as an answer, and leaves the question open', async () => {
    const { question } = await parked();
    const budgets = { maxAttempts: 5, maxCostUsd: 1 };
    const answer = await api.post(`/v1/escalations/${question}/decision`, { action: 'raise', budgets });
    expect(answer.json()).toMatchObject({ status: 422, code: 'price_unknown' });
    expect((await api.get(`/v1/escalations/${question}`)).json()).toMatchObject({ status: 'open' });
  });

  test('is 422 as a redirect', async () => {
    const { id } = await parked();
    const redirect = { type: 'constraint_change', description: 'Cheaper.', budgets: { maxCostUsd: 1 } };
    expect((await api.post(`/v1/runs/${id}/redirect`, redirect)).json()).toMatchObject({ code: 'price_unknown' });
  });
});
