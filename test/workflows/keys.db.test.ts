// A real PostgreSQL and a stub endpoint: runs whose endpoint has several keys (llm 3.6).
import { startInProcess } from '../support/engine/in-process.ts';
import {
  finish,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  usage,
} from '../support/engine/model-server.ts';
import type { AnyEngine } from '../support/engine/parts.ts';
import { until } from '../support/until.ts';

const profile = {
  jsonSchema: 'soft',
  seed: true,
  maxTokensField: 'max_tokens',
  usage: 'stream_option',
  systemRole: 'system',
} as const;
const KEYS = { A: 'key-a-0123456789', B: 'key-b-0123456789' };
const apiKeys = Object.entries(KEYS).map(([variable, value]) => ({ variable, value }));

let server: ModelServer;
let engine: AnyEngine;
beforeAll(async () => {
  server = await startModelServer();
  // Each test has an endpoint, so that no key is retired by the one before.
  const endpoints = ['dead', 'empty', 'none', 'climbing', 'away', 'headers', 'limited'].map((name) => ({
    name,
    baseUrl: server.baseUrl,
    profile,
    apiKeys,
    ...(name === 'limited' && { requestsPerMinute: 1 }),
  }));
  engine = await startInProcess({ models: { endpoints, defaultModel: undefined } });
});
afterAll(async () => {
  await engine?.stop();
  await server?.close();
});

const GOOD = stream([piece('good'), finish('stop'), usage({ prompt_tokens: 40, completion_tokens: 1 })]);
const refused = (status: number, code: string, message: string) => json(status, { error: { message, code } });
const DEAD = refused(401, 'invalid_api_key', 'Incorrect API key provided: key-a-0123456789.');

/** The server answers each request as its key is answered. */
function answer(replies: Readonly<Record<keyof typeof KEYS, Reply>>): void {
  server.answerWith((response, received) => {
    const isA = received.headers.authorization === `Bearer ${KEYS.A}`;
    (isA ? replies.A : replies.B)(response, received);
  });
}
const calls = () =>
  server.received.map(({ headers }) => headers.authorization?.slice('Bearer key-'.length)[0]).join('');

/** Plays a run of steps that ask the model one after the other, until it ends or waits for a person. */
async function play(model: string, more: object = {}) {
  const step = { generator: { kind: 'llm', prompt: 'Do the work.' }, guard: { use: 'not-empty' }, ...more };
  const ids = ['first', 'second', 'third'];
  const steps = ids.map((id, at) => ({ id, ...step, ...(at > 0 && { requires: [ids[at - 1]] }) }));
  const runId = await engine.start({ name: 'keys', model, steps });
  const state = await engine.until(runId, ({ life }) => life.status !== 'running');
  const { rows } = await engine.store.attempts.list(runId, {}, { limit: 50 });
  return { state, rows, questions: Object.values(state.escalations) };
}

test.each([
  ['dead', 'a dead key', DEAD],
  ['empty', 'a used-up quota', refused(429, 'insufficient_quota', 'You exceeded your current quota.')],
])('llm 3.6: a run with %s key (%s) finishes: no attempt, no fault and no question', async (endpoint, _, reply) => {
  answer({ A: reply, B: GOOD });
  const { state, rows, questions } = await play(`${endpoint}/tiny`);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 3, llmCalls: 3 } });
  expect(rows.map(({ faults }) => faults)).toEqual([[], [], []]);
  expect(questions).toEqual([]);
  expect(calls()).toBe('abbb');
});

test('llm 3.6: with no key left a person is asked once, about both keys', async () => {
  answer({ A: DEAD, B: refused(403, 'permission_denied', 'Access denied.') });
  const { questions } = await play('none/tiny');
  expect(questions).toMatchObject([{ kind: 'infrastructure', step: 'first', endpoint: 'none' }]);
  expect(questions[0]?.question).toMatch(
    /no key can be used: A \(the provider answered 401.*\[key\]\.\); B \(the provider answered 403.*Access denied\.\)/,
  );
  expect(calls()).toBe('ab');
});

test('R77: with every quota used up, the ladder is climbed', async () => {
  const empty = refused(429, 'insufficient_quota', 'You exceeded your current quota.');
  server.answerWith((response, received) => {
    const isBig = received.body['model'] === 'big';
    const isA = received.headers.authorization === `Bearer ${KEYS.A}`;
    (isBig ? GOOD : isA ? DEAD : empty)(response, received);
  });
  const recovery = { ladder: ['climbing/tiny', 'dead/big'] };
  const { state, questions } = await play('climbing/tiny', { recovery });
  expect(questions).toEqual([]);
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 3 } });
});

test('llm 3.6: an outage of one key costs no attempt', async () => {
  answer({ A: json(503, { error: { message: 'overloaded' } }), B: GOOD });
  const { state, questions } = await play('away/tiny');
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 3, llmCalls: 3 } });
  expect(questions).toEqual([]);
});

test('llm 3.6: the key of which more remains is used, by the headers of its answers', async () => {
  const headers = { 'x-ratelimit-limit-requests': '1000', 'x-ratelimit-reset-requests': '50s' };
  const remaining =
    (left: string): Reply =>
    (response, received) => {
      for (const [name, value] of Object.entries({ ...headers, 'x-ratelimit-remaining-requests': left }))
        response.setHeader(name, value);
      GOOD(response, received);
    };
  answer({ A: remaining('600'), B: remaining('900') });
  const { state } = await play('headers/tiny');
  expect(state.life.status).toBe('completed');
  // Nothing is known of B before its first answer.
  expect(calls()).toBe('abb');
});

test('llm 3.7: a limit of the settings is that of each key; a call waits once all keys are at theirs', async () => {
  answer({ A: GOOD, B: GOOD });
  const step = { generator: { kind: 'llm', prompt: 'Do the work.' }, guard: { use: 'not-empty' } };
  const steps = ['first', 'second', 'third'].map((id) => ({ id, ...step }));
  const runId = await engine.start({ name: 'limited', model: 'limited/tiny', steps });
  const [wait] = await until('a call that waits', async () => {
    const waits = await engine.store.waits.ofRun(runId);
    return waits.length > 0 ? waits : undefined;
  });
  expect(wait).toMatchObject({ reason: 'limit', endpoint: 'limited' });
  await until('two calls that went out', async () => (server.received.length >= 2 ? true : undefined));
  expect(calls().split('').toSorted().join('')).toBe('ab');
});
