import { BrokenAnswer } from './broken-answer.ts';
import { at, parsedJson } from './fields.ts';

/** The most that one answer may be, decoded. */
export const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;

/** Of an error's body no more is read, and no longer. */
const FAULT_LIMIT_BYTES = 64 * 1024;
const FAULT_LIMIT_MS = 500;

/**
 * A `fetch` for the client that lets only well-formed answers through (guards 4.4): at most 4 MiB, valid UTF-8, no web page. An answer
 * that is one JSON document, because the server does not stream, passes as a stream of one event. The body of an error is read at once,
 * so that one that never ends cannot hold up the status, and is always passed as `{error: …}`.
 */
export async function guardedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const { status, headers } = response;
  if (!response.ok) return new Response(asErrorBody(await readStart(response.body)), { status, headers });
  const events = response.body?.pipeThrough(checkedBytes()).pipeThrough(asEvents()) ?? null;
  return new Response(events, { status: 200, headers });
}

type Bytes = Uint8Array<ArrayBuffer>;

function checkedBytes(): TransformStream<Bytes, Bytes> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let total = 0;
  return new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      total += chunk.byteLength;
      if (total > ANSWER_LIMIT_BYTES) throw new BrokenAnswer(`is longer than ${ANSWER_LIMIT_BYTES} bytes`);
      checkUtf8(() => decoder.decode(chunk, { stream: true }));
      controller.enqueue(chunk);
    },
    flush() {
      checkUtf8(() => decoder.decode());
    },
  });
}

/** The client's own decoder would put replacement characters into the artifact. */
function checkUtf8(decode: () => unknown): void {
  try {
    decode();
  } catch (cause) {
    throw new BrokenAnswer('is not valid UTF-8', { cause });
  }
}

/** Event streams pass as they come; what the first visible byte shows to be a JSON document is gathered into one event. */
function asEvents(): TransformStream<Bytes, Bytes> {
  let gathered: Bytes[] | undefined;
  let known = false;
  return new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      const first = known ? undefined : firstVisible(chunk);
      known ||= first !== undefined;
      if (first === '<') throw new BrokenAnswer('is a web page');
      if (first === '{' || first === '[') gathered = [];
      if (gathered === undefined) controller.enqueue(chunk);
      else gathered.push(chunk);
    },
    flush(controller) {
      if (gathered !== undefined) controller.enqueue(asEvent(gathered));
    },
  });
}

function firstVisible(chunk: Bytes): string | undefined {
  return new TextDecoder().decode(chunk).trimStart()[0];
}

/** Line breaks of a JSON document are blanks between its tokens, so each line can be a `data` line of one event. */
function asEvent(document: readonly Bytes[]): Bytes {
  const lines = new TextDecoder()
    .decode(Buffer.concat(document))
    .trim()
    .split(/\r\n|\r|\n/);
  return new TextEncoder().encode(`${lines.map((line) => `data: ${line}`).join('\n')}\n\n`);
}

/** In the form that the client keeps; `JSON.stringify` of a text is a JSON string. */
function asErrorBody(text: string): string {
  const body = parsedJson(text);
  return JSON.stringify({ error: at(body, 'error') ?? body ?? text });
}

/** What there is of a body within the limits; a body that breaks off is as good as its start. */
async function readStart(body: ReadableStream<Bytes> | null): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), FAULT_LIMIT_MS);
  const chunks: Bytes[] = [];
  try {
    for (let size = 0; size < FAULT_LIMIT_BYTES; ) {
      const { value, done } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
    }
  } catch {
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => undefined);
  }
  return Buffer.concat(chunks).toString('utf8');
}
