import { read, written } from './json.ts';
import { DsapProblem, ServiceAway } from './problem.ts';

/** What of `fetch` a client needs. */
export type Fetch = (url: string, init: Sent) => Promise<Received>;

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly redirect: 'manual';
}

/** What of a `Response` a client needs. */
interface Received {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: Pieces | null;
  text(): Promise<string>;
}

/** A stream, which not every browser iterates. */
export type Pieces =
  | AsyncIterable<Uint8Array>
  | {
      getReader(): {
        read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
        cancel(): Promise<void>;
      };
    };

export interface ClientOptions {
  /** Of the service, without a path; the variable `DSAP_URL`, or `http://127.0.0.1:8080`, when left out. */
  readonly url?: string | undefined;
  /** Sent as `Authorization: Bearer`; where `url` is left out too, the variable `DSAP_API_KEY`. */
  readonly key?: string | undefined;
  readonly fetch?: Fetch;
  /** How often a request is sent again after a lost connection, 429 and 503; 4 when left out. */
  readonly retries?: number;
  /** Waits so many milliseconds. Throws when the signal is aborted. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of a body. */
  readonly text?: { readonly content: string; readonly mediaType: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** An answer with its document, and the very text of it. */
export interface Answer<Document> {
  readonly status: number;
  readonly headers: Received['headers'];
  readonly text: string;
  readonly document: Document;
}

/** Sends requests to one service. */
export interface Transport {
  readonly url: string;
  /** The answer as a document; the caller says of which type. Throws `DsapProblem` for a refusal, `ServiceAway` where nothing answers. */
  ask<Document>(asked: Asked): Promise<Answer<Document>>;
  /** The same with the text alone, of whatever type. */
  text(asked: Asked): Promise<Omit<Answer<unknown>, 'document'>>;
  /** An answer that is read as it comes; sent once. Throws as `ask`. */
  open(asked: Asked): Promise<Received>;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Of `npm start`. */
const LOCAL = 'http://127.0.0.1:8080';

/** The service by its options, else by the environment, which browsers have none of. Throws `TypeError` for what is no address. */
function serviceOf({ url, key }: ClientOptions): { readonly url: string; readonly key: string | undefined } {
  if (url) return { url: checkedUrl(url), key };
  const env = 'process' in globalThis ? globalThis.process.env : {};
  return { url: checkedUrl(env['DSAP_URL'] || LOCAL), key: key ?? (env['DSAP_API_KEY'] || undefined) };
}

function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new TypeError(`"${url}" is no address of a dsap service. Give one as url, or in DSAP_URL, such as "${LOCAL}".`);
}

/** Throws `TypeError` where the url is no address of a service. */
export function createTransport(options: ClientOptions): Transport {
  const { fetch: send = fetch, retries = 4, wait = sleep } = options;
  const { url, key } = serviceOf(options);
  const once = sender(url, key, send);
  // Who never answers, or never to the end, is away.
  const whole = async (asked: Asked, more: Readonly<Record<string, string>>) => {
    asked.signal?.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), LONGEST_ANSWER);
    const signal = AbortSignal.any([late.signal, ...(asked.signal ? [asked.signal] : [])]);
    try {
      return await wholeOf(url, await once({ ...asked, signal }, more));
    } catch (error) {
      if (asked.signal?.aborted) throw asked.signal.reason;
      throw late.signal.aborted ? new ServiceAway(url, late.signal.reason) : error;
    } finally {
      clearTimeout(timer);
    }
  };
  const patiently = async (asked: Asked): Promise<Omit<Answer<unknown>, 'document'>> => {
    // Safe to send again: what only reads, and what the service knows again by its key.
    const isSafe = asked.method !== 'PATCH';
    const again = asked.method === 'POST' ? { 'idempotency-key': newKey() } : {};
    for (let tries = 0; ; tries += 1) {
      try {
        return await whole(asked, again);
      } catch (error) {
        const pause = isSafe && tries < retries ? pauseAfter(error, tries) : undefined;
        if (pause === undefined) throw error;
        await wait(pause, asked.signal);
      }
    }
  };
  return {
    url,
    async ask(asked) {
      const answer = await patiently(asked);
      try {
        return { ...answer, document: read(answer.text) };
      } catch {
        throw new DsapProblem(answer.status, stranger(url, answer.status));
      }
    },
    text: patiently,
    async open(asked) {
      const response = await once(asked);
      if (!response.ok) await wholeOf(url, response);
      return response;
    },
    wait,
  };
}

/** `crypto.randomUUID` is not there for pages that came over plain HTTP. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Send = (asked: Asked, more?: Readonly<Record<string, string>>) => Promise<Received>;

/** Sends a request once. Throws `ServiceAway` where nothing answers. */
function sender(url: string, key: string | undefined, send: Fetch): Send {
  return async ({ method = 'GET', path, query, body, text, headers, signal }: Asked, more = {}) => {
    const content = text?.content ?? (body === undefined ? undefined : written(body));
    const mediaType = text?.mediaType ?? 'application/json';
    try {
      return await send(addressOf(url, path, query), {
        method,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(content !== undefined && { 'content-type': mediaType }),
          ...headers,
          ...more,
        },
        ...(content !== undefined && { body: content }),
        ...(signal && { signal }),
        // A key goes to the service alone, whatever answers there.
        redirect: 'manual',
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ServiceAway(url, error);
    }
  };
}

function addressOf(url: string, path: string, query: Asked['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${url.replace(/\/+$/, '')}${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

async function wholeOf(url: string, response: Received): Promise<Omit<Answer<unknown>, 'document'>> {
  const { status, headers } = response;
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw new ServiceAway(url, error);
  }
  if (response.ok) return { status, headers, text };
  throw new Refusal(status, problemOf(text) ?? stranger(url, status), askedPause(headers.get('retry-after')));
}

/** Milliseconds: of seconds, or until a date, as a proxy may write it. NaN where none is asked for. */
function askedPause(after: string | null): number {
  const seconds = Number(after ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : Math.max(0, Date.parse(after ?? '') - Date.now());
}

/** Of something else than dsap, such as a proxy, or a page of another server. */
function stranger(url: string, status: number): { readonly detail: string } {
  const detail = `Something else than dsap answers at ${url} (${status}). Check the address, and what stands before the service.`;
  return { detail };
}

/** With the milliseconds after which it may be tried again. */
class Refusal extends DsapProblem {
  readonly retryAfter: number;

  constructor(status: number, document: Readonly<Record<string, unknown>>, retryAfter: number) {
    super(status, document);
    this.retryAfter = retryAfter;
  }
}

function problemOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = read(text);
    return typeof parsed === 'object' && parsed !== null && 'code' in parsed ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds; the longest that the service is asked to wait is a minute. */
const LONGEST_ANSWER = 90_000;
const FIRST_PAUSE = 250;
/** Milliseconds that a service which is down may ask for; one that asks for more is told of instead. Whoever asks too often waits as long as it says. */
const LONGEST_PAUSE = 5_000;
/** Milliseconds of the longest timer that there is. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Milliseconds until the next try; undefined: there is none. */
function pauseAfter(error: unknown, tries: number): number | undefined {
  const grown = FIRST_PAUSE * 2 ** tries;
  if (error instanceof ServiceAway) return grown;
  if (!(error instanceof Refusal) || !error.retryable) return undefined;
  const pause = Number.isFinite(error.retryAfter) ? Math.min(error.retryAfter, LONGEST_TIMER) : grown;
  return error.status !== 429 && pause > LONGEST_PAUSE ? undefined : pause;
}

/** Waits so many milliseconds. Throws the reason of the signal once that is aborted. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }
    function cancel(): void {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', cancel, { once: true });
  });
}
