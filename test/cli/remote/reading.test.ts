import { aStream } from '../../client/a-service.ts';
import { HOSTILE } from '../../support/hostile.ts';
import { given } from './fixtures/a-terminal.ts';
import { anOverview, aPage, aQuestion, aQuestionRow, aRun, problem } from './fixtures/answers.ts';

const result = (status: string, artifacts: object = {}) => ({ runId: 'r', status, missing: [], artifacts, waived: [] });
const text = (content: string) => ({ artifactId: 'a', digest: 'd', mediaType: 'text/plain', content });

test.each([
  ['completed', 200, 0],
  ['failed', 200, 1],
  ['escalated', 202, 3],
  ['awaiting_alignment', 202, 3],
  ['stopped', 200, 4],
  ['cancelled', 200, 4],
  ['terminated', 200, 4],
  ['budget_exceeded', 202, 5],
  ['running', 202, 7],
  ['paused', 202, 7],
])('console 5: the result of a run that is %s ends with its outcome', async (status, answered, code) => {
  const done = await given(['run', 'result', 'r'], { '/v1/runs/r/result': { status: answered, body: result(status) } });
  expect(done.code).toBe(code);
});

test('report 36: a result without a part of it says so first, with why, and ends with an exit code of its own', async () => {
  const missing = [{ step: 'b', reason: 'its 2 attempts were used up; json rejected the last one: no json' }];
  const body = { ...result('completed', { join: text('A  C') }), missing, waived: ['b'] };
  const replies = { '/v1/runs/r/result': { body } };
  const done = await given(['run', 'result', 'r'], replies);
  const words = 'b is missing: it was waived: its 2 attempts were used up; json rejected the last one: no json.';
  expect([done.code, done.err[0], done.out]).toEqual([10, expect.stringContaining(words), ['A  C']]);
  const asJson = await given(['run', 'result', 'r', '--json'], replies);
  expect([asJson.code, asJson.err]).toEqual([10, []]);
});

test.each(['stopped', 'cancelled', 'terminated'])(
  'of a run that is %s it is said why there is no result',
  async (status) => {
    const done = await given(['run', 'result', 'r'], { '/v1/runs/r/result': { body: result(status) } });
    expect([done.out, done.err]).toEqual([[], [`The run is ${status}. See: dsap run why r`]]);
  },
);

test('llm 3.6: the list of endpoints shows the keys that are not used now, and why', async () => {
  const base = { state: 'closed', inFlight: 3, waiting: 0, openQuestions: 0, learned: [], limits: [] };
  const endpoint = { ...base, name: 'acme' };
  const key = { state: 'closed', inFlight: 1 };
  const message = 'the provider answered 401: Incorrect API key';
  const retired = { since: '2026-11-24T20:29:00Z', until: '2026-11-24T20:39:00Z', message };
  const lastFault = { at: '2026-11-24T20:29:30Z', message: 'ECONNRESET' };
  const away = { key: 'ACME_B', state: 'open', inFlight: 0, since: '2026-11-24T20:28:00Z', lastFault };
  const keys = [{ ...key, key: 'ACME_A', retired }, away, { ...key, key: 'ACME_C' }];
  const one = { ...endpoint, name: 'other', keys: [{ ...key, key: 'OTHER_KEY', retired }] };
  const { out, err, code } = await given(['endpoint', 'list'], {
    '/v1/endpoints?limit=200': aPage([{ ...endpoint, keys }, one]),
  });
  expect([code, err]).toEqual([0, []]);
  expect(out.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['✓', 'acme', 'there', '3 in flight', '0 waiting'],
    ['✕', 'ACME_A', 'not used until 20:39:00 UTC', message],
    ['◷', 'ACME_B', 'away for 2 min', '30.0 s ago: ECONNRESET'],
    ['✓', 'other', 'there', '3 in flight', '0 waiting'],
    ['✕', 'OTHER_KEY', 'refused', message],
  ]);
});

test('llm 3.7: the list of endpoints shows their limits, and until when nothing is sent', async () => {
  const base = { state: 'closed', inFlight: 0, waiting: 7, openQuestions: 0, learned: [], keys: [] };
  const limits = [
    { source: 'settings', requestsPerMinute: 60, concurrency: 4 },
    { source: 'learned', key: 'ACME_A', model: 'acme/large', tokensPerMinute: 30_000 },
    { source: 'presumed', model: 'acme/small', requestsPerMinute: 5, blockedUntil: '2026-11-24T20:39:00Z' },
  ];
  const { out } = await given(['endpoint', 'list'], {
    '/v1/endpoints?limit=200': aPage([{ ...base, name: 'acme', limits }]),
  });
  expect(out.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['✓', 'acme', 'there', '0 in flight', '7 waiting'],
    ['·', 'settings', '60 requests a minute, 4 at once'],
    ['·', 'ACME_A acme/large', 'learned', '30000 tokens a minute'],
    ['·', 'acme/small', 'presumed', 'waits until 20:39:00 UTC', '5 requests a minute'],
  ]);
});

test('llm 3.3: one endpoint is shown with all its keys, its last fault in full, and what its models take', async () => {
  const message = `${'A long sentence of the provider. '.repeat(20)}The end.`;
  const lastFault = { at: '2026-11-24T20:29:30Z', message };
  const keys = [
    { key: 'ACME_A', state: 'closed', inFlight: 0 },
    { key: 'ACME_B', state: 'open', inFlight: 0, since: '2026-11-24T20:28:00Z' },
  ];
  const learned = [{ model: 'large', refused: ['seed', 'top_p'], maxTokens: 4_096, context: 32_768 }];
  const away = { state: 'open', since: '2026-11-24T20:28:00Z', until: '2026-11-24T20:30:05Z' };
  const limits = [{ source: 'settings', concurrency: 4 }];
  const body = { name: 'acme', ...away, inFlight: 1, waiting: 6, openQuestions: 1, lastFault, keys, learned, limits };
  const { out, err, code } = await given(['endpoint', 'show', 'acme'], { '/v1/endpoints/acme': { body } });
  expect([code, err]).toEqual([0, []]);
  expect(out.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['◷', 'acme', 'away for 2 min', '1 in flight', '6 waiting', '1 question: dsap endpoint retry acme'],
    ['✓', 'ACME_A', 'there'],
    ['◷', 'ACME_B', 'away for 2 min'],
    ['·', 'settings', '4 at once'],
    ['next try', '20:30:05 UTC'],
    ['last fault', `30.0 s ago: ${message}`],
    ['model', 'large refuses seed, top_p, answers with at most 4096 tokens, takes 32768 tokens in all'],
  ]);
});

test('llm 3.4: caps are told with what is used, what is reserved, when the window turns, and what waits', async () => {
  const window = { window: 'day', since: '2026-11-24T00:00:00Z', until: '2026-11-25T00:00:00Z' };
  const tokens = { ...window, name: 'tokens a day, tag nightly', unit: 'tokens', tag: 'nightly', limit: 2_000_000 };
  const usd = { ...window, name: 'usd a day', unit: 'usd', limit: 50 };
  const { out } = await given(['caps'], {
    '/v1/caps?limit=200': aPage([
      { ...tokens, used: 1_999_000, reserved: 1_000, remaining: 0, waiting: 2 },
      { ...usd, used: 0.0042, reserved: 0, remaining: 49.9958, waiting: 0 },
    ]),
  });
  expect(out.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['◷', tokens.name, '1,999,000 of 2,000,000 used', '1,000 reserved', 'turns in 3 h 30 min', '2 calls waiting'],
    ['✓', 'usd a day', '$0.0042 of $50.00 used', '$0 reserved', 'turns in 3 h 30 min'],
  ]);
  const none = await given(['caps'], { '/v1/caps?limit=200': aPage([]) });
  expect([none.code, none.out, none.err]).toEqual([
    0,
    [],
    [expect.stringContaining('set `caps` in the settings file')],
  ]);
});

test('llm 3.5: what could not be retried is told with why, and the command ends as refused', async () => {
  const body = {
    dryRun: false,
    questions: [{ id: 'esc_1', runId: 'r1' }],
    failed: [{ id: 'esc_2', runId: 'r2', detail: 'The question was answered meanwhile.' }],
  };
  const replies = { 'POST /v1/endpoints/sim%3Aaway/retry': { body } };
  const { out, err, code } = await given(['endpoint', 'retry', 'sim:away'], replies);
  expect([code, err]).toEqual([7, ['1 question retried.']]);
  expect(out).toEqual(['esc_1  r1', '! esc_2  r2  The question was answered meanwhile.']);
  expect((await given(['endpoint', 'retry', 'sim:away', '--json'], replies)).code).toBe(7);
});

test('what was paid nothing for, or what nobody knows, is told by a dash; what is left may be nothing', async () => {
  const amounts = { maxCostUsd: 0 };
  const budget = {
    limits: amounts,
    used: amounts,
    reserved: {},
    remaining: amounts,
    bound: { remaining: 1, generations: 4 },
  };
  const done = await given(['run', 'budget', 'r'], { '/v1/runs/r/budget': { headers: { etag: '"1"' }, body: budget } });
  expect(done.out.map((line) => line.split(/ +/))).toContainEqual(['maxCostUsd', '$0', '–', '$0']);
});

test.each([
  [400, 'invalid_query', 2],
  [401, 'not_authenticated', 9],
  [403, 'forbidden', 9],
  [404, 'run_not_found', 6],
  [409, 'run_not_open', 7],
  [410, 'expired', 7],
  [412, 'stale', 7],
  [422, 'invalid_request', 7],
  [428, 'digest_required', 7],
  [500, 'internal_error', 1],
  [503, 'run_stuck', 8],
])(
  'console 5: a refusal with %i %s ends with %i, and says what to do where that is known',
  async (status, code, exit) => {
    const headers = { 'retry-after': '10' };
    const reply = { ...Object(problem(status, code, 'This is what happened.')), headers };
    const done = await given(['run', 'show', 'r'], { '/v1/runs/r/overview': reply });
    expect([done.code, done.err[0]]).toEqual([exit, expect.stringContaining('This is what happened.')]);
    const quiet = await given(['run', 'show', 'r', '--json'], { '/v1/runs/r/overview': reply });
    expect(quiet.out.map((line) => JSON.parse(line).code)).toEqual([code]);
  },
);

test('all that is wrong is told, not the first alone', async () => {
  const errors = ['a', 'b'].map((name) => ({ pointer: `/${name}`, code: 'required', detail: `${name} is missing.` }));
  const reply = problem(422, 'invalid_request', '2 things are wrong: a is missing.', { errors });
  const done = await given(['run', 'start', 'x'], { 'POST /v1/runs': reply });
  expect(done.err).toEqual(['dsap: 2 things are wrong:', '  /a: a is missing.', '  /b: b is missing.']);
});

test.each([
  [['run', 'list'], '/v1/runs?view=row', [{ x: 1 }]],
  [['run', 'why', 'r'], '/v1/runs/r/why', undefined],
  [['run', 'attempts', 'r', '--limit', '3'], '/v1/runs/r/attempts?limit=3', []],
  [['run', 'attempts', 'r', '--step', 'a/b'], '/v1/runs/r/steps/a%2Fb/attempts', []],
  [['run', 'compare', 'r', 's', '1', '2', '--with', 'q'], '/v1/runs/r/steps/s/attempts/1/compare/2?run=q', undefined],
  [['run', 'budget', 'r'], '/v1/runs/r/budget', undefined],
  [['questions', '--kind', 'input'], '/v1/escalations?view=row&status=open&order=urgency&kind=input', []],
  [['questions', '--assignee', 'me'], '/v1/escalations?view=row&status=open&order=urgency&assignee=me', []],
  [['definition', 'show', 'x@3'], '/v1/workflows/x/versions/3', undefined],
  [['definition', 'diff', 'x', '1', '2'], '/v1/workflows/x/versions/1/diff/2', undefined],
  [['parts', 'models'], '/v1/models?limit=200', []],
])('console 5: as JSON dsap %j is the very document', async (argv, path, rows) => {
  const body = `{"exact":1.0,"text":"a\u202eb\u009b","data":${JSON.stringify(rows ?? [])},"page":{}}`;
  const done = await given([...argv, '--json'], { [path]: { body } });
  expect(done.out).toHaveLength(1);
  expect(done.out[0]).toBe(body);
  expect([done.code, done.err]).toEqual([0, []]);
});

const FORGED = '\u001b]8;;http://x\u0007click\u001b]8;;\u0007\u202e\u200b\nFORGED';

test.each([FORGED, ...HOSTILE].map((evil) => [JSON.stringify(evil).slice(0, 60), evil] as const))(
  'console 6.8: %s obeys nothing on a terminal, and makes no line of its own',
  async (_, evil) => {
    const body = anOverview('escalated', { questions: [aQuestionRow({ question: evil, assignees: [evil] })] });
    const why = { ...body.why, summary: evil, chain: [{ seq: 1, at: body.run.createdAt, because: evil }] };
    const artifact = { ...aQuestion().artifact, text: evil };
    const shown = [
      await given(['run', 'show', 'r'], { '/v1/runs/r/overview': { body: { ...body, why } } }),
      await given(['run', 'why', 'r'], {
        '/v1/runs/r/why': { body: { ...why, next: [{ who: 'person', action: evil }] } },
      }),
      await given(['run', 'decide', 'esc_1'], {
        '/v1/escalations/esc_1?view=page': { body: aQuestion({ question: evil, workflow: evil, artifact }) },
      }),
      await given(['questions'], {
        '/v1/escalations?view=row&status=open&order=urgency': aPage([aQuestionRow({ question: evil, workflow: evil })]),
      }),
      await given(['run', 'result', 'r'], {
        '/v1/runs/r/result': { body: result('completed', { a: text(evil.replace('\n', '')) }) },
      }),
      await given(['run', 'show', 'r'], { '/v1/runs/r/overview': problem(409, 'x', evil) }),
    ];
    const all = shown.flatMap(({ out, err }) => [...out, ...err]);
    expect(all.length).toBeGreaterThan(shown.length);
    expect(
      all.filter((line) =>
        /[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]|^FORGED/u.test(line),
      ),
    ).toEqual([]);
    if (evil === FORGED) expect(all.join('\n')).toContain('␛]8;;http://x⟦U+0007⟧click');
  },
);

test('a text to be judged keeps its lines, in a frame of its own', async () => {
  const artifact = { ...aQuestion().artifact, text: 'one\nWhat happens' };
  const done = await given(['run', 'decide', 'esc_1'], {
    '/v1/escalations/esc_1?view=page': { body: aQuestion({ artifact }) },
  });
  expect(done.out).toEqual(expect.arrayContaining(['  │ one', '  │ What happens', 'What happens']));
});

test('what a result hides is told, with the way to have it as it is', async () => {
  const done = await given(['run', 'result', 'r'], {
    '/v1/runs/r/result': { body: result('completed', { a: text('a\u200bb\n') }) },
  });
  expect(done.out).toEqual(['a⟦U+200B⟧b']);
  expect(done.err).toEqual(['1 hidden character made visible; -o FILE writes all as it is.']);
});

test('console 3: questions are followed from where the list was read; after a reset the list is read anew', async () => {
  const row = aQuestionRow({ status: 'decided', decided: { action: 'approve', by: 'bob' } });
  const done = await given(['questions', '--watch', '--kind', 'approval'], {
    '/v1/feed': [
      { body: { id: 'here' } },
      aStream(
        ['a', 'run', {}],
        ['b', 'question', row],
        ['c', 'question', { ...row, kind: 'input' }],
        ['d', 'reset', {}],
      ),
      problem(404, 'not_found', 'No more.'),
    ],
    '/v1/escalations?view=row&status=open&order=urgency&kind=approval': [aPage([aQuestionRow()]), aPage([])],
  });
  expect(done.heard.map(({ path, headers }) => [path, headers['last-event-id']])).toEqual([
    ['/v1/feed', undefined],
    ['/v1/escalations?view=row&status=open&order=urgency&kind=approval', undefined],
    ['/v1/feed', 'here'],
    ['/v1/escalations?view=row&status=open&order=urgency&kind=approval', undefined],
    ['/v1/feed', 'd'],
  ]);
  expect(done.out).toEqual([
    expect.stringContaining('esc_1'),
    expect.stringContaining('approved by bob (name not checked)'),
  ]);
  expect(done.err).toContain('Nobody is asked anything.');
});

test('of a composite guard each part says what it said', async () => {
  const leaf = (guard: string, verdict = 'pass') => ({
    guard,
    verdict,
    feedback: '',
    nature: 'deterministic',
    durationMs: 1,
    subResults: [],
  });
  const whole = (verdict: string, ...subResults: object[]) => ({ ...leaf('last', verdict), subResults });
  const attempt = (n: number, verdict: object) => ({
    step: 'a',
    epoch: 1,
    attempt: n,
    status: 'accepted',
    verdict,
    usage: { inputTokens: 1, outputTokens: 1, costUsd: 0 },
    startedAt: '2026-11-22T20:34:00Z',
    endedAt: '2026-11-22T20:34:01Z',
    faults: [],
  });
  const page = aPage([
    attempt(1, whole('pass', leaf('json'), whole('pass', leaf('lines'), leaf('last')))),
    attempt(2, whole('pass', leaf('short', 'retry'), leaf('last'))),
    attempt(3, whole('retry', leaf('json'), leaf('lines', 'retry'))),
    attempt(4, leaf('json')),
  ]);
  const { out } = await given(['run', 'attempts', 'r'], { '/v1/runs/r/attempts': page });
  expect(out.map((line) => /(?:accepted)\s+(.*?)(?: {2}|$)/.exec(line)?.[1])).toEqual([
    'json, lines, last: pass',
    'short: retry; last: pass (pass)',
    'json: pass; lines: retry (retry)',
    'json: pass',
  ]);
});

test('a list that is cut says how to go on', async () => {
  const done = await given(['run', 'attempts', 'r'], { '/v1/runs/r/attempts': aPage([], 'abc') });
  expect(done.err).toContain('There are more: --cursor abc');
});

test('dsap run open: the page of the console, else of the Web UI, else the document', async () => {
  const links = { self: 'http://dsap/v1/runs/r', temporalUi: 'http://ui/r', console: 'http://dsap/console/runs/r' };
  const { console: page, ...older } = links;
  const of = async (known: object) => {
    const done = await given(['run', 'open', 'r'], { '/v1/runs/r': { body: aRun('running', { links: known }) } });
    expect(done.browsed).toEqual(done.out);
    return done.out[0];
  };
  expect([await of(links), await of(older), await of({ ...older, temporalUi: null })]).toEqual([
    page,
    links.temporalUi,
    links.self,
  ]);
});

test('a service that lacks a route is told to be older', async () => {
  const done = await given(['run', 'report', 'r', '-o', '/nonexistent/x'], {});
  expect([done.code, done.err.join()]).toEqual([6, expect.stringContaining('may be older than this command')]);
});
