/** At the wire: a scripted HTTP server in place of a service whose provider refuses. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { createService } from '../../examples/service.ts';
import { playArm, type Trial } from '../../scripts/probes/play-arm.ts';
import { comparisonRow } from '../../scripts/probes/report.ts';
import { bundledDefinitions } from '../../src/bundled/definitions.ts';

const QUESTION = {
  id: 'esc_1',
  kind: 'infrastructure',
  question: 'The model cannot be asked: 401 Incorrect API key provided.',
  feedback: '',
  allowedActions: ['abort'],
};
const RUN = {
  id: 'run_1',
  status: 'running',
  attempts: { used: 0 },
  usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, llmCalls: 0 },
  createdAt: '',
};

/** Every run asks a person, and its stream of events stays open: nobody answers. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/workflows': { name: 'probe', version: 1, bound: { generations: 1 } },
  '/v1/runs': RUN,
  '/v1/escalations/esc_1': QUESTION,
  '/v1/escalations/esc_1/decision': QUESTION,
};

/** Plays one run with this model; answers why it ended, and what was sent, by address. */
async function played(model: string) {
  const sent = new Map<string, string>();
  const listener: RequestListener = (request, response) => {
    const { url = '' } = request;
    if (url.includes('/events')) {
      const event = { seq: 5, type: 'escalation.opened', data: { escalationId: 'esc_1' } };
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(`data: ${JSON.stringify(event)}\n\n`);
      return;
    }
    void text(request).then((body) => {
      sent.set(url, body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(ANSWERS[url]));
    });
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    const service = createService(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    const [probe] = bundledDefinitions().filter(({ name }) => name.startsWith('probe-'));
    if (!probe) throw new Error('There is no probe.');
    const why = await playArm({ service, probe, model, rMax: 0, runs: 1 }).then(() => '', String);
    return { why, sent };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a run of the probes that asks a person ends them with the reason, and leaves no question behind', async () => {
  const { why, sent } = await played('gpt-x');
  expect(why).toMatch(/^Error: The run run_1 cannot go on without a person: .*401 Incorrect API key/);
  expect(sent.get('/v1/escalations/esc_1/decision')).toContain('"action":"abort"');
});

test('a real model is not told which trial it is; a simulated one is, for it draws by its prompt', async () => {
  const told = async (model: string) => (await played(model)).sent.get('/v1/workflows')?.includes('This is trial');
  expect([await told('gpt-x'), await told('sim:coder')]).toEqual([false, true]);
});

const trials = (count: number, facts: Partial<Trial>): readonly Trial[] =>
  Array.from({ length: count }, () => ({ solved: true, attempts: 1, parsable: true, ...facts }));
const compared = (baseline: readonly Trial[], guarded: readonly Trial[]) =>
  comparisonRow({ probe: 'probe-lru', model: 'm', baseline, guarded, qualify: 0.5 });

test('S3-E-1, S3-E-5: one attempt is compared with guarded ones: gain, p, effect, retries, and the cost beside five answers', () => {
  const baseline = [...trials(10, {}), ...trials(40, { solved: false })];
  const guarded = [...trials(25, {}), ...trials(25, { attempts: 2 })];
  const [probe, model, one, many, ...figures] = compared(baseline, guarded);
  expect([probe, model]).toEqual(['probe-lru', 'm']);
  expect([one, many]).toEqual([expect.stringMatching(/^20\b/), expect.stringMatching(/^100\b/)]);
  expect(figures).toEqual(['+80', '< .001', '2.21', '0.50', '1.50×', '5.00×', '']);
});

test('S3-E-3: a model whose first answers are too seldom programs is told as not qualified, and not compared', () => {
  const baseline = [...trials(4, {}), ...trials(6, { parsable: false, solved: false })];
  const row = compared(baseline, trials(10, {}));
  expect(row.at(-1)).toMatch(/^not qualified: 40/);
  expect(row.slice(3, -1)).toEqual(Array(7).fill(''));
});
