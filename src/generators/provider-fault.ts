import { askedWait } from './asked-wait.ts';
import { at, isRecord, listOf, parsedJson, textOf } from './fields.ts';
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
  /** The provider's content filter refused the prompt, for this reason. */
  readonly filter: string | undefined;
  /** What the model wrote, where the provider refuses it as no call of a tool, or no JSON, by a status (Groq). */
  readonly failedText: string | undefined;
  /** `x-should-retry`, which beats the status both ways. */
  readonly shouldRetry: boolean | undefined;
  /** The window of a limit that it names. */
  readonly window: 'minute' | 'day' | undefined;
  /** The wait was said as an answer to this request, not as the state of a limit. */
  readonly isWaitExplicit: boolean;
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
  const message = messageOf(error);
  const asked = askedWait(headers, error, message);
  const { wait } = asked;
  return {
    status: status ?? statusOf(code),
    code: typeof code === 'number' ? String(code) : textOf(code),
    type: textOf(at(error, 'type')) ?? textOf(at(error, 'status')),
    parameter: textOf(at(error, 'param')) ?? placeIn(error),
    message,
    filter: filterIn(error, message),
    failedText: textOf(at(error, 'failed_generation')) ?? (isFailedGeneration(code) ? '' : undefined),
    shouldRetry: shouldRetry(headers?.get('x-should-retry')),
    window: asked.window,
    isWaitExplicit: asked.isExplicit,
    retryAfter: wait === undefined ? undefined : Math.min(wait, LONGEST_WAIT_MS),
    waitUntil: wait !== undefined && wait > LONGEST_WAIT_MS ? Date.now() + wait : undefined,
  };
}

/** The words of Groq for what a model wrote wrong; what it wrote may be left out. */
function isFailedGeneration(code: unknown): boolean {
  return code === 'tool_use_failed' || code === 'json_validate_failed';
}

/** Whether another try can help (R32), and if not, who can. */
export function kindOf(fault: Fault): GeneratorErrorKind {
  if (isQuota(fault)) return 'quota';
  if (isTooLong(fault)) return 'context_overflow';
  if (isRate(fault)) return 'transport';
  if (fault.shouldRetry !== undefined) return fault.shouldRetry ? 'transport' : 'configuration';
  if (fault.status === undefined) return CONFIGURATION.test(words(fault)) ? 'configuration' : 'transport';
  if (fault.status >= 500 || TRANSIENT.has(fault.status)) return 'transport';
  return 'configuration';
}

/** Whether the provider does not take the key that was sent, or its quota is used up, so that another key may do. */
export function isKeyRefused(fault: Fault): boolean {
  const kind = kindOf(fault);
  if (kind !== 'configuration') return kind === 'quota';
  if (fault.status === 401 || fault.status === 403) return true;
  if (fault.status !== undefined && fault.status !== 400) return false;
  return KEY_WORDS.test(words(fault)) || KEY_MESSAGE.test(fault.message);
}

/** Google refuses keys by 400, and faults within a stream have no status. */
const KEY_WORDS = /api_?key|authenticat|unauthorized|permission_?(?:denied|error)/i;
const KEY_MESSAGE =
  /\bapi[ _-]?key\b.{0,40}(?:not valid|invalid|incorrect|expired|revoked|disabled|not found)|(?:invalid|incorrect|expired|revoked) api[ _-]?key/i;

/** The last one is Groq's: no capacity for now. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 425, 429, 498]);
const CONFIGURATION = /invalid_|unsupported_|not_?found|authentication|permission|bad_?request/i;
const QUOTA_WORDS =
  /insufficient_quota|insufficient_credits|billing_hard_limit_reached|billing_not_active|exceeded_current_quota|budget_exceeded/i;
const QUOTA_MESSAGE =
  /exceeded your current quota|insufficient (balance|credits?|funds|quota)|credit balance is too low/i;
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

/** A named window or a wait beats the words: "quota" is said of a limit per minute, too (llm 1.7). */
function isQuota(fault: Fault): boolean {
  const isSaid = QUOTA_WORDS.test(words(fault)) || QUOTA_MESSAGE.test(fault.message);
  if (fault.status === 402) return true;
  if (fault.window === 'day') return isSaid || fault.status === 429 || isRate(fault);
  return isSaid && fault.window === undefined && !fault.isWaitExplicit;
}

const RATE_WORDS = /rate_?-?limit|too_?-?many_?-?requests|throttl|resource_exhausted/i;
const RATE_MESSAGE = /rate[\s_-]?limit|too many requests|throttl/i;

/** Whether the fault is a limit of a rate that passes after a while. */
export function isRateLimit(fault: Fault): boolean {
  return (fault.status === 429 || isRate(fault)) && kindOf(fault) === 'transport';
}

/** Of a rate, though told by a status of something else. */
function isRate(fault: Fault): boolean {
  if (fault.status !== 400 && fault.status !== 403 && fault.status !== undefined) return false;
  return RATE_WORDS.test(words(fault)) || (fault.isWaitExplicit && RATE_MESSAGE.test(fault.message));
}

/** Some servers answer 500 to a long prompt; a 429 is about a rate, however it words it. */
function isTooLong(fault: Fault): boolean {
  if (TOO_LONG_WORDS.test(words(fault)) || fault.status === 413) return true;
  return fault.status !== 429 && TOO_LONG_MESSAGE.test(fault.message);
}

function words({ code, type }: Fault): string {
  return `${code ?? ''} ${type ?? ''}`;
}

/** `{error: {…}}`, `{error: "…"}`, the flat form of older vLLM, `{detail: …}`, a list of one of them, or no JSON at all. */
function errorIn(body: unknown): unknown {
  const value = typeof body === 'string' ? (parsedJson(body) ?? body) : body;
  if (Array.isArray(value))
    return value.some((each) => at(each, 'error')) ? errorIn(value.find((each) => at(each, 'error'))) : value;
  const inner = at(value, 'error');
  return inner === undefined || inner === null || typeof inner === 'boolean' ? value : inner;
}

const MESSAGE_FIELDS = [
  'message',
  'detail',
  'msg',
  'error',
  'error_msg',
  'error_message',
  'error_description',
  'errors',
] as const;
const DEEPEST = 5;
const MOST_MESSAGES = 5;

/** The provider's own sentence, wherever it lies; with it what an upstream behind the provider said (OpenRouter's `metadata.raw`). */
function messageOf(error: unknown, depth = 0): string {
  if (typeof error === 'string') {
    const parsed = depth < DEEPEST && /^\s*[[{]/.test(error) ? parsedJson(error) : undefined;
    return parsed === undefined ? oneLine(error) : messageOf(errorIn(parsed), depth + 1) || oneLine(error);
  }
  if (depth >= DEEPEST) return oneLine(JSON.stringify(error) ?? '');
  if (Array.isArray(error)) {
    const all = error.slice(0, MOST_MESSAGES).map((each) => withPlace(each, messageOf(each, depth + 1)));
    return [...new Set(all)].filter((each) => each !== '').join('; ');
  }
  if (!isRecord(error)) return '';
  const field = MESSAGE_FIELDS.find((name) => error[name] !== undefined && error[name] !== null && error[name] !== '');
  if (field === undefined) return oneLine(JSON.stringify(error));
  const said = messageOf(error[field], depth + 1);
  const upstream = messageOf(at(error, 'metadata', 'raw') ?? '', depth + 1);
  return upstream === '' || said.includes(upstream) ? said : `${said}: ${upstream}`;
}

/** Of Pydantic's errors, which say where: `["body", "seed"]`. */
function withPlace(error: unknown, message: string): string {
  const place = listOf(at(error, 'loc')).join('.');
  return place === '' ? message : `${place}: ${message}`;
}

/** The request's field that the first of Pydantic's errors is about. */
function placeIn(error: unknown): string | undefined {
  const lists = [error, at(error, 'detail'), at(error, 'message'), at(error, 'message', 'detail')].map(listOf);
  const loc = listOf(at(lists.flat()[0], 'loc')).filter((part) => part !== 'body');
  return textOf(loc[0]);
}

const FILTER_WORDS =
  /content_?-?filter|content_?policy|responsible_?ai|data_?inspection_?failed|moderation_blocked|content_moderation|prohibited_content/i;
const FILTER_MESSAGE =
  /content management policy|content (?:filter|policy)|content exists risk|data_inspection_failed|inappropriate content|input was flagged|(?:flagged|blocked) (?:by|as|for|due to)\b.{0,60}(?:moderation|safety|policy|filter)/i;

/** The name of what a content filter objected to in the prompt, as the provider gives it; undefined where it was no filter. */
function filterIn(error: unknown, message: string): string | undefined {
  const inner = at(error, 'innererror') ?? at(error, 'inner_error');
  const codes = [error, inner]
    .flatMap((each) => [at(each, 'code'), at(each, 'type')])
    .map((word) => textOf(word) ?? '');
  const code = codes.find((word) => FILTER_WORDS.test(word));
  if (code === undefined && !FILTER_MESSAGE.test(message)) return undefined;
  const reasons = listOf(at(error, 'metadata', 'reasons')).flatMap((reason) => textOf(reason) ?? []);
  if (reasons.length > 0) return reasons.join(', ');
  const results =
    at(inner, 'content_filter_result') ?? at(inner, 'content_filter_results') ?? at(error, 'content_filter_result');
  const names = isRecord(results) ? Object.keys(results).filter((name) => at(results, name, 'filtered') === true) : [];
  return names.length > 0 ? names.join(', ') : (code ?? 'content filter');
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
