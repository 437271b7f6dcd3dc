/** Over a real PostgreSQL, with the engine's core in memory: what models and people write stays text on every page (console 4, 6.8). */
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../src/api/app.ts';
import { NO_PARTS } from '../../src/ports/catalogues.ts';
import { useDecisions } from '../api/escalations/deciding.ts';
import { aDocument } from '../api/test-app.ts';
import { HOSTILE } from '../support/hostile.ts';
import { formsOf, region } from './forms.ts';

const { api } = useDecisions();
const { press } = formsOf(api);

/** What a store and a request can hold of it: half a pair and NUL are refused at the door. */
const kept = (text: string) => text.toWellFormed().replaceAll('\u0000', '');
/** As a name of something: one line that is not long. */
const brief = (text: string) => kept(text).slice(0, 200);

const STEPS = [
  { id: 'plan', generator: { kind: 'llm', prompt: 'Plan.' }, guard: { use: 'not-empty' } },
  { id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } },
  {
    id: 'book',
    requires: ['draft'],
    approval: true,
    generator: { kind: 'llm', prompt: 'Book.' },
    guard: { use: 'not-empty' },
  },
];

/** A run in which a person and a model have said it wherever something can be said; what the feedback says, too. */
async function saidEverywhere(text: string): Promise<{ readonly id: string; readonly eid: string }> {
  api.runs.script({
    plan: [{ text: kept(text), verdict: 'pass' }],
    draft: [
      { text: kept(text), verdict: 'retry' },
      { text: `${kept(text)}!`, verdict: 'pass' },
    ],
  });
  const definition = {
    name: 'hostile',
    description: kept(text).slice(0, 2_000),
    steps: STEPS.map((step) => ({ ...step, title: brief(text) })),
  };
  const answer = await api.post('/v1/runs', {
    workflow: { definition },
    input: { said: kept(text).slice(0, 100_000) },
    tags: [brief(text).slice(0, 60)],
  });
  const { id } = answer.json();
  expect([answer.statusCode, answer.json().detail]).toEqual([201, undefined]);
  const said = kept(text).slice(0, 4_000);
  const change = { type: 'constraint_change', description: said, constraints: said };
  const redirected = await api.post(`/v1/runs/${id}/redirect`, change);
  expect([redirected.statusCode, redirected.json().detail]).toEqual([202, undefined]);
  await api.post(`/v1/runs/${id}/pause`, { reason: said });
  const [eid] = (await api.get(`/v1/runs/${id}`)).json().openEscalations;
  return { id, eid };
}

/** Elements and attributes that no page has; values of attributes are left out. */
const FOREIGN = /<(?:script(?! type="")|iframe|object|embed|video|math|base)\b|<[a-z][^<>]*\son\w+=/;
/** Where none of its elements leads to. */
const ELSEWHERE = /<[a-z][^<>]*\s(?:href|src|action|data|content)="(?:javascript:|https?:\/\/evil|\/\/evil)/;
/** What is told and never written as it is. */
const HIDDEN = /(?![\t\n\r])\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;

type Answer = Pick<Awaited<ReturnType<typeof api.get>>, 'statusCode' | 'headers' | 'body'>;

/** Of a page: everything on it is text. What stands in a field is for a hand to change, and told beside it. */
function isText(of: string, { statusCode, headers, body }: Answer, status = 200): void {
  const mains = body.match(/<\/?main\b/g)?.length;
  const written = body.replaceAll(/<textarea[^>]*>.*?<\/textarea>|value="[^"]*"/gs, '');
  expect({
    of,
    statusCode,
    type: headers['content-type'],
    mains,
    foreign: FOREIGN.exec(written.replaceAll(/="[^"]*"/g, '=""'))?.[0],
    elsewhere: ELSEWHERE.exec(body)?.[0],
    hidden: HIDDEN.exec(written)?.[0],
  }).toEqual({ of, statusCode: status, type: 'text/html; charset=utf-8', mains: 2 });
}

const EACH = HOSTILE.map((text) => [JSON.stringify(text).slice(0, 60), text] as const);

/** The run of the text before, beside which the next one is laid. */
let former: string | undefined;

test.each(EACH)(
  'console 6.8: %s as output, feedback, title, tag, input and reason stays text on every page of its run, beside another, and in its report',
  async (_, text) => {
    const { id, eid } = await saidEverywhere(text);
    const other = former ?? (await saidEverywhere(text)).id;
    former = id;
    const run = `/console/runs/${id}`;
    const pages = [
      `/console/runs?q=${encodeURIComponent(brief(text))}`,
      run,
      `/console/e/${eid}`,
      `${run}/state`,
      `${run}/steps/draft`,
      `${run}/steps/draft?attempt=1`,
      `${run}/steps/draft/compare?a=1&b=2`,
      `${run}/steps/draft/compare?a=1&b=2&run=${other}`,
      `/console/compare?run=${id}&run=${other}`,
      `${run}/redirect`,
      `${run}/control`,
      `/v1/runs/${id}/report?format=html`,
    ];
    for (const url of pages) isText(url, await api.get(url));
  },
  30_000,
);

test('console 6.8: all of it at once stays text on the first page', async () => {
  const answer = await api.get('/console');
  isText('/console', answer);
  const asked = new Set(answer.body.match(/\/console\/e\/\w+/g));
  expect(asked.size).toBeGreaterThan(HOSTILE.length);
});

/** The run that is forked: a preview changes nothing of it. */
let forked: Promise<string> | undefined;

async function aFork(): Promise<string> {
  api.runs.script({ draft: [{ text: 'a draft', verdict: 'pass' }] });
  const definition = { name: 'forked', steps: STEPS.slice(1, 2) };
  return (await api.post('/v1/runs', { workflow: { definition } })).json().id;
}

test.each(EACH)(
  'console 6.8: %s as specification and model of a fork stays text, previewed or refused',
  async (_, text) => {
    const id = await (forked ??= aFork());
    const url = `/console/runs/${id}/control`;
    const said = { fromStep: 'draft', specification: kept(text).slice(0, 4_000), action: 'fork-preview' };
    const previewed = await press(url, said);
    isText('previewed', previewed);
    expect(region(previewed.body, 'Fork')).toContain('made again');
    const refused = await press(url, { ...said, model: `${brief(text)}?`, action: 'fork-preview' });
    isText('refused', refused, 422);
  },
);

/** What the parts are named and described by, of an app of their own. */
let word = '';
/** How often since the page was asked for. */
let told = 0;
let withParts: FastifyInstance;

beforeAll(async () => {
  const { guards, parts = NO_PARTS, models } = api.dependencies;
  const part = () => {
    told += 1;
    return {
      name: brief(word),
      title: word,
      description: word,
      example: { use: word },
      options: [{ name: brief(word), description: word, required: true, template: true }],
      schema: {},
    };
  };
  withParts = await buildApp({
    ...api.dependencies,
    guards: { ...guards, list: () => [{ nature: 'deterministic', sandbox: false, score: false, ...part() }] },
    parts: { ...parts, list: () => [{ kind: 'agent', ...part() }] },
    models: { ...models, list: async () => [{ name: brief(word), endpoint: word }] },
  });
});
afterAll(() => withParts.close());

test.each(EACH)(
  'console 6.8: %s as name, description, example and model of a part stays text among the parts',
  async (_, text) => {
    word = kept(text).slice(0, 4_000);
    told = 0;
    const answer = await withParts.inject({ url: '/console/parts' });
    isText('parts', answer);
    expect(answer.body.match(/<details/g)?.length).toBeGreaterThan(2);
    expect(told).toBeGreaterThan(0);
  },
);

test.each(EACH)(
  'console 6.8: %s in a definition stays text on its page, in the lists, in the editor and where it is started',
  async (_, text) => {
    const said = kept(text).slice(0, 2_000);
    const document = aDocument({
      description: said,
      input: { type: 'object', properties: { said: { type: 'string', title: brief(text), description: said } } },
      steps: STEPS.map((step) => ({ ...step, title: brief(text) })),
    });
    expect((await api.post('/v1/workflows', document)).json().detail).toBeUndefined();
    expect((await api.post('/v1/workflows', { ...document, description: `${said}!` })).statusCode).toBe(201);
    const page = `/console/definitions/${document.name}`;
    const pages = ['/console/definitions', page, `/console/definitions/new?from=${document.name}`, `${page}/start`];
    for (const url of pages) isText(url, await api.get(url));
  },
);
