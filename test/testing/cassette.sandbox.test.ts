// The simulated endpoint over HTTP, in this process: answers of models recorded, and played again.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { loadCards } from '../../src/simulation/cards.ts';
import { simEndpoint } from '../../src/simulation/endpoint.ts';
import { readRecording, writeRecording } from '../../src/testing/cassette/recording.ts';
import { type CassetteOptions, cassette, PlayError, play } from '../../src/testing/index.ts';
import { cases } from '../support/properties.ts';
import { anyCharacter } from '../support/random/any-character.ts';

const KEY = 'sk-planted-0123456789abcdef';
const OTHER = 'a password that was planted';
const TOKEN = 'ghp_0123456789abcdefghijKLMN';

let app: FastifyInstance;
let baseUrl = '';
let asked = 0;
const folder = mkdtempSync(path.join(tmpdir(), 'cassette-'));
const file = (name: string) => path.join(folder, `${name}.yaml`);
const { CI, PLANTED_TOKEN } = process.env;

beforeAll(async () => {
  delete process.env['CI'];
  process.env['PLANTED_TOKEN'] = OTHER;
  app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async ({ headers }) => {
    asked += 1;
    if (headers.authorization !== `Bearer ${KEY}`) throw new Error('the key is not sent');
  });
  // Some gateways say again by whom they were called.
  app.addHook('onSend', async (_, reply) => {
    void reply.headers({
      'x-called-with': KEY,
      'set-cookie': `session=${encodeURIComponent(OTHER)}`,
      'x-request-id': TOKEN,
    });
  });
  await app.register(simEndpoint, { cards: loadCards() });
  baseUrl = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
  for (const [name, value] of Object.entries({ CI, PLANTED_TOKEN }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

const recorded = (name: string, more: CassetteOptions = {}) =>
  cassette(file(name), { baseUrl, apiKey: KEY, model: 'default', ...more });

/** The simulated model says the task again, or an instance of the schema. */
const definition = (task = 'Say it.') => ({
  name: 'recorded',
  steps: [
    { id: 'a', generator: { kind: 'llm', prompt: task }, guard: { use: 'contains', with: { text: 'it' } } },
    {
      id: 'b',
      requires: ['a'],
      generator: {
        kind: 'llm',
        prompt: 'Then {artifact.a}',
        output: { format: 'json', schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } },
      },
      guard: { sequence: [{ use: 'json' }, { use: 'llm-judge', with: { rubric: 'Anything goes.', threshold: 0 } }] },
    },
  ],
});
const problem = async (playing: Promise<unknown>) => {
  const error: unknown = await playing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PlayError);
  return error as PlayError;
};

test('package 4: what an OpenAI-compatible endpoint says is recorded, and played again to the byte without it', async () => {
  const first = await play(definition(), { answers: recorded('twice') });
  expect(first.status).toBe('completed');
  const [before, text] = [asked, readFileSync(file('twice'), 'utf8')];
  expect(before).toBe(3);
  expect(await play(definition(), { answers: recorded('twice', { mode: 'replay' }) })).toEqual(first);
  expect(await play(definition(), { answers: recorded('twice') })).toEqual(first);
  expect([asked, readFileSync(file('twice'), 'utf8')]).toEqual([before, text]);
  expect(readRecording(file('twice')).map(({ name }) => name)).toEqual(['a', 'b', 'b/llm-judge']);
});

test('package 4: a changed prompt fails with what differs, where nothing may be recorded', async () => {
  await play(definition(), { answers: recorded('changed') });
  const { code, message, step } = await problem(
    play(definition('Say it twice.'), { answers: recorded('changed', { mode: 'replay' }) }),
  );
  expect([code, step]).toEqual(['prompt_changed', 'a']);
  expect(message).toMatch(/^-Say it\.$/m);
  expect(message).toMatch(/^\+Say it twice\.$/m);
});

test('package 4: a cassette that is not there is told from one that holds no further answer', async () => {
  const none = await problem(play(definition(), { answers: recorded('none', { mode: 'replay' }) }));
  expect(none.message).toMatch(
    /^a, attempt 1: a is asked, and there is no cassette .*none\.yaml\.\nRecord it where a model may be asked/,
  );
  const {
    steps: [first],
  } = definition();
  await play({ name: 'short', steps: [first] }, { answers: recorded('short') });
  const twice = { name: 'twice', steps: [first, { ...first, id: 'b', requires: ['a'] }] };
  const { message } = await problem(play(twice, { answers: recorded('short', { mode: 'replay' }) }));
  expect(message).toMatch(/b is asked, and .*short\.yaml holds no further answer/);
});

test('an answer that nobody asks for is left over', async () => {
  await play(definition(), { answers: recorded('left') });
  const {
    steps: [first],
  } = definition();
  const { code, message } = await problem(play({ name: 'less', steps: [first] }, { answers: recorded('left') }));
  expect(code).toBe('answer_left_over');
  expect(message).toMatch(/holds 2 answers that nobody asked for, the first of b/);
});

test('mode record asks for everything anew, and keeps nothing of before', async () => {
  await play(definition(), { answers: recorded('anew') });
  const before = asked;
  await play(definition('Say it otherwise.'), { answers: recorded('anew', { mode: 'record' }) });
  expect(asked).toBe(before + 3);
  expect(readRecording(file('anew'))).toHaveLength(3);
  expect(readFileSync(file('anew'), 'utf8')).not.toMatch('Say it.\n');
});

describe('where CI is set', () => {
  beforeAll(() => {
    process.env['CI'] = 'true';
  });
  afterAll(() => {
    delete process.env['CI'];
  });

  test.each([
    ['record', 'recording_refused'],
    ['auto', 'answer_missing'],
    ['replay', 'answer_missing'],
  ] as const)('package 4: nothing is recorded: %s', async (mode, refused) => {
    const before = asked;
    const { code } = await problem(play(definition(), { answers: recorded(`ci-${mode}`, { mode }) }));
    expect([code, asked]).toEqual([refused, before]);
    expect(readRecording(file(`ci-${mode}`))).toEqual([]);
  });
});

test('package 4: a key in a prompt, in a header of the request or of the answer, or in the answer itself is in no cassette', async () => {
  const encoded = Buffer.from(OTHER).toString('base64');
  // The simulated model says it again, so it is in the answer too.
  const planted = `Say it: ${KEY}, ${OTHER}, ${encoded}, ${TOKEN} and Bearer abcdefghijklmnopqrstuvwxyz.`;
  const first = await play(definition(planted), { answers: recorded('planted') });
  const text = readFileSync(file('planted'), 'utf8');
  const sent = await fetch(`${baseUrl}/models`, { headers: { authorization: `Bearer ${KEY}` } });
  expect([...sent.headers.values()]).toEqual(expect.arrayContaining([KEY, TOKEN]));
  for (const secret of [KEY, OTHER, encodeURIComponent(OTHER), encoded, TOKEN, 'abcdefghijklmnopqrstuvwxyz'])
    expect(text).not.toMatch(secret);
  expect(text).toMatch('[secret]');
  expect(await play(definition(planted), { answers: recorded('planted', { mode: 'replay' }) })).toEqual(first);
});

test('a cassette that cannot be read says so', async () => {
  writeFileSync(file('broken'), 'version: 2\ncalls: {}\n');
  const { code, message } = await problem(play(definition(), { answers: recorded('broken') }));
  expect(code).toBe('recording_refused');
  expect(message).toMatch(/version/);
});

test('every text of an answer comes back from YAML as it was', () => {
  const texts = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[-#:>|'"{}[\] \t\r\n\u0085\u2028a]*$/));
  fc.assert(
    fc.property(texts, texts, (text, asking) => {
      const usage = { inputTokens: 1, cachedTokens: 0, outputTokens: 1, microUsd: null, llmCalls: 1 };
      const answer = { text, finishReason: 'stop' as const, usage, answeredBy: 'm' };
      const request = { model: 'm', sampling: {}, messages: [{ role: 'user', content: asking }] };
      const calls = [{ key: 'sha256:0', name: 'a', attempt: 1, request, answer }];
      writeRecording(file('texts'), calls);
      expect(readRecording(file('texts'))).toEqual(calls);
    }),
    cases(200),
  );
});
