/** Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const PASS = { draft: [{ text: 'good', verdict: 'pass' }] } as const;
const TWO = {
  draft: [
    { text: 'bad', verdict: 'retry' },
    { text: 'good', verdict: 'pass' },
  ],
} as const;

async function published(change: Record<string, unknown> = {}): Promise<string> {
  return (await api.post('/v1/workflows', aDocument(change))).json().name;
}

async function started(change: Record<string, unknown> = {}): Promise<string> {
  const answer = await api.post('/v1/runs', { workflow: { name: await published() }, ...change });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}

describe('reading', () => {
  test('a completed run shows its result; 304 for the ETag that is current', async () => {
    api.runs.script(TWO);
    const id = await started();
    const view = await api.get(`/v1/runs/${id}`);
    expect(view.json()).toMatchObject({
      status: 'completed',
      guards: { draft: 'satisfied' },
      attempts: { used: 2, max: 4 },
      usage: { costUsd: 0.003, inputTokens: 20 },
    });
    const unchanged = await api.get(`/v1/runs/${id}`, { 'if-none-match': String(view.headers.etag) });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
    const result = await api.get(`/v1/runs/${id}/result`);
    expect([result.statusCode, result.json()]).toEqual([
      200,
      {
        runId: id,
        status: 'completed',
        missing: [],
        artifacts: {
          draft: {
            artifactId: expect.any(String),
            digest: expect.any(String),
            mediaType: 'text/plain',
            content: 'good',
          },
        },
        waived: [],
      },
    ]);
  });

  test('a result that is not there yet is 202, after at most ?wait', async () => {
    api.runs.script({});
    const id = await started();
    const answer = await api.get(`/v1/runs/${id}/result?wait=50ms`);
    expect([answer.statusCode, answer.json().status]).toEqual([202, 'running']);
    expect((await api.get(`/v1/runs/${id}/result?wait=soon`)).statusCode).toBe(400);
  });

  test('?wait answers as soon as the run ends', async () => {
    api.runs.script({});
    const id = await started();
    const waiting = api.get(`/v1/runs/${id}/result?wait=30s`);
    await api.post(`/v1/runs/${id}/stop`);
    expect([(await waiting).statusCode, (await waiting).json().status]).toEqual([200, 'stopped']);
  });

  test('S0-T3b: a failure lists every rejected artifact with its feedback in order', async () => {
    api.runs.script({
      draft: [
        { text: 'a', verdict: 'retry' },
        { text: 'b', verdict: 'retry' },
      ],
    });
    const id = await started({
      workflow: {
        definition: {
          ...aDocument(),
          steps: [
            {
              id: 'draft',
              generator: { kind: 'llm', prompt: 'x' },
              guard: { use: 'not-empty' },
              recovery: { rMax: 1, onExhausted: 'fail' },
            },
          ],
        },
      },
    });
    const { status, failure } = (await api.get(`/v1/runs/${id}`)).json();
    expect([status, failure.step]).toEqual(['failed', 'draft']);
    expect(failure.provenance).toEqual([
      { step: 'draft', attempt: 1, artifactId: expect.any(String), verdict: 'retry', feedback: '"a" will not do' },
      { step: 'draft', attempt: 2, artifactId: expect.any(String), verdict: 'retry', feedback: '"b" will not do' },
    ]);
    expect((await api.get(`/v1/runs/${id}/result`)).json().failure).toEqual(failure);
  });

  test('R58: the exact control state', async () => {
    api.runs.script(TWO);
    const id = await started();
    const state = (await api.get(`/v1/runs/${id}/state`)).json();
    expect(state).toMatchObject({
      status: 'completed',
      guards: { draft: 'satisfied' },
      attempts: { draft: 2 },
      epochs: { draft: 1 },
      backtracks: { draft: 0 },
      invalidated: [],
      graph: { goal: ['draft'] },
      bindings: { draft: expect.stringMatching(/^art_/) },
    });
  });

  test('R31: the trace tells the run as actions', async () => {
    api.runs.script(TWO);
    const { data } = (await api.get(`/v1/runs/${await started()}/trace`)).json();
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      'QUERY-LLM',
      'EXECUTE-GUARD',
      'REFINE-CONTEXT',
      'QUERY-LLM',
      'EXECUTE-GUARD',
      'ADVANCE-STATE',
      'REPLY-TO-USER',
    ]);
    expect(data[1]).toMatchObject({ category: 'sensing', step: 'draft', attempt: 1, verdict: 'retry' });
  });

  test('S0-S2: steps, attempts with prompt, history and verdict, and artifacts', async () => {
    api.runs.script(TWO);
    const id = await started();
    expect((await api.get(`/v1/runs/${id}/steps/draft`)).json()).toMatchObject({
      id: 'draft',
      role: 'worker',
      status: 'satisfied',
      epoch: 1,
      attempts: { used: 2, max: 4 },
      guard: { nature: 'deterministic' },
    });
    const attempts = (await api.get(`/v1/runs/${id}/steps/draft/attempts`)).json().data;
    expect(attempts.map(({ n, status }: { n: number; status: string }) => [n, status])).toEqual([
      [1, 'rejected'],
      [2, 'accepted'],
    ]);
    const second = (await api.get(`/v1/runs/${id}/steps/draft/attempts/2`)).json();
    expect(second).toEqual(attempts[1]);
    expect(second).toMatchObject({
      model: 'sim:script',
      usage: { costUsd: 0.0015 },
      renderedPrompt: [{ role: 'user', content: 'Write draft.' }],
      feedbackHistory: [{ artifactId: attempts[0].artifactId, feedback: '"bad" will not do' }],
      verdict: { verdict: 'pass', subResults: [] },
    });
    const artifacts = (await api.get(`/v1/runs/${id}/artifacts`)).json().data;
    expect(artifacts.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'rejected']);
  });

  test.each([
    'steps/none',
    'steps/none/attempts',
    'steps/draft/attempts/0',
    'steps/draft/attempts/9',
    'steps/draft/attempts/x',
  ])('what a run does not have is 404: %s', async (path) => {
    api.runs.script(PASS);
    const answer = await api.get(`/v1/runs/${await started()}/${path}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, expect.stringContaining('problem+json')]);
  });

  test('artifact content has its media type, its digest as ETag and 304; lineage has nodes and edges', async () => {
    const made = (await api.post('/v1/artifacts', { content: '# hello', mediaType: 'text/markdown' })).json();
    const content = await api.get(`/v1/artifacts/${made.id}/content`);
    expect([content.body, content.headers['content-type'], content.headers.etag]).toEqual([
      '# hello',
      'text/markdown; charset=utf-8',
      `"${made.digest}"`,
    ]);
    const unchanged = await api.get(`/v1/artifacts/${made.id}/content`, { 'if-none-match': `W/"${made.digest}"` });
    expect(unchanged.statusCode).toBe(304);
    expect((await api.get(`/v1/artifacts/${made.id}/lineage`)).json()).toMatchObject({
      nodes: [{ id: made.id }],
      edges: [],
    });
  });

  test('R57: the input of a run may have 4 MiB; lists leave a large one out', async () => {
    api.runs.script(PASS);
    const name = await published();
    const input = { text: 'x'.repeat(4 * 1024 * 1024 - '{"text":""}'.length) };
    const answer = await api.post('/v1/runs', { workflow: { name }, input });
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json();
    expect((await api.get(`/v1/runs/${id}`)).json().input).toEqual(input);
    for (const address of [`/v1/runs?workflow=${name}`, `/v1/runs?workflow=${name}&view=row`]) {
      const list = await api.get(address);
      expect(list.json().data).toMatchObject([{ id }]);
      expect(list.body.length).toBeLessThan(10_000);
    }
    const overview = await api.get(`/v1/runs/${id}/overview`);
    expect(overview.json().run.inputLine).toMatch(/^\{"text":"x+…$/);
    const more = await api.post('/v1/runs', { workflow: { name }, input: { text: `${input.text}x` } });
    expect(more.json()).toMatchObject({ status: 413, code: 'too_large', limit: 4 * 1024 * 1024 });
  });

  test('the list filters by workflow, tag, status and time, newest first', async () => {
    api.runs.script(PASS);
    const name = await published();
    const ids: string[] = [];
    for (const tags of [['a'], ['a', 'b'], ['b']])
      ids.push((await api.post('/v1/runs', { workflow: { name }, tags })).json().id);
    const idsOf = async (query: string) =>
      (await api.get(`/v1/runs?workflow=${name}&${query}`)).json().data.map(({ id }: { id: string }) => id);
    expect(await idsOf('')).toEqual(ids.toReversed());
    expect(await idsOf('tag=b')).toEqual([ids[2], ids[1]]);
    expect(await idsOf('status=completed&tag=a')).toEqual([ids[1], ids[0]]);
    expect(await idsOf('status=running')).toEqual([]);
    expect(await idsOf('createdAfter=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await idsOf('createdBefore=2999-01-01T00:00:00%2B02:00')).toHaveLength(3);
  });
});

test('api 1: the graph of a run as JSON and as Mermaid, where its link leads', async () => {
  api.runs.script(PASS);
  const id = await started();
  const { links } = (await api.get(`/v1/runs/${id}`)).json();
  const path = new URL(links.graph).pathname;
  const graph = (await api.get(path)).json();
  expect(graph).toMatchObject({ runId: id, nodes: expect.arrayContaining([expect.objectContaining({ id: 'draft' })]) });
  const mermaid = await api.get(`${path}?format=mermaid`);
  expect(mermaid.headers['content-type']).toContain('text/plain');
  expect(mermaid.body).toMatch(/^flowchart TD\n {2}s0\["draft<br\/>/);
  expect((await api.get(`${path}?format=png`)).statusCode).toBe(400);
});
