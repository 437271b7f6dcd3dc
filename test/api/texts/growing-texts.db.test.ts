/** A real worker, PostgreSQL and model endpoint, without Temporal: what a model writes, while it writes it (console 3, "Text under way"). */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createFrameReader, type Frame } from '../../../src/client/sse.ts';
import { apiOver } from '../../support/engine/engine-api.ts';
import { startInProcess } from '../../support/engine/in-process.ts';
import {
  finish,
  type ModelServer,
  piece,
  type Reply,
  startModelServer,
  stream,
  usage,
} from '../../support/engine/model-server.ts';
import type { AnyEngine } from '../../support/engine/parts.ts';
import { ended } from '../../support/engine/scripted.ts';
import { countStatements, type Statements } from '../../support/servers/statements.ts';
import { until } from '../../support/until.ts';
import { readText } from './text-reader.ts';

const PROFILE = {
  jsonSchema: 'soft',
  seed: true,
  maxTokensField: 'max_tokens',
  usage: 'stream_option',
  systemRole: 'system',
} as const;
const TOKENS = usage({ prompt_tokens: 40, completion_tokens: 1 });

let server: ModelServer;
let engine: AnyEngine;
let api: FastifyInstance;
let base: string;
let statements: Statements;
/** Where it stands the worker's clock stands still, however busy the machine is. */
let stands: number | undefined;
beforeAll(async () => {
  server = await startModelServer();
  engine = await startInProcess({
    texts: { now: () => stands ?? performance.now() },
    models: { endpoints: [{ name: 'real', baseUrl: server.baseUrl, profile: PROFILE }], defaultModel: undefined },
  });
  api = await apiOver(engine);
  base = await api.listen({ port: 0, host: '127.0.0.1' });
  statements = countStatements();
});
afterEach(() => {
  stands = undefined;
});
afterAll(async () => {
  statements?.stop();
  await api?.close();
  await engine?.stop();
  await server?.close();
});

/** An answer that is written as the test says. */
function slowly() {
  const begun = Promise.withResolvers<ServerResponse>();
  const write = async (chunk: unknown) => (await begun.promise).write(`data: ${JSON.stringify(chunk)}\n\n`);
  const reply: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    begun.resolve(response);
  };
  return {
    reply,
    write: (content: string) => write(piece(content)),
    think: (reasoning: string) => write({ choices: [{ index: 0, delta: { reasoning_content: reasoning } }] }),
    async end() {
      await write(finish('stop'));
      await write(TOKENS);
      (await begun.promise).end('data: [DONE]\n\n');
    },
    drop: async () => (await begun.promise).destroy(),
  };
}

async function start(...replies: readonly Reply[]): Promise<string> {
  server.answerWith(...replies);
  const guard = { use: 'scripted', with: { verdicts: [{ verdict: 'pass' }] } };
  const work = { id: 'work', generator: { kind: 'llm', prompt: 'Do the work.' }, guard };
  return engine.start({ name: 'slow', model: 'real/tiny', steps: [work] });
}

/** The text of the run's attempt, as soon as there is one. */
async function reading(id: string) {
  await until('an attempt', async () => (await engine.store.attempts.list(id, {}, { limit: 1 })).rows[0]);
  return readText(`${base}/v1/runs/${id}/steps/work/attempts/1/text`);
}

// It comes first, since what is kept of a text before may come late.
test('performance 2.4: a quick answer takes no statement more; it is read whole at its end', async () => {
  statements.taken();
  stands = performance.now();
  const id = await start(stream([piece('quick'), finish('stop'), TOKENS]));
  await engine.until(id, ended);
  expect(statements.taken()).not.toContain('keep-texts');
  stands = undefined;
  const reader = await reading(id);
  await reader.over();
  expect(reader.shown()).toBe('quick');
});

test('console 3: what a model writes is read while it is written, and what it only thinks is not', async () => {
  const answer = slowly();
  const id = await start(answer.reply);
  const reader = await reading(id);
  await answer.think('What may they want?');
  await answer.write('Once upon 🦀');
  await reader.until('the first words', () => reader.shown() === 'Once upon 🦀');
  await answer.think('Something with time.');
  // Half a pair: the other half comes with the next piece.
  await answer.write(' a time \ud83e');
  await reader.until('the next', () => reader.shown() === 'Once upon 🦀 a time ');
  await answer.write('\udd80 there was.');
  await answer.end();
  const { artifactId, finishReason } = Object(await reader.over());
  expect(reader.shown()).toBe('Once upon 🦀 a time 🦀 there was.');
  await engine.until(id, ended);
  const content = await api.inject(`/v1/artifacts/${artifactId}/content`);
  expect([finishReason, content.body]).toEqual(['stop', reader.shown()]);
});

test('console 3: another try at the same attempt begins anew for those who read along', async () => {
  const [first, second] = [slowly(), slowly()];
  const id = await start(first.reply, second.reply);
  const reader = await reading(id);
  await first.write('It was a dark');
  await reader.until('the first words', () => reader.shown() === 'It was a dark');
  await first.drop();
  await second.write('Call me');
  await reader.until('the other ones', () => reader.shown() === 'Call me');
  await second.end();
  await reader.over();
  expect(reader.frames.map(({ event }) => event)).toEqual(['chunk', 'reset', 'chunk', 'end']);
});

test('console 3: a run that is stopped in mid-answer ends the text with what there was', async () => {
  const answer = slowly();
  const id = await start(answer.reply);
  const reader = await reading(id);
  await answer.write('Half a');
  await reader.until('the first words', () => reader.shown() === 'Half a');
  await answer.write(' sentence');
  await reader.until('the next', () => reader.shown() === 'Half a sentence');
  await engine.runs.send(id, { kind: 'stop', mode: 'now', by: 'test' }, 'stop');
  expect(await reader.over()).toMatchObject({ finishReason: 'aborted', artifactId: expect.any(String) });
  expect(reader.shown()).toBe('Half a sentence');
});

test('console 3: the overview tells texts under way to those who ask, at most four times a second', async () => {
  const answer = slowly();
  const id = await start(answer.reply);
  const [asking, other] = await Promise.all([overview(id, '?text=true'), overview(id, '')]);
  await answer.write('Once upon');
  const chunks = () => asking.filter(({ event }) => event === 'chunk').map(({ data }) => JSON.parse(data));
  await until('the first words', () => chunks()[0]);
  await answer.write(' a time');
  await until('the next', () => chunks()[1]);
  const late = await overview(id, '?text=true');
  await until('all of it', () => late.find(({ event }) => event === 'chunk'));
  await answer.end();
  await engine.until(id, ended);
  await until('the end', () =>
    other.find(({ event, data }) => event === 'run' && JSON.parse(data).status === 'completed'),
  );
  const at = { step: 'work', epoch: 1, attempt: 1, n: 1 };
  expect(chunks().slice(0, 2)).toEqual([
    { ...at, offset: 0, text: 'Once upon' },
    { ...at, offset: 9, text: ' a time' },
  ]);
  expect(late.filter(({ event }) => event === 'chunk').map(({ data }) => JSON.parse(data))[0]).toEqual({
    ...at,
    offset: 0,
    text: 'Once upon a time',
  });
  expect(other.map(({ event }) => event)).not.toContain('chunk');
});

/** What an overview tells as it changes. */
async function overview(id: string, query: string): Promise<readonly Frame[]> {
  const { body } = await fetch(`${base}/v1/runs/${id}/overview${query}`, { headers: { accept: 'text/event-stream' } });
  const frames: Frame[] = [];
  const take = createFrameReader();
  const read = async () => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? new ReadableStream<string>())
      frames.push(...take(text));
  };
  read().catch(() => undefined);
  return frames;
}
