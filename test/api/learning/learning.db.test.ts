/** What runs teach, and how a run is explained. Over a real PostgreSQL, with the engine's core in memory. */
import { aDocument, useApp } from '../test-app.ts';

const api = useApp();

const bad = { text: 'bad', verdict: 'retry' } as const;
const good = { text: 'good', verdict: 'pass' } as const;

async function ran(
  script: Parameters<typeof api.runs.script>[0],
  change: Record<string, unknown> = {},
  facts: object = {},
) {
  api.runs.script(script);
  const { name } = (await api.post('/v1/workflows', aDocument(change))).json();
  const answer = await api.post('/v1/runs', { workflow: { name }, ...facts });
  expect(answer.statusCode).toBe(201);
  return { name, id: answer.json().id };
}

const TWO_STEPS = {
  steps: [
    { id: 'plan', generator: { kind: 'llm', prompt: 'Plan.' }, guard: { use: 'not-empty' } },
    {
      id: 'code',
      requires: ['plan'],
      generator: { kind: 'llm', prompt: 'Code.' },
      guard: { use: 'not-empty' },
      recovery: { rMax: 3, rPatience: 2, eMax: 1, backtrackTo: ['plan'] },
    },
  ],
};
const BACKTRACKED = { plan: [good, { text: 'better', verdict: 'pass' }], code: [bad, bad, good] } as const;

describe('the advisor', () => {
  test.each([
    [0.99, 1, 0.5, 7],
    [0.99, 3, 0.5, 9],
    [0.95, 3, 0.3, 12],
    [0.99, 5, 0.2, 28],
  ])('S3-C1: δ %d, K %i, ε %d take %i attempts; rMax is one less (R1)', async (delta, steps, epsilon, attempts) => {
    const answer = await api.get(`/v1/advisor/rmax?delta=${delta}&steps=${steps}&epsilon=${epsilon}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { rMax: attempts - 1, attempts, delta, steps, epsilon }]);
  });

  test.each([
    'delta=0&steps=1&epsilon=0.5',
    'delta=1&steps=1&epsilon=0.5',
    'delta=0.9&steps=1&epsilon=0',
    'delta=0.9&steps=1&epsilon=1',
    // No number of attempts that can be counted is enough.
    'delta=5e-324&steps=9007199254740990&epsilon=5e-324',
    'delta=0.9&steps=1&epsilon=-0.1',
    'delta=0.9&steps=0&epsilon=0.5',
    'delta=0.9&steps=1.5&epsilon=0.5',
    'delta=0.9&steps=1&epsilon=half',
    'delta=NaN&steps=1&epsilon=0.5',
    'delta=0.9&steps=1',
    'delta=0.9&steps=1&epsilon=5e-324',
    '',
  ])('S3-C1, R55: %s is 400', async (query) => {
    const answer = await api.get(`/v1/advisor/rmax?${query}`);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_query']);
  });
});

describe('statistics', () => {
  test('S3-A1, S3-M: attempts, ε with its interval, and every count of a workflow', async () => {
    const { name } = await ran(BACKTRACKED, TWO_STEPS);
    const stats = (await api.get(`/v1/stats?workflow=${name}`)).json();
    expect(stats).toMatchObject({
      runs: { matched: 1, counted: 1, leftOut: 0, oldest: expect.stringMatching(/Z$/) },
      inFlight: 0,
      endings: { byStatus: { completed: 1 }, byFailure: {} },
      levelOneOnly: { successes: 1, trials: 2, estimate: 0.5 },
      stagnations: { backtracked: 1 },
      backtracks: {
        count: 1,
        injections: 1,
        upstreamChanged: { successes: 1, trials: 1 },
        recovery: { successes: 1, trials: 1 },
        meanCascadeDepth: 1,
      },
      escalations: {},
      usage: { inputTokens: 50, outputTokens: 25, llmCalls: 5, costUsd: 0.0075, discarded: { llmCalls: 0 } },
    });
    const code = stats.steps.find(({ step }: { step: string }) => step === 'code');
    expect(code).toMatchObject({
      workflow: name,
      attempts: 3,
      passes: 1,
      failuresByGuard: { 'not-empty': 2 },
      levels: { first_try: 0, refined: 0, backtracked: 1, escalated: 0 },
    });
    expect(code.epsilon.estimate).toBeCloseTo(1 / 3);
    expect([code.epsilon.low, code.epsilon.high].map((bound: number) => bound.toFixed(3))).toEqual(['0.061', '0.792']);
    expect(code.guards).toMatchObject([
      { guard: 'not-empty', judged: 3, passes: 1, failures: 2, targets: { plan: 1 } },
    ]);
  });

  test('api 1: endings and escalations are counted by kind and code, per version and in a period', async () => {
    const once = { recovery: { rMax: 0, onExhausted: 'fail' } };
    const step = { id: 'draft', generator: { kind: 'llm', prompt: 'Write.' }, guard: { use: 'not-empty' } };
    const { name } = await ran({ draft: [bad] }, { steps: [{ ...step, ...once }] });
    api.runs.script({ draft: [bad] });
    const second = aDocument({ name, steps: [{ ...step, recovery: { rMax: 0 } }] });
    await api.post('/v1/workflows', second);
    await api.post('/v1/runs', { workflow: { name } });
    const of = async (query: string) => (await api.get(`/v1/stats?workflow=${name}${query}`)).json();
    expect(await of('')).toMatchObject({
      runs: { counted: 2 },
      endings: { byStatus: { failed: 1, escalated: 1 }, byFailure: { attempts_exhausted: 1 } },
      escalations: { attempts_exhausted: 1 },
    });
    expect((await of('&version=1')).endings.byStatus).toEqual({ failed: 1 });
    expect((await of('&version=3')).runs.counted).toBe(0);
    expect((await of('&status=failed')).endings.byStatus).toEqual({ failed: 1 });
    expect((await of('&model=nothing')).runs).toEqual({ matched: 0, counted: 0, leftOut: 0, oldest: null });
    expect((await of('&tag=none')).runs.counted).toBe(0);
    expect((await of('&createdAfter=2999-01-01T00:00:00Z')).runs.counted).toBe(0);
    expect((await of('&createdBefore=2999-01-01T00:00:00Z')).runs.counted).toBe(2);
  });

  test('what is under way stands apart from first tries; a parked step counts (R124)', async () => {
    const [plan, code] = TWO_STEPS.steps;
    const { name } = await ran({}, { steps: [plan, { ...code, recovery: { rMax: 0 } }] });
    api.runs.script({ plan: [good], code: [bad] });
    await api.post('/v1/runs', { workflow: { name } });
    const stats = (await api.get(`/v1/stats?workflow=${name}`)).json();
    expect(stats).toMatchObject({ runs: { counted: 2 }, inFlight: 1, levelOneOnly: { successes: 1, trials: 2 } });
    expect(stats.steps).toMatchObject([
      { step: 'plan', inFlight: 1, levels: { first_try: 1 } },
      { step: 'code', inFlight: 0, levels: { first_try: 0, escalated: 1 } },
    ]);
  });

  test('S3-F-1…5, S3-F: failure modes are counted by name, each with the runs that show it', async () => {
    const { name } = await ran(
      { plan: [good, { text: 'better', verdict: 'pass' }], code: [bad, bad, bad, bad] },
      TWO_STEPS,
    );
    const { failureModes } = (await api.get(`/v1/stats?workflow=${name}`)).json();
    expect(failureModes).toEqual([
      { name: 'hallucinated_reference', runs: 0 },
      { name: 'wrong_axis', runs: 1 },
      { name: 'context_overflow', runs: 0 },
      { name: 'varied_failures', runs: 0 },
      { name: 'framework_specific', runs: 0 },
    ]);
  });

  test('api 1: a workflow without runs has no estimate', async () => {
    expect((await api.get('/v1/stats?workflow=nobody')).json()).toMatchObject({
      runs: { matched: 0, counted: 0, leftOut: 0, oldest: null },
      levelOneOnly: { estimate: null, low: 0, high: 1 },
      steps: [],
    });
  });

  test.each(['version=0', 'version=x', 'createdAfter=yesterday', 'workflow=%00'])('R55: ?%s is 400', async (query) => {
    expect((await api.get(`/v1/stats?${query}`)).statusCode).toBe(400);
  });
});

describe('why', () => {
  test('api 2: a plain account of failure, backtrack and change', async () => {
    const { id } = await ran(BACKTRACKED, TWO_STEPS);
    const answer = await api.get(`/v1/runs/${id}/why`);
    expect(answer.statusCode).toBe(200);
    const { status, summary, chain, next, failureModes } = answer.json();
    expect([status, next, failureModes]).toEqual(['completed', [], []]);
    expect(summary).toContain(
      'code failed at not-empty, so the run went back to plan; plan made something else, and code passed.',
    );
    expect(chain[0]).toEqual({
      seq: 1,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      because: 'anonymous created the run.',
    });
    const because = chain.map((reason: { because: string }) => reason.because);
    expect(because).toContain('not-empty rejected attempts 1 to 2 of code: "bad" will not do.');
    expect(because).toContain(
      'plan passed at its first attempt of epoch 2 and made something else than before code failed.',
    );
  });

  test('api 2: while it waits, what a person can do is in it; while it works, what the engine does', async () => {
    const waiting = await ran({ draft: [{ text: 'bad', verdict: 'fatal' }] });
    expect((await api.get(`/v1/runs/${waiting.id}/why`)).json()).toMatchObject({
      status: 'escalated',
      next: [
        { who: 'person', action: expect.stringMatching(/^decide esc_.*: approve, amend, retry, redo, skip, abort$/) },
      ],
    });
    const working = await ran({});
    expect((await api.get(`/v1/runs/${working.id}/why`)).json()).toMatchObject({
      status: 'running',
      next: [{ who: 'engine', kind: 'generate', step: 'draft', action: 'generate attempt 1 of 4 of draft' }],
    });
  });

  test('S3-F-2: the failure modes of the run are named, with the facts', async () => {
    const { id } = await ran(
      { plan: [good, { text: 'better', verdict: 'pass' }], code: [bad, bad, bad, bad] },
      TWO_STEPS,
    );
    const { failureModes } = (await api.get(`/v1/runs/${id}/why`)).json();
    expect(failureModes).toEqual([
      { name: 'wrong_axis', step: 'code', because: 'plan changed, yet code still fails at not-empty' },
    ]);
  });

  test('api 3: an unknown run is 404', async () => {
    expect((await api.get('/v1/runs/none/why')).json().code).toBe('run_not_found');
  });
});

describe('export', () => {
  const lines = async (query: string) => {
    const answer = await api.get(`/v1/export/attempts${query}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/jsonl; charset=utf-8']);
    return answer.body === ''
      ? []
      : answer.body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
  };

  test('S3-DISC-2: every judged attempt is one labelled line with prompt, output and feedback', async () => {
    const { name, id } = await ran({ draft: [bad, good] });
    const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 5, costUsd: 0.0015, llmCalls: 1 };
    const shared = {
      runId: id,
      workflow: name,
      step: 'draft',
      epoch: 1,
      model: 'sim:script',
      source: 'generated',
      artifactId: expect.stringMatching(/^art_/),
      prompt: [{ role: 'user', content: 'Write draft.' }],
      guard: 'not-empty',
      usage,
      createdAt: expect.stringMatching(/Z$/),
    };
    expect(await lines(`?workflow=${name}`)).toEqual([
      { ...shared, attempt: 1, output: 'bad', verdict: 'retry', feedback: '"bad" will not do', reward: -1 },
      { ...shared, attempt: 2, output: 'good', verdict: 'pass', feedback: '', reward: 1 },
    ]);
  });

  test('S3-DISC-2: runs come newest first, each with its attempts in order, over several reads of the store', async () => {
    const many = Array.from({ length: 44 }, () => bad);
    const facts = { tags: ['long'] };
    const change = {
      steps: [
        { id: 'draft', generator: { kind: 'llm', prompt: 'x' }, guard: { use: 'not-empty' }, recovery: { rMax: 60 } },
      ],
    };
    const first = await ran({ draft: [...many, good] }, change, facts);
    const second = await ran({ draft: [good] }, {}, facts);
    const rows = await lines('?tag=long');
    expect(rows.map(({ runId, attempt }) => [runId, attempt])).toEqual([
      [second.id, 1],
      ...[...many, good].map((_, index) => [first.id, index + 1]),
    ]);
  });

  test('R27: what was discarded is left out, and what is not judged yet', async () => {
    const { id, name } = await ran({});
    await api.post(`/v1/runs/${id}/stop`, {});
    expect(await lines(`?workflow=${name}`)).toEqual([]);
  });

  test('api 1: filters are those of the runs', async () => {
    const { name } = await ran({ draft: [good] });
    expect(await lines(`?workflow=${name}&status=completed`)).toHaveLength(1);
    expect(await lines(`?workflow=${name}&status=failed`)).toEqual([]);
    expect(await lines(`?workflow=${name}&createdBefore=2001-01-01T00:00:00Z`)).toEqual([]);
    expect((await api.get('/v1/export/attempts?status=odd')).statusCode).toBe(400);
  });

  test('api 3: HEAD reads nothing and says the type', async () => {
    const answer = await api.send({ method: 'HEAD', url: '/v1/export/attempts' });
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'application/jsonl; charset=utf-8',
      '',
    ]);
  });

  test('api 1: the routes are in the OpenAPI document', async () => {
    const { paths } = (await api.get('/openapi.json')).json();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/v1/advisor/rmax', '/v1/stats', '/v1/export/attempts', '/v1/runs/{id}/why']),
    );
    expect(Object.keys(paths['/v1/export/attempts'].get.responses)).toEqual(
      expect.arrayContaining(['200', '400', '503']),
    );
  });
});

test('console 2: what a step and its guards cost is told of each', async () => {
  const { name } = await ran({ draft: [bad, good] }, {}, {});
  const { steps, usage } = (await api.get(`/v1/stats?workflow=${name}`)).json();
  expect(steps).toHaveLength(1);
  expect(steps[0].usage).toEqual({ ...usage, discarded: undefined });
  expect(steps[0].guards[0].usage).toMatchObject({ llmCalls: 0, costUsd: 0 });
});
