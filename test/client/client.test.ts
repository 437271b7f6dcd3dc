import { createClient, DsapProblem, type Fetch, RunNotCompleted } from '../../src/client/client.ts';
import { aProblem, aService, aStream, type Reply } from './a-service.ts';

const LOST = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
const STARTED: Reply = { status: 201, body: { id: 'r', status: 'running' } };

function clientOf(replies: Parameters<typeof aService>[0]) {
  const service = aService(replies);
  return { ...service, client: createClient({ url: 'http://h', fetch: service.fetch, wait: async () => {} }) };
}

test('package 3: a run is started, followed from where one left off, and waited for', async () => {
  const { client, heard } = clientOf({
    'POST /v1/runs': STARTED,
    '/v1/runs/r/events': [aStream([3, 'step.started', { seq: 3 }]), aStream([4, 'run.closed', { seq: 4 }])],
    '/v1/runs/r/result?wait=30s': [
      { status: 202, body: { runId: 'r', status: 'running', artifacts: {}, waived: [] } },
      { body: { runId: 'r', status: 'completed', artifacts: { greet: { content: 'Hello' } }, waived: [] } },
    ],
  });
  const run = await client.runs.start({ workflow: { name: 'hello' }, input: { who: 'Ada' } });
  const seen: number[] = [];
  for await (const { seq } of run.events({ after: 2 })) seen.push(seq);
  expect(seen).toEqual([3, 4]);
  const streams = heard.filter(({ path }) => path.endsWith('/events'));
  expect(streams.map(({ headers }) => headers['last-event-id'])).toEqual(['2', '3']);
  expect((await run.result()).artifacts['greet']?.content).toBe('Hello');
});

test.each(['failed', 'terminated', 'cancelled', 'stopped'])(
  'a run that is %s has no result, and says why',
  async (status) => {
    const failure = { code: 'out_of_attempts', detail: 'greet has no attempts left.' };
    const { client } = clientOf({
      '/v1/runs/r/result?wait=30s': { body: { runId: 'r', status, artifacts: {}, waived: [], failure } },
    });
    const error: unknown = await client.runs
      .get('r')
      .result()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunNotCompleted);
    expect(error).toMatchObject({ runId: 'r', status, failure, message: expect.stringContaining(failure.detail) });
  },
);

/** A service that takes the request and never answers. */
const silent: Fetch = async (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

test('a wait that is over, or is aborted, says so and leaves the run alone', async () => {
  const run = createClient({ url: 'http://h', fetch: silent }).runs.get('r');
  const reason = new Error('no longer');
  const aborted = run.result({ signal: AbortSignal.abort(reason) });
  await expect(aborted).rejects.toMatchObject({ name: 'RunNotCompleted', cause: reason });
  await expect(aborted).rejects.toThrow(/the wait was aborted\. It goes on: ask for its result again/);
  await expect(run.result({ timeout: 10 })).rejects.toThrow(/has not completed yet, and 10 ms are over\./);
});

test('package 3: a wait that is over tells how the run stands', async () => {
  const waiting = aService({ '/v1/runs/r/result': { status: 202, body: { runId: 'r', status: 'escalated' } } });
  const fetch: Fetch = async (url, init) => (url.includes('wait=') ? silent(url, init) : waiting.fetch(url, init));
  const run = createClient({ url: 'http://h', fetch }).runs.get('r');
  await expect(run.result({ timeout: 10 })).rejects.toMatchObject({ name: 'RunNotCompleted', status: 'escalated' });
});

test('package 3: a workflow may be named alone', async () => {
  const { client, heard } = clientOf({ 'POST /v1/runs': STARTED });
  await client.runs.start({ workflow: 'hello', input: { who: 'Ada' }, id: 'first' });
  expect(heard[0]?.body).toEqual({ workflow: { name: 'hello' }, input: { who: 'Ada' }, id: 'first' });
});

test('package 3: what goes wrong ends in a problem that tells its kind', async () => {
  const errors = [{ pointer: '/steps', code: 'required', detail: 'Missing.' }];
  const { client } = clientOf({
    'POST /v1/workflows': { status: 422, body: aProblem(422, 'invalid_workflow', 'It has no steps.', { errors }) },
    '/v1/runs': { status: 401, body: aProblem(401, 'unauthorized', 'The API key is missing or wrong.') },
    '/v1/runs/r': LOST,
  });
  const problem = async (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: unknown) => error,
    );
  const refused = await problem(client.definitions.publish('name: x\n'));
  expect(refused).toMatchObject({ status: 422, code: 'invalid_workflow', errors, retryable: false });
  expect(await problem(client.runs.list())).toMatchObject({ status: 401, code: 'unauthorized', retryable: false });
  const away = await problem(client.runs.get('r').view());
  expect(away).toMatchObject({ status: 0, code: 'service_away', retryable: true });
  expect(away).toHaveProperty(
    'message',
    'No service answers at http://h (ECONNREFUSED). Check the address, and whether the service runs; then try again.',
  );
  for (const one of [refused, away]) expect(one).toBeInstanceOf(DsapProblem);
});

test('a service that dies in a stream and stays away ends it, after what had arrived', async () => {
  const { client } = clientOf({ '/v1/runs/r/events': [aStream([1, 'run.created', { seq: 1 }]), LOST] });
  const seen: number[] = [];
  const all = async () => {
    for await (const { seq } of client.runs.get('r').events()) seen.push(seq);
  };
  await expect(all()).rejects.toMatchObject({ name: 'ServiceAway', code: 'service_away' });
  expect(seen).toEqual([1]);
});

test('an answer is bound to the question as it was shown, from the list too', async () => {
  const page = { id: 'esc_1', kind: 'approval', shown: 'sha256:abc' };
  const { client, heard } = clientOf({
    '/v1/escalations?status=open&view=row': { body: { data: [{ id: 'esc_1' }], page: { nextCursor: null } } },
    '/v1/escalations/esc_1?view=page': { body: page },
    'POST /v1/escalations/esc_1/decision?wait=30s': { body: { id: 'esc_1', status: 'decided' } },
  });
  const question = await client.escalations.get('esc_1');
  await question.decide({ action: 'approve' });
  const [row] = (await client.escalations.list({ status: 'open' })).data;
  await row?.decide({ action: 'reject', feedback: 'No.' });
  const sent = heard.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([
    { action: 'approve', shown: 'sha256:abc' },
    { action: 'reject', feedback: 'No.', shown: 'sha256:abc' },
  ]);
});

test('any operation is asked by its method and path, with its answer, its text and its headers', async () => {
  const { client, heard } = clientOf({
    '/v1/runs/a%2Fb/why?limit=3': { body: '{"data": []}', headers: { etag: '"1"' } },
  });
  const answer = await client.request('GET', '/v1/runs/{id}/why', { path: { id: 'a/b' }, query: { limit: 3 } });
  expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([200, '{"data": []}', '"1"']);
  expect(heard).toHaveLength(1);
});

test('each verb of a run is one POST, a fork is another run, and a redirect names the revision it was decided by', async () => {
  const answer: Reply = { body: { runId: 'r', status: 'stopped', changed: true } };
  const verbs = ['stop', 'pause', 'resume', 'terminate'] as const;
  const { client, heard } = clientOf({
    ...Object.fromEntries([...verbs, 'redirect'].map((verb) => [`POST /v1/runs/r/${verb}?wait=30s`, answer])),
    'POST /v1/runs/r/fork': { status: 201, body: { id: 'r2' } },
  });
  const run = client.runs.get('r');
  for (const verb of verbs) expect(await run[verb]({ reason: 'why' })).toMatchObject({ changed: true });
  await run.redirect({ instruction: 'In French.' }, { revision: 7 });
  expect(heard.at(-1)?.headers['if-match']).toBe('"7"');
  expect((await run.fork({ fromStep: 'greet' })).id).toBe('r2');
});
