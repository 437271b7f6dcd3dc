import { at, isRecord, parsedJson, textOf } from './fields.ts';
import type { GeneratorErrorKind } from './generator.ts';

/** What a provider said went wrong, whatever shape it said it in. */
export interface Fault {
  /** Of the answer; of a fault inside a 200, the one it names. */
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** The request's field that the fault is about. */
  readonly parameter: string | undefined;
  readonly message: string;
  /** `x-should-retry`, which beats the status both ways. */
  readonly shouldRetry: boolean | undefined;
  /** Milliseconds, at most 60,000. */
  readonly retryAfter: number | undefined;
  /** Where it asks to wait for longer: until then, in milliseconds since the epoch. */
  readonly waitUntil: number | undefined;
}

export interface FaultSource {
  readonly status?: number | undefined;
  readonly headers?: Headers | undefined;
  /** A parsed body, or the `error` in it, or the text of a body that is no JSON. */
  readonly body: unknown;
}

export function readFault({ status, headers, body }: FaultSource): Fault {
  const error = errorIn(body);
  const code = at(error, 'code') ?? at(error, 'status');
  const wait = headers === undefined ? undefined : askedWait(headers);
  return {
    status: status ?? statusOf(code),
    code: typeof code === 'number' ? String(code) : textOf(code),
    type: textOf(at(error, 'type')),
    parameter: textOf(at(error, 'param')),
    message: messageOf(error),
    shouldRetry: shouldRetry(headers?.get('x-should-retry')),
    retryAfter: wait === undefined ? undefined : Math.min(wait, LONGEST_WAIT_MS),
    waitUntil: wait !== undefined && wait > LONGEST_WAIT_MS ? Date.now() + wait : undefined,
  };
}

/** Whether another try can help (R32), and if not, who can. */
export function kindOf(fault: Fault): GeneratorErrorKind {
  if (isQuota(fault)) return 'quota';
  if (isTooLong(fault)) return 'context_overflow';
  if (fault.shouldRetry !== undefined) return fault.shouldRetry ? 'transport' : 'configuration';
  if (fault.status === undefined) return CONFIGURATION.test(words(fault)) ? 'configuration' : 'transport';
  if (fault.status >= 500 || TRANSIENT.has(fault.status)) return 'transport';
  return 'configuration';
}

const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429]);
const CONFIGURATION = /invalid_|unsupported_|not_?found|authentication|permission|bad_?request/i;
const QUOTA_WORDS = /insufficient_quota|insufficient_credits|billing_hard_limit_reached|billing_not_active/i;
const QUOTA_MESSAGE = /exceeded your current quota|insufficient (balance|credits?|funds|quota)/i;
const TOO_LONG_WORDS = /context_length_exceeded|exceed_context_size|context_window_exceeded|request_too_large/i;

/** The wordings of OpenAI, vLLM, llama.cpp, Ollama, OpenRouter's upstreams, TGI and LM Studio. */
const TOO_LONG_MESSAGE = new RegExp(
  [
    'maximum context length',
    'longer than the maximum model length',
    "(exceeds?|exceeded|larger than|too large for) (the |your )?(model('s)? )?(available |max(imum)? )?context (size|length|window)",
    'context (size|length|window) (is |was |has been )?exceeded',
    '(prompt|input|request) (is )?too long',
    'input token count.{0,40}exceeds',
    'reduce the length of (the |your )?(input )?(messages|prompt|input)',
    'must have less than \\d+ tokens',
    'tokens. \\+ .max_(new_)?tokens',
    'context (the )?overflows',
  ].join('|'),
  'i',
);

function isQuota(fault: Fault): boolean {
  return fault.status === 402 || QUOTA_WORDS.test(words(fault)) || QUOTA_MESSAGE.test(fault.message);
}

/** Some servers answer 500 to a long prompt; a 429 is about a rate, however it words it. */
function isTooLong(fault: Fault): boolean {
  if (TOO_LONG_WORDS.test(words(fault)) || fault.status === 413) return true;
  return fault.status !== 429 && TOO_LONG_MESSAGE.test(fault.message);
}

function words({ code, type }: Fault): string {
  return `${code ?? ''} ${type ?? ''}`;
}

/** `{error: {…}}`, `{error: "…"}`, the flat form of older vLLM, `{detail: …}`, or no JSON at all. */
function errorIn(body: unknown): unknown {
  const value = typeof body === 'string' ? (parsedJson(body) ?? body) : body;
  const inner = at(value, 'error');
  return inner === undefined || inner === null || inner === true ? value : inner;
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return oneLine(error);
  const message = at(error, 'message') ?? at(error, 'detail') ?? (isRecord(error) ? error : undefined);
  if (message === undefined) return '';
  return oneLine(typeof message === 'string' ? message : JSON.stringify(message));
}

/** One line; of a web page its words. */
function oneLine(text: string): string {
  const start = text.slice(0, READ_LENGTH);
  const plain = /<\/?[a-z!][^>]*>/i.test(start) ? start.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ') : start;
  return plain.replace(/\s+/g, ' ').trim();
}

const READ_LENGTH = 4_000;

function statusOf(code: unknown): number | undefined {
  const status = Number(typeof code === 'string' || typeof code === 'number' ? code : Number.NaN);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

function shouldRetry(header: string | null | undefined): boolean | undefined {
  return header === 'true' ? true : header === 'false' ? false : undefined;
}

/** A longer one is not ours to make (R39); a person is told of it. */
const LONGEST_WAIT_MS = 60_000;

/** Milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a date. */
function askedWait(headers: Headers): number | undefined {
  const wait = waitIn(headers.get('retry-after-ms'), 1) ?? waitIn(headers.get('retry-after'), 1000);
  const date = wait ?? waitUntil(headers.get('retry-after'));
  return date === undefined ? undefined : Math.max(Math.ceil(date), 0);
}

function waitIn(header: string | null, unit: number): number | undefined {
  return header !== null && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * unit : undefined;
}

function waitUntil(header: string | null): number | undefined {
  const wait = header === null || !/[a-z]/i.test(header) ? Number.NaN : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : wait;
}
