/** How replies travel: paced, cut or held, and given up at once when the client goes. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { CHARACTERS_PER_TOKEN, type StreamChunks, thoughtsOf } from './completion.ts';
import type { Reply } from './reply.ts';

export type Answer = Extract<Reply, { kind: 'answer' }>;

/** A server-sent stream of an answer's frames. */
export async function sendStream(reply: FastifyReply, answer: Answer, chunks: StreamChunks): Promise<FastifyReply> {
  const response = openStream(reply);
  await whileConnected(response, async (signal) => {
    for await (const frame of framesOf(answer, chunks, signal)) await write(response, frame, signal);
    response.end();
  });
  return reply;
}

/** Each when it is due; the last one says `[DONE]`, but after an error. */
export async function* framesOf(answer: Answer, chunks: StreamChunks, signal: AbortSignal): AsyncGenerator<string> {
  await after(answer.delayMs, undefined, { signal });
  yield frameOf(chunks.opening);
  for await (const piece of thought(answer, signal)) yield frameOf(chunks.thought(piece));
  for await (const piece of paced(answer, signal)) yield frameOf(chunks.text(piece));
  for (const chunk of chunks.closing) yield frameOf(chunk);
  if (answer.error) return;
  if (answer.lateUsage !== undefined) await after(answer.lateUsage, undefined, { signal });
  if (chunks.usage !== undefined) yield frameOf(chunks.usage);
  yield 'data: [DONE]\n\n';
}

/** The pieces of what is thought, spread over its time. */
async function* thought({ thinking }: Answer, signal: AbortSignal): AsyncGenerator<string> {
  const pieces = thinking ? thoughtsOf(thinking) : [];
  const wait = (thinking?.for ?? 0) / Math.max(1, pieces.length);
  for (const piece of pieces) {
    if (wait > 0) await after(wait, undefined, { signal });
    yield piece;
  }
}

/** One JSON body, after the time the whole answer takes. */
export async function sendAfter(reply: FastifyReply, answer: Answer, body: unknown): Promise<FastifyReply> {
  const isThere = await whileConnected(reply.raw, async (signal) => {
    const thinkingMs = answer.thinking?.for ?? 0;
    await after(answer.delayMs + thinkingMs + durationOf(answer, answer.text.length), undefined, { signal });
  });
  return isThere ? reply.send(body) : reply.hijack();
}

/** The connection breaks: in a stream after some content, else before the first byte. */
export function dropStream(reply: FastifyReply, stream: boolean): FastifyReply {
  if (!stream) {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  const response = openStream(reply);
  response.write(
    frameOf({ choices: [{ index: 0, delta: { role: 'assistant', content: 'The' }, finish_reason: null }] }),
  );
  setImmediate(() => response.destroy());
  return reply;
}

/** Headers, then silence until the client goes. */
export function stallStream(reply: FastifyReply, stream: boolean): FastifyReply {
  if (stream) {
    openStream(reply);
    return reply;
  }
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  return reply;
}

function openStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  reply.raw.flushHeaders();
  return reply.raw;
}

/** Runs the work, or gives it up when the client goes; whether the client is still there. */
async function whileConnected(
  response: ServerResponse,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  try {
    await work(gone.signal);
    return true;
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    return false;
  } finally {
    response.off('close', leave);
  }
}

/** Timers are no finer than this, so pieces that are due together go together. */
const TICK_MS = 10;

/** The pieces of the text, each when it is due; without a rate all of it at once. */
async function* paced(answer: Answer, signal: AbortSignal): AsyncGenerator<string> {
  const start = performance.now();
  const size = pieceSize(answer.tokensPerSecond);
  for (let from = 0; from < answer.text.length; ) {
    const to = boundaryAt(answer.text, from + size);
    const wait = start + durationOf(answer, to) - performance.now();
    if (wait > 0) await after(wait, undefined, { signal });
    yield answer.text.slice(from, to);
    from = to;
  }
}

/** Characters. */
function pieceSize(tokensPerSecond: number): number {
  if (tokensPerSecond === 0) return 256;
  return Math.max(1, Math.round((tokensPerSecond * TICK_MS) / 1_000)) * CHARACTERS_PER_TOKEN;
}

/** An end that splits no surrogate pair. */
function boundaryAt(text: string, end: number): number {
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return Math.min(splits ? end + 1 : end, text.length);
}

/** Milliseconds for so many characters. */
function durationOf({ tokensPerSecond }: Answer, characters: number): number {
  return tokensPerSecond === 0 ? 0 : (characters / CHARACTERS_PER_TOKEN / tokensPerSecond) * 1_000;
}

async function write(response: ServerResponse, frame: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!response.write(frame)) await once(response, 'drain', { signal });
}

function frameOf(chunk: unknown): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
