// A real PostgreSQL, real endpoints on bad days: what arrives is paid (R111), our own errors end (R117).
import { StoreUnavailable } from '../../../src/ports/store/errors.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import {
  finish,
  hang,
  json,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  usage,
} from '../../support/engine/model-server.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';

/** What the activities' view of the store throws when a call is opened; undefined: nothing. */
let breakage: Error | undefined;
let server: ModelServer;
let engine: AnyEngine;

/** Endpoints that never answer, each for a run of its own, so that they wait side by side. */
const NEVER: readonly (readonly [name: string, reply: Reply])[] = [
  ['resets', stream([piece('half of an answer')], 'reset')],
  ['cuts', stream([piece('half of an answer')], 'cut')],
  ['hangs', hang],
];
const never = new Map<string, ModelServer>();

beforeAll(async () => {
  server = await startModelServer();
  for (const [name, reply] of NEVER) {
    const one = await startModelServer();
    one.answerWith(reply);
    never.set(name, one);
  }
  const profile = {
    jsonSchema: 'soft',
    seed: true,
    maxTokensField: 'max_tokens',
    usage: 'stream_option',
    systemRole: 'system',
  } as const;
  engine = await startInProcess({
    models: {
      endpoints: [...never, ['real', server] as const].map(([name, { baseUrl }]) => ({ name, baseUrl, profile })),
      defaultModel: undefined,
      // What answers at once does so within a second on a busy machine, too.
      timeouts: { timeoutMs: 1_000, idleTimeoutMs: 1_000 },
    },
    seen: (store) => ({
      ...store,
      calls: {
        ...store.calls,
        open: async (call, append) => {
          if (!breakage) return store.calls.open(call, append);
          await append?.();
          throw breakage;
        },
      },
    }),
  });
});
afterAll(async () => {
  await engine?.stop();
  await server?.close();
  for (const one of never.values()) await one.close();
});

const good: Reply = stream([piece('good'), finish('stop'), usage({ prompt_tokens: 40, completion_tokens: 1 })]);

/** Plays a run of one step until it ends or waits for a person. */
async function play(facts: object, step: object = {}) {
  const work = {
    id: 'work',
    generator: { kind: 'llm', prompt: 'Do the work.' },
    guard: { use: 'scripted', with: { verdicts: [{ verdict: 'pass' }] } },
    ...step,
  };
  const id = await engine.start({ name: 'paid', model: 'real/tiny', steps: [work], ...facts });
  const state = await engine.until(id, ({ life }) => life.status !== 'running');
  const { rows } = await engine.store.attempts.list(id, {}, { limit: 50 });
  const row = await engine.store.runs.find(id);
  return { state, rows, discarded: row?.discarded, questions: Object.values(state.escalations) };
}

test.concurrent.each(NEVER)(
  '(R111) an endpoint that %s: every try is paid, and the run parks on its budget and not on the tenth fault',
  async (name) => {
    const { state, rows, discarded } = await play({ model: `${name}/tiny`, budgets: { maxTokens: 60 } });
    const received = never.get(name)?.received.length;
    expect(state).toMatchObject({
      life: { status: 'budget_exceeded' },
      exceeded: 'maxTokens',
      usage: { attempts: 0, llmCalls: 0 },
    });
    expect(received).toBeLessThan(7);
    expect(discarded).toMatchObject({ llmCalls: received, estimated: true });
    expect(state.usage.discarded).toEqual(discarded);
    expect(rows[0]?.faults).toHaveLength(received ?? 0);
  },
);

test('(K6) an answer that cannot be read is paid for twice, and then the question says what to change', async () => {
  server.answerWith(json(200, { object: 'chat.completion', choices: [] }));
  const { rows, questions } = await play({});
  expect(server.received).toHaveLength(2);
  expect(rows[0]?.faults).toHaveLength(2);
  expect(questions).toMatchObject([{ kind: 'infrastructure', step: 'work' }]);
  expect(questions[0]?.question).toMatch(
    /has no choices.*the same came 2 times, and was paid each time: let the step use another model, or mend what the endpoint sends\)$/,
  );
});

test('(K6) the question names the other models that can be chosen, those of the ladder first', async () => {
  server.answerWith(json(200, { object: 'chat.completion', choices: [] }));
  const ladder = ['real/tiny', { name: 'real/big', temperature: 0 }];
  const other = {
    id: 'other',
    generator: { kind: 'llm', prompt: 'x' },
    guard: { use: 'not-empty' },
    requires: ['work'],
  };
  const work = {
    id: 'work',
    generator: { kind: 'llm', prompt: 'x' },
    guard: { use: 'not-empty' },
    recovery: { ladder },
  };
  const { questions } = await play({ steps: [work, { ...other, model: 'real/third' }] });
  expect(questions[0]?.question).toMatch(
    /or mend what the endpoint sends \(other models that the definition or the settings name: real\/big, real\/third\)\)$/,
  );
});

test('(K6, report 16) an answer that begins and runs out of time is paid for twice, and then the question names the settings', async () => {
  server.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write(`data: ${JSON.stringify(piece('on '))}\n\n`), 100);
    response.once('close', () => clearInterval(timer));
  });
  const { questions } = await play({});
  expect(server.received).toHaveLength(2);
  expect(questions[0]?.question).toMatch(
    /the same came 2 times, and was paid each time: raise timeouts\.generate of the step/,
  );
});

test('(R111) an endpoint that floods: a content failure with its usage, which the budget counts', async () => {
  server.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = `data: ${JSON.stringify(piece('all work and no play '.repeat(200)))}\n\n`;
    const write = () => {
      while (response.writable && response.write(chunk));
      response.once('drain', write);
    };
    write();
  });
  const { state, rows } = await play({ model: { name: 'real/tiny', maxTokens: 1_000 }, budgets: { maxTokens: 1_000 } });
  expect(state).toMatchObject({
    life: { status: 'budget_exceeded' },
    usage: { attempts: 1, llmCalls: 1, estimated: true },
  });
  expect(state.usage.outputTokens).toBeGreaterThan(3_000);
  expect(rows).toMatchObject([{ status: 'rejected', verdict: { guard: 'generator-validation' }, faults: [] }]);
  expect(rows[0]?.verdict?.feedback).toMatch(/longer than 16384 characters, more than the limit of 1000 tokens/);
});

test('(R111) the time of the run is tested before each try', async () => {
  server.answerWith(json(503, { error: { message: 'overloaded' } }));
  const { state } = await play({ budgets: { maxDuration: 'PT1S' } });
  expect(state).toMatchObject({ life: { status: 'budget_exceeded' }, exceeded: 'maxDuration' });
});

test('(R111) an endpoint that refuses 8,192 tokens costs no attempt, no fault and no compaction', async () => {
  server.answerWith((response, received) => {
    const asked = Number(received.body['max_tokens'] ?? 0);
    if (asked <= 4_096) return good(response, received);
    const message = `max_tokens is too large: ${asked}. This model supports at most 4096 completion tokens, whereas you provided ${asked}.`;
    json(400, { error: { message, type: 'invalid_request_error', param: 'max_tokens', code: null } })(
      response,
      received,
    );
  });
  const { state, rows } = await play({});
  expect(state).toMatchObject({ life: { status: 'completed' }, usage: { attempts: 1, llmCalls: 1 } });
  expect(rows).toMatchObject([{ faults: [], artifact: { parameters: { maxTokens: 4_096 } } }]);
});

test('(R111) an answer that was cut at its limit names the limit in force', async () => {
  server.answerWith(stream([piece('half'), finish('length')]));
  const { rows } = await play({ model: { name: 'real/tiny', maxTokens: 64 } }, { recovery: { rMax: 0 } });
  expect(rows[0]?.verdict?.feedback).toMatch(/cut off at the limit of 64 tokens/);
});

test('what the provider says of a context that is too long stands in the faults and in the question', async () => {
  const message = "This model's maximum context length is 20 tokens. However, your messages resulted in 40 tokens.";
  server.answerWith(json(400, { error: { message, code: 'context_length_exceeded' } }));
  const { rows, questions } = await play({});
  expect(questions).toMatchObject([{ kind: 'context_overflow' }]);
  expect(questions[0]?.question).toContain(message);
  expect(rows[0]?.faults[0]?.detail).toContain(message);
});

test('a question about what the provider answered does not say that it did not, and says until when it asks to wait', async () => {
  server.answerWith(
    json(429, { error: { message: 'slow down' } }, { 'retry-after': '7200', 'x-should-retry': 'false' }),
  );
  const { questions } = await play({});
  expect(questions[0]?.question).toMatch(
    /^real\/tiny: endpoint real: the provider answered 429: slow down; it asks to wait until 2\d{3}-\d\d-\d\dT/,
  );
});

test('(R117) a step whose model nobody names is a question at once', async () => {
  const { questions } = await play({ model: { temperature: 0 } });
  expect(questions).toMatchObject([{ kind: 'infrastructure', step: 'work' }]);
  expect(questions[0]?.question).toMatch(
    /names no model and the service has no default \(DSAP_MODEL\) \(not tried again: mend that first\)/,
  );
});

test('(R117) an error of our own ends as a question of kind internal, with message and place', async () => {
  breakage = new TypeError('the frame has no legs');
  try {
    server.answerWith(good);
    const { state, questions } = await play({}, { timeouts: { infra: 'PT1S' } });
    expect(state.life.status).toBe('escalated');
    expect(questions).toMatchObject([{ kind: 'internal', step: 'work' }]);
    expect(questions[0]?.question).toMatch(
      /^dsap itself broke in the generation of work: TypeError: the frame has no legs \(at test\/workflows\/broken\/paid\.db\.test\.ts:\d+\) \(given up after \d+ tries/,
    );
  } finally {
    breakage = undefined;
  }
});

test('(R117) a store that is away uses nothing up', async () => {
  breakage = new StoreUnavailable('The database does not answer.');
  server.answerWith(good);
  setTimeout(() => {
    breakage = undefined;
  }, 2_500);
  const { state, rows } = await play({}, { timeouts: { infra: 'PT1S' } });
  expect(state.life.status).toBe('completed');
  expect(rows).toMatchObject([{ faults: [] }]);
});
