import { AnswerTooLong, BrokenAnswer } from './broken-answer.ts';
import { at, parsedJson } from './fields.ts';

/** Of an error's body no more is read, and no longer. */
const FAULT_LIMIT_BYTES = 64 * 1024;
const FAULT_LIMIT_MS = 500;

/** Of an answer that is none, so much is told. */
const SHOWN_LENGTH = 200;

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export interface GuardedFetch {
  readonly fetch: Fetch;
  /** How the answer begins, in one line. */
  readonly start: string;
  /** Text of an answer that came as one document and was too long to be taken. */
  readonly document: string;
  /** `[DONE]` has come, the last event of a stream. */
  readonly isDone: boolean;
  /** The JSON of a last line `error: {…}`, which is no event, as older llama.cpp sends it; undefined where there is none. */
  readonly lastError: unknown;
}

/**
 * A `fetch` for the client that lets only well-formed answers through (guards 4.4): at most so many bytes, valid UTF-8, no web page. An
 * answer that is one JSON document, because the server does not stream, passes as a stream of one event. The body of an error is read
 * at once, so that one that never ends cannot hold up the status, and is always passed as `{error: …}`. A redirect is not followed:
 * the request bears a key, and only its author can say that it may go elsewhere. With `documents: 'keep'` a JSON document does not pass,
 * and lies in `document` once the stream has ended.
 */
export function guardedFetch(
  limitBytes: number,
  send: Fetch = fetch,
  {
    documents = 'pass',
    onHeaders,
  }: { readonly documents?: 'pass' | 'keep'; readonly onHeaders?: ((headers: Headers) => void) | undefined } = {},
): GuardedFetch {
  const seen: Seen = { start: '', document: [], tail: '' };
  return {
    async fetch(input, init) {
      const response = await send(input, { ...init, redirect: 'manual' });
      const { status, headers, body } = response;
      onHeaders?.(headers);
      if (!response.ok) return new Response(await faultBody(response), { status, headers });
      const check = isText(headers) ? checkedBytes(limitBytes, seen) : countedBytes(limitBytes);
      const events = body?.pipeThrough(wellFormed(check, asEvents(documents, isText(headers)))) ?? null;
      return new Response(events, { status: 200, headers });
    },
    get start() {
      return seen.start.replace(/\s+/g, ' ').trim().slice(0, SHOWN_LENGTH);
    },
    get document() {
      return seen.document.join('');
    },
    get isDone() {
      return DONE.test(seen.tail);
    },
    get lastError() {
      return parsedJson(ERROR_LINE.exec(seen.tail)?.[1] ?? '');
    },
  };
}

interface Seen {
  start: string;
  document: string[];
  /** The last characters that have come. */
  tail: string;
}

type Bytes = Uint8Array<ArrayBuffer>;

type Passing = TransformStreamDefaultController<Bytes>;

/** One stream for both: each costs every piece of an answer several turns. */
function wellFormed(check: ReturnType<typeof countedBytes>, pass: ReturnType<typeof asEvents>) {
  return new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      check.take(chunk);
      pass.take(chunk, controller);
    },
    flush(controller) {
      check.end();
      pass.end(controller);
    },
  });
}

/** Bedrock frames its events in bytes. */
function isText(headers: Headers): boolean {
  return headers.get('content-type')?.includes('vnd.amazon.eventstream') !== true;
}

/** Throws on what is too long. */
function countedBytes(limitBytes: number) {
  let total = 0;
  return {
    take(chunk: Bytes): void {
      total += chunk.byteLength;
      if (total > limitBytes) throw new AnswerTooLong(`is longer than ${limitBytes} bytes`);
    },
    end(): void {},
  };
}

/** Throws on what is too long, and on what is not UTF-8. */
function checkedBytes(limitBytes: number, seen: Seen) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const count = countedBytes(limitBytes);
  return {
    take(chunk: Bytes): void {
      const text = checkUtf8(() => decoder.decode(chunk, { stream: true }));
      if (seen.start.length < FAULT_LIMIT_BYTES && seen.start.trim().length < SHOWN_LENGTH) seen.start += text;
      if (DOCUMENT.test(seen.start)) seen.document.push(text);
      seen.tail = (seen.tail + text).slice(-TAIL_LENGTH);
      count.take(chunk);
    },
    end(): void {
      checkUtf8(() => decoder.decode());
    },
  };
}

/** A line of its own: in the JSON of an event a line break is escaped. */
const DONE = /(?:^|[\r\n])data: ?\[DONE\]/;
const ERROR_LINE = /(?:^|[\r\n])error: ?(\{[^\r\n]*\})\s*$/;
const TAIL_LENGTH = 2_000;

/** What does not stream sends one. */
const DOCUMENT = /^\s*[{[]/;

/** The client's own decoder would put replacement characters into the artifact. */
function checkUtf8(decode: () => string): string {
  try {
    return decode();
  } catch (cause) {
    throw new BrokenAnswer('is not valid UTF-8', { cause });
  }
}

/** Event streams pass as they come; what the first visible byte shows to be a JSON document is gathered into one event. */
function asEvents(documents: 'pass' | 'keep', hasLines: boolean) {
  let gathered: Bytes[] | undefined;
  let known = false;
  let page: number | undefined;
  const filled = withoutEmptyData();
  const isPage = () => new BrokenAnswer('is a web page', { isShown: true, mayPass: true });
  return {
    take(chunk: Bytes, controller: Passing): void {
      const first = known ? undefined : firstVisible(chunk);
      known ||= first !== undefined;
      if (first === '<') page = 0;
      if (page !== undefined) {
        page += chunk.byteLength;
        if (page > SHOWN_LENGTH) throw isPage();
        return;
      }
      if (first === '{' || first === '[') gathered = [];
      if (gathered !== undefined) gathered.push(chunk);
      else if (hasLines) filled.take(chunk, controller);
      else controller.enqueue(chunk);
    },
    end(controller: Passing): void {
      if (page !== undefined) throw isPage();
      if (gathered !== undefined && documents === 'pass') controller.enqueue(asEvent(gathered));
    },
  };
}

/** Leaves out `data` lines without data, which some relays send to keep the connection alive: the client takes each for JSON. */
function withoutEmptyData() {
  // Latin-1 has a character for each byte.
  /** The last byte that has passed; a stream begins with a line. */
  let last = '\n';
  /** The beginning of a line that may turn out to be an empty one; at the end of the stream it says nothing. */
  let held = '';
  return {
    take(chunk: Bytes, controller: Passing): void {
      const text = last + held + Buffer.from(chunk).toString('latin1');
      const kept = text.replace(/([\r\n])data: ?(?=[\r\n])/g, '$1');
      held = /[\r\n](d(?:a(?:t(?:a(?:: ?)?)?)?)?)$/.exec(kept)?.[1] ?? '';
      const passed = kept.slice(0, kept.length - held.length);
      last = passed.at(-1) ?? last;
      if (passed.length > 1) controller.enqueue(asBytes(passed.slice(1)));
    },
  };
}

function asBytes(latin1: string): Bytes {
  return Uint8Array.from(Buffer.from(latin1, 'latin1'));
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

/** Of a redirect, where it leads. No body goes with 304. */
async function faultBody({ status, headers, body }: Response): Promise<string | null> {
  const said = await readStart(body);
  if (status >= 400) return asErrorBody(said);
  const target = headers.get('location') ?? 'nowhere';
  const message = `it redirects to ${target}; if that is the endpoint, set its base URL so`;
  return status === 304 ? null : JSON.stringify({ error: { message } });
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
