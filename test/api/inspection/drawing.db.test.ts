/** `GET /v1/runs/{id}/graph?format=svg` (api 1). Over a real PostgreSQL, with the engine's core in memory and Graphviz. */
import { createHash } from 'node:crypto';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import fc from 'fast-check';
import { rowsOf } from '../../../src/drawing/laid/rows.ts';
import type { Drawing, DrawnNode } from '../../../src/drawing/seen/drawing.ts';
import { drawn } from '../../../src/drawing/seen/svg.ts';
import { cases } from '../../support/properties.ts';
import { anyCharacter } from '../../support/random/any-character.ts';
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const step = (id: string, more: object = {}) => ({
  id,
  generator: { kind: 'llm', prompt: 'Write.' },
  guard: { use: 'not-empty' },
  ...more,
});

async function startedWith(steps: readonly { readonly id: string }[]): Promise<string> {
  const goal = steps.slice(-1).map(({ id }) => id);
  const { name } = (await api.post('/v1/workflows', aDocument({ steps, goal }))).json();
  const answer = await api.post('/v1/runs', { workflow: { name } });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}

/** Every element of a document below and with its root. */
function elementsOf(svg: string): readonly XmlElement[] {
  const below = (element: XmlElement): XmlElement[] => [
    element,
    ...element.children.filter((child) => child instanceof XmlElement).flatMap(below),
  ];
  const { root } = parseXml(svg);
  return root ? below(root) : [];
}

const named = (svg: string, name: string) => elementsOf(svg).filter((element) => element.name === name);
const textsOf = (svg: string) => named(svg, 'text').map(({ text }) => text);
const classesOf = (svg: string) => named(svg, 'g').map(({ attributes }) => attributes['class']);

test('api 1: the graph as a drawing: steps with status, epoch and attempts used of allowed, what is under way and where a person is asked told apart, optional edges dashed', async () => {
  api.runs.script({ draft: [{ text: 'good', verdict: 'pass' }], review: [{ text: 'no', verdict: 'fatal' }] });
  const long = 'x'.repeat(63);
  const id = await startedWith([
    step('draft'),
    step('review', { requires: ['draft'], optional: true }),
    step('translate', { requires: ['draft'] }),
    step(long, { requires: ['translate'], optionalRequires: ['review'] }),
  ]);
  const answer = await api.get(`/v1/runs/${id}/graph?format=svg`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  const svg = answer.body;
  expect(textsOf(svg)).toEqual([
    'draft',
    'satisfied · epoch 1',
    '1 of 4 attempts',
    'review',
    'asks a person · epoch 1',
    '1 of 4 attempts',
    'translate',
    'under way · epoch 1',
    '1 of 4 attempts',
    long,
    'unsatisfied',
    '0 of 4 attempts',
  ]);
  expect(classesOf(svg)).toEqual(['edges', 'node good', 'node asking', 'node active', 'node plain goal']);
  const edges = named(svg, 'path').filter(({ parent }) => (parent as XmlElement).attributes['class'] === 'edges');
  expect(edges.map(({ attributes }) => attributes['class'])).toEqual([undefined, undefined, undefined, 'dashed']);
  expect(named(svg, 'svg').map(({ attributes }) => attributes['role'])).toEqual(['img']);
  expect(named(svg, 'title').map(({ text }) => text)).toEqual([`Graph of run ${id}`]);
});

test('api 1: the JSON form says where the drawing has each node and edge', async () => {
  api.runs.script({});
  const id = await startedWith([step('draft'), step('review', { requires: ['draft'], optionalRequires: [] })]);
  const { body: svg } = await api.get(`/v1/runs/${id}/graph?format=svg`);
  const graph = (await api.get(`/v1/runs/${id}/graph`)).json();
  const boxes = named(svg, 'rect').map(({ attributes: { x, y, width, height } }) => [x, y, width, height].map(Number));
  const told = graph.nodes.map(({ center, width, height }: Placed) => [
    center.x - width / 2,
    center.y - height / 2,
    width,
    height,
  ]);
  expect(told).toHaveLength(2);
  expect(told.flat().map((each: number) => Math.round(each))).toEqual(boxes.flat().map((each) => Math.round(each)));
  const [line] = named(svg, 'path').filter(({ attributes: { d } }) => d?.includes('C'));
  const curve: readonly Placed['center'][] = graph.edges[0].curve;
  expect(`M${curve.map(({ x, y }) => `${x} ${y}`).join(' ')}`).toBe(line?.attributes['d']?.replace('C', ' '));
  expect(graph.width).toBeGreaterThanOrEqual(Math.max(...graph.nodes.map(({ width }: Placed) => width)));
  expect(graph.height).toBeGreaterThan(graph.nodes[0].height + graph.nodes[1].height);
});

interface Placed {
  readonly center: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
}

test('api 3: a browser may apply the style of a drawing and nothing else, and there is nothing else', async () => {
  api.runs.script({});
  const { body, headers } = await api.get(`/v1/runs/${await startedWith([step('draft')])}/graph?format=svg`);
  const [style] = named(body, 'style');
  const hash = createHash('sha256')
    .update(style?.text ?? '')
    .digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none';style-src 'sha256-${hash}';frame-ancestors 'none';sandbox`,
  );
  expect(style?.text).toContain('prefers-color-scheme:dark');
  expect(named(body, 'script')).toEqual([]);
  expect(elementsOf(body).flatMap(({ attributes }) => Object.keys(attributes))).not.toContain('style');
});

test.each(['json', 'mermaid', 'svg'])('api 1: the graph as %s has the revision as its ETag', async (format) => {
  api.runs.script({});
  const id = await startedWith([step('draft')]);
  const url = `/v1/runs/${id}/graph?format=${format}`;
  const { etag } = (await api.get(url)).headers;
  expect(etag).toBe(`"${(await api.get(`/v1/runs/${id}`)).json().revision}"`);
  const unchanged = await api.get(url, { 'if-none-match': String(etag) });
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
  await api.post(`/v1/runs/${id}/stop`, {});
  expect((await api.get(url, { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test('api 1: the largest graph that a definition may have is drawn whole', async () => {
  api.runs.script({});
  const ids = Array.from({ length: 1_000 }, (_, index) => `s${index}`);
  const steps = ids.map((id, index) =>
    step(id, { requires: ids.slice(Math.max(0, index - 20), Math.max(0, index - 18)) }),
  );
  const { body } = await api.get(`/v1/runs/${await startedWith(steps)}/graph?format=svg`);
  const texts = new Set(textsOf(body));
  expect(ids.filter((id) => !texts.has(id))).toEqual([]);
});

test('the OpenAPI document names the three formats', async () => {
  const { paths } = (await api.get('/openapi.json')).json();
  const { parameters, responses } = paths['/v1/runs/{id}/graph'].get;
  expect(Object.keys(responses[200].content)).toEqual(['application/json', 'text/plain', 'image/svg+xml']);
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'format', schema: expect.objectContaining({ enum: ['json', 'mermaid', 'svg'] }) }),
  );
});

const node = (id: string, more: Partial<DrawnNode> = {}): DrawnNode => ({
  id,
  lines: [id],
  tone: 'plain',
  shape: 'step',
  ...more,
});
const rows = async (...[boxes]: Parameters<typeof rowsOf>) => rowsOf(boxes);

test('a drawing shows any text as it is, but for what XML cannot hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), async (hostile, said) => {
      const drawing: Drawing = {
        nodes: [node('a', { lines: [said, hostile] }), node('b', { lines: ['</svg><script>&"\'\u0000\uD800'] })],
        edges: [{ from: 'a', to: 'b', dashed: false, label: said }],
      };
      const svg = await drawn(hostile, drawing, rows);
      const texts = textsOf(svg);
      expect(texts).toHaveLength(4);
      expect(texts.filter((text) => text === said).length).toBeGreaterThanOrEqual(2);
      expect(texts.at(-1)).toBe('</svg><script>&"\'\uFFFD\uFFFD');
    }),
    cases(),
  );
});

test('groups, states, labels and loops have their looks', async () => {
  const drawing: Drawing = {
    nodes: [node('jwt'), node('auth', { shape: 'group', tone: 'good' }), node('start', { shape: 'state' })],
    edges: [
      { from: 'jwt', to: 'auth', dashed: false },
      { from: 'auth', to: 'start', dashed: false, label: 'then' },
      { from: 'start', to: 'start', dashed: true, label: 'again' },
    ],
  };
  const svg = await drawn('A graph', drawing, rows);
  expect(textsOf(svg)).toEqual(['then', 'again', 'jwt', 'auth', 'start']);
  const outlines = elementsOf(svg).filter(({ attributes }) => attributes['class']?.startsWith('node'));
  const shapes = outlines.map(({ children }) => children.find((child) => child instanceof XmlElement));
  expect(shapes.map((shape) => shape?.name)).toEqual(['rect', 'path', 'rect']);
  expect(shapes[2]?.attributes['rx']).not.toBe(shapes[0]?.attributes['rx']);
});
