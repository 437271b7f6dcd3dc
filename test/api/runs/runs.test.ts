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

describe('starting', () => {
  test('api 2: a run is 201 with Location, ETag and the whole view', async () => {
    api.runs.script({});
    const name = await published();
    const answer = await api.post('/v1/runs', {
      workflow: { name },
      input: { a: 1 },
      tags: ['x'],
      budgets: { maxAttempts: 2, maxCostUsd: 0.5, maxDuration: 'PT2H' },
    });
    const run = answer.json();
    expect([answer.statusCode, answer.headers.location]).toEqual([201, `/v1/runs/${run.id}`]);
    expect(answer.headers.etag).toBe(`"${run.revision}"`);
    expect(run).toMatchObject({
      id: expect.stringMatching(/^run_/),
      status: 'running',
      workflow: { name, version: 1, topology: 'dag' },
      input: { a: 1 },
      tags: ['x'],
      currentSteps: ['draft'],
      guards: { draft: 'unsatisfied' },
      attempts: { used: 1, max: 2 },
      bound: { generations: 4, remaining: 3 },
      usage: { costUsd: 0, llmCalls: 0, discarded: { costUsd: 0 } },
      budgets: { maxAttempts: 2, maxCostUsd: 0.5, maxDuration: 'PT2H', maxParallelAgents: 3 },
      control: { stopRequested: false, stopReason: null, redirectRequested: false, pauseRequested: false },
      openEscalations: [],
      links: {
        self: `http://test/v1/runs/${run.id}`,
        events: `http://test/v1/runs/${run.id}/events`,
        temporalUi: `http://ui/namespaces/default/workflows/${run.id}`,
      },
    });
    expect(run.endedAt).toBeUndefined();
  });

  test('R108: what publishing would warn of is told with the start of an inline definition, and of no other', async () => {
    const document = aDocument({ specification: 'Do {whatever}.' });
    const inline = await api.post('/v1/runs', { workflow: { definition: document } });
    expect(inline.json()).toMatchObject({ warnings: [{ pointer: '/specification', code: 'unknown_name' }] });
    const sound = await api.post('/v1/runs', { workflow: { definition: aDocument() } });
    const named = await api.post('/v1/runs', { workflow: { name: document.name } });
    for (const answer of [sound, named]) expect([answer.statusCode, answer.json().warnings]).toEqual([201, undefined]);
  });

  test.each([
    ['a slip of a field', { workflow: { name: 'w' }, inputs: {} }, '/inputs', 'Did you mean "input"?'],
    [
      'one further below',
      { workflow: { name: 'w' }, budgets: { maxAttempt: 3 } },
      '/budgets/maxAttempt',
      '"maxAttempts"',
    ],
    [
      'one of a map',
      { workflow: { name: 'w' }, artifacts: { a: { contents: 'x' } } },
      '/artifacts/a/contents',
      '"content"',
    ],
    [
      'a field nobody knows',
      { workflow: { name: 'w' }, surprise: 1 },
      '/surprise',
      'Remove it. Fields: workflow, input,',
    ],
    ['no workflow', {}, '/workflow', 'Missing: Say which workflow: {"name"'],
    ['a workflow that is a text', { workflow: 'w' }, '/workflow', 'Say which workflow: {"name"'],
  ])('R55: %s is told with the mend', async (_, body, pointer, words) => {
    const { errors } = (await api.post('/v1/runs', body)).json();
    expect(errors).toContainEqual(expect.objectContaining({ pointer, detail: expect.stringContaining(words) }));
  });

  test('R38: an inline definition is published under its own name', async () => {
    const definition = aDocument();
    const answer = await api.post('/v1/runs', { workflow: { definition } });
    expect([answer.statusCode, answer.json().workflow.name]).toEqual([201, definition.name]);
    expect((await api.get(`/v1/workflows/${definition.name}`)).json().definition).toEqual(definition);
  });

  test('a refused start publishes and stores nothing', async () => {
    const definition = aDocument({ input: { type: 'object', required: ['a'] } });
    expect((await api.post('/v1/runs', { workflow: { definition } })).statusCode).toBe(422);
    expect((await api.get(`/v1/workflows/${definition.name}`)).statusCode).toBe(404);
  });

  test.each([
    ['an unknown field', { workflow: { name: 'w' }, surprise: 1 }, '/surprise', 'unknown_field'],
    ['no workflow', {}, '/workflow', 'required'],
    ['neither name nor definition', { workflow: {} }, '/workflow', 'invalid'],
    ['an id of other characters', { workflow: { name: 'w' }, id: 'a b' }, '/id', 'invalid_format'],
    ['a version that is no number', { workflow: { name: 'w', version: '1' } }, '/workflow/version', 'invalid_type'],
    [
      'a budget that is none',
      { workflow: { name: 'w' }, budgets: { maxAttempts: 0 } },
      '/budgets/maxAttempts',
      'too_small',
    ],
    ['a NUL character', { workflow: { name: 'w' }, tags: ['a\0b'] }, '/tags/0', 'invalid_character'],
    ['a lone surrogate', { workflow: { name: 'w' }, input: { 'k/y': '\ud800' } }, '/input/k~1y', 'invalid_character'],
  ])('R55: %s is 422 with a pointer', async (_, body, pointer, code) => {
    const answer = await api.send({
      method: 'POST',
      url: '/v1/runs',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json().errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  test('R55: every problem of a body comes at once', async () => {
    const { errors } = (await api.post('/v1/runs', { workflow: {}, tags: 'x', one: 1, two: 2 })).json();
    const pointers = errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(expect.arrayContaining(['/workflow', '/tags', '/one', '/two']));
  });

  test('R55: an unknown workflow is 404 workflow_not_found', async () => {
    const answer = await api.post('/v1/runs', { workflow: { name: 'nobody' } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'workflow_not_found']);
  });

  test("input is validated against the definition's schema, with pointers under /input", async () => {
    const input = { type: 'object', required: ['subject'], properties: { n: { type: 'integer' } } };
    const name = await published({ input });
    const answer = await api.post('/v1/runs', { workflow: { name }, input: { n: 'x' } });
    const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer);
    expect([answer.statusCode, pointers.toSorted()]).toEqual([422, ['/input', '/input/n']]);
  });

  test('running 3: a model that no endpoint offers is 422 model_unavailable, naming it and what there is', async () => {
    const name = await published({ model: { name: 'nowhere/big' } });
    const problem = (await api.post('/v1/runs', { workflow: { name } })).json();
    expect(problem).toMatchObject({ status: 422, code: 'model_unavailable', available: ['sim:script'] });
    expect(problem.detail).toBe('No endpoint offers "nowhere/big": there is none. Available: sim:script.');
    expect(problem.errors).toMatchObject([{ detail: '"nowhere/big": there is none' }]);
  });

  const judge = { use: 'llm-judge', with: { rubric: 'It is kind.', model: 'nowhere/big' } };
  test.each([
    ['ladder', { recovery: { ladder: ['sim:script', { name: 'nowhere/big' }] } }],
    ['judge', { guard: { all: [{ use: 'not-empty' }, judge] } }],
  ])('running 3: so is a model of a %s', async (_, fields) => {
    const step = { id: 'work', generator: { kind: 'llm', prompt: 'Do it.' }, guard: { use: 'not-empty' }, ...fields };
    const name = await published({ steps: [step] });
    const problem = (await api.post('/v1/runs', { workflow: { name } })).json();
    expect(problem).toMatchObject({ status: 422, code: 'model_unavailable', errors: [{ pointer: '/workflow' }] });
  });

  test('R56: the same id again is 200 with the run when the body is equal, else 409 run_exists', async () => {
    const body = { workflow: { name: await published() }, id: 'my-run' };
    expect((await api.post('/v1/runs', body)).statusCode).toBe(201);
    const again = await api.post('/v1/runs', body);
    expect([again.statusCode, again.json().id]).toEqual([200, 'my-run']);
    const other = await api.post('/v1/runs', { ...body, tags: ['other'] });
    expect(other.json()).toMatchObject({ status: 409, code: 'run_exists', runId: 'my-run' });
  });

  test('an Idempotency-Key fixes the id and answers again', async () => {
    const body = { workflow: { name: await published() } };
    const first = await api.post('/v1/runs', body, { 'idempotency-key': 'k-1' });
    const again = await api.post('/v1/runs', body, { 'idempotency-key': 'k-1' });
    expect([again.statusCode, again.headers['idempotency-replayed'], again.body]).toEqual([201, 'true', first.body]);
    expect(again.headers.location).toBe(first.headers.location);
    const other = await api.post('/v1/runs', { ...body, tags: ['x'] }, { 'idempotency-key': 'k-1' });
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused']);
  });

  test('with the server down a start is 503 naming it, with Retry-After, and stores nothing', async () => {
    const name = await published();
    api.runs.down = true;
    const answer = await api.post('/v1/runs', { workflow: { name }, id: 'down-1' });
    api.runs.down = false;
    expect(answer.json()).toMatchObject({ status: 503, part: 'temporal', retryable: true });
    expect(answer.headers['retry-after']).toBeDefined();
    expect((await api.get('/v1/runs/down-1')).statusCode).toBe(404);
  });
});

describe('seeds (R69)', () => {
  test('content becomes an imported artifact, an artifact id is taken as it is', async () => {
    const { id: aid } = (await api.post('/v1/artifacts', { content: 'hello', mediaType: 'text/markdown' })).json();
    for (const seed of [{ content: 'hello' }, { artifactId: aid }]) {
      const id = await started({ artifacts: { draft: seed } });
      const { record } = (await api.store.runs.find(id)) ?? {};
      const artifact = await api.get(`/v1/artifacts/${record?.seeds['draft']}`);
      expect(artifact.json()).toMatchObject({ source: 'imported', bytes: 5 });
    }
  });

  test('an unknown step and an unknown artifact are told at once', async () => {
    const body = {
      workflow: { name: await published() },
      artifacts: { nobody: { content: 'x' }, draft: { artifactId: 'art_none' } },
    };
    const { errors, status } = (await api.post('/v1/runs', body)).json();
    const found = errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]);
    expect(status).toBe(422);
    expect(found).toEqual([
      ['/artifacts/nobody', 'unknown_step'],
      ['/artifacts/draft/artifactId', 'unknown_artifact'],
    ]);
  });
});

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
