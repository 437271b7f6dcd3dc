/** Over a real PostgreSQL, with Graphviz: what a definition looks like before it runs, and what changed between versions (console 3). */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const step = (id: string, more: object = {}) => ({
  id,
  generator: { kind: 'llm', prompt: 'Write.' },
  guard: { use: 'not-empty' },
  ...more,
});
const TWO = aDocument({
  name: 'drawn',
  steps: [step('draft'), step('review', { requires: ['draft'] })],
  goal: ['review'],
});

test('console 3: a version has a graph in the three forms of a run that has not begun', async () => {
  const { name, version } = (await api.post('/v1/workflows', TWO)).json();
  const url = `/v1/workflows/${name}/versions/${version}/graph`;
  const json = await api.get(url);
  const run = (await api.post('/v1/runs', { workflow: { name } })).json();
  const { runId: _, ...ofRun } = (await api.get(`/v1/runs/${run.id}/graph`)).json();
  expect(json.json().nodes.map(({ id, status, goal }: Record<string, unknown>) => [id, status, goal])).toEqual([
    ['draft', 'unsatisfied', false],
    ['review', 'unsatisfied', true],
  ]);
  expect(json.json().edges).toEqual(ofRun.edges);
  expect((await api.get(`${url}?format=mermaid`)).body).toMatch(/^flowchart/);
  const svg = await api.get(`${url}?format=svg`);
  expect([svg.headers['content-type'], svg.body.includes('Graph of drawn, version 1')]).toEqual([
    'image/svg+xml; charset=utf-8',
    true,
  ]);
  expect((await api.get(url, { 'if-none-match': String(json.headers.etag) })).statusCode).toBe(304);
  expect((await api.get(`/v1/workflows/${name}/versions/9/graph`)).statusCode).toBe(404);
});

test('console 2: a definition has no state, and none is drawn; it lies as a run of it will', async () => {
  const { name } = (await api.post('/v1/workflows', { ...TWO, name: 'stateless' })).json();
  const { id } = (await api.post('/v1/runs', { workflow: { name } })).json();
  const drawn = async (url: string) => (await api.get(`${url}?format=svg`)).body;
  const [before, begun] = [await drawn(`/v1/workflows/${name}/versions/1/graph`), await drawn(`/v1/runs/${id}/graph`)];
  const words = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  const boxes = (svg: string) => svg.match(/<rect [^>]*>|viewBox="[^"]*"/g);
  expect(words(before)).toEqual(['draft', 'up to 4 attempts', 'review', 'up to 4 attempts']);
  expect(words(begun)).toContain('0 of 4 attempts');
  expect(boxes(before)).toEqual(boxes(begun));
  const places = async (url: string) => {
    const { width, height, nodes } = (await api.get(url)).json();
    return [
      width,
      height,
      ...nodes.map((node: Record<string, unknown>) => [node['center'], node['width'], node['height']]),
    ];
  };
  expect(await places(`/v1/workflows/${name}/versions/1/graph`)).toEqual(await places(`/v1/runs/${id}/graph`));
  const mermaid = (await api.get(`/v1/workflows/${name}/versions/1/graph?format=mermaid`)).body;
  expect(mermaid).toContain('["draft<br/>up to 4 attempts"]\n');
});

test('console 3: a draft is drawn as it would be published, and one with mistakes is refused with all of them', async () => {
  await api.post('/v1/workflows', TWO);
  const published = (await api.get('/v1/workflows/drawn/versions/1/graph')).json();
  expect((await api.post('/v1/workflows/graph', TWO)).json()).toEqual(published);
  const broken = await api.post('/v1/workflows/graph', { ...TWO, goal: ['nothing'] });
  expect([broken.statusCode, broken.json().errors[0].line]).toEqual([422, 1]);
});

test('console 3: two versions are compared line by line, as they read in YAML', async () => {
  const first = (await api.post('/v1/workflows', aDocument({ name: 'changing', steps: [step('draft')] }))).json();
  await api.post('/v1/workflows', aDocument({ name: 'changing', steps: [step('draft', { title: 'A draft' })] }));
  const diff = (await api.get('/v1/workflows/changing/versions/1/diff/2')).json();
  expect(first.version).toBe(1);
  expect(diff).toMatchObject({ from: 'changing@1', to: 'changing@2' });
  expect(diff.unified.split('\n').filter((line: string) => /^[+-][^+-]/.test(line))).toEqual(['+    title: A draft']);
  expect((await api.get('/v1/workflows/changing/versions/1/diff/1')).json().unified).toBe('');
  expect((await api.get('/v1/workflows/changing/versions/1/diff/x')).statusCode).toBe(404);
});
