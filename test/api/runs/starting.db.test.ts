/** Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

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
      guards: { draft: 'unsatisfied' },
      attempts: { used: 0, max: 2 },
      bound: { generations: 4, remaining: 4 },
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
    expect([answer.statusCode, pointers.toSorted()]).toEqual([422, ['/input/n', '/input/subject']]);
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
