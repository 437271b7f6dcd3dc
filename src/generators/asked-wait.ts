import { at, isRecord, listOf, textOf } from './fields.ts';

/** How long a provider asks to wait, and for which window it says that a limit is used up (llm 1.7). */
export interface AskedWait {
  /** Milliseconds; undefined where it says nothing. */
  readonly wait: number | undefined;
  /** It was said as an answer to this request, not as the state of a limit. */
  readonly isExplicit: boolean;
  readonly window: 'minute' | 'day' | undefined;
}

/** Reads `retry-after-ms`, `retry-after`, `RetryInfo.retryDelay`, the sentence, then the headers of the limits. `error`: the body's. */
export function askedWait(outer: Headers | undefined, error: unknown, message: string): AskedWait {
  const headers = withInner(outer, error);
  const explicit = headerWait(headers) ?? detailWait(error) ?? sentenceWait(message);
  const wait = explicit ?? resetOf(headers);
  return {
    wait: wait === undefined ? undefined : Math.min(Math.max(Math.ceil(wait), 0), YEAR_MS),
    isExplicit: explicit !== undefined,
    window: windowIn(`${message} ${textOf(at(error, 'code')) ?? ''} ${quotaIds(error)}`),
  };
}

/** Nobody means a longer wait, and no date is that far ahead. */
const YEAR_MS = 366 * 86_400_000;

/** OpenRouter passes the upstream's headers on in the body. */
function withInner(headers: Headers | undefined, error: unknown): Headers | undefined {
  const inner = at(error, 'metadata', 'headers');
  if (!isRecord(inner)) return headers;
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(inner)) {
    const isHeader = /^[\w-]+$/.test(name) && /^[\x20-\x7e]+$/.test(String(value));
    if (isHeader && !all.has(name)) all.set(name, String(value));
  }
  return all;
}

/** Seconds, or a date. */
function headerWait(headers: Headers | undefined): number | undefined {
  return (
    numberIn(headers?.get('retry-after-ms'), 1) ??
    numberIn(headers?.get('retry-after'), 1_000) ??
    until(headers?.get('retry-after'))
  );
}

function numberIn(header: string | null | undefined, unit: number): number | undefined {
  return header && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * unit : undefined;
}

function until(header: string | null | undefined, now = Date.now()): number | undefined {
  const wait = header && /[a-z]/i.test(header) ? Date.parse(header) - now : Number.NaN;
  return Number.isNaN(wait) ? undefined : wait;
}

/** Google's `details`, each with its `@type`. */
function detailWait(error: unknown): number | undefined {
  const delays = listOf(at(error, 'details')).map((detail) => spanIn(textOf(at(detail, 'retryDelay')) ?? ''));
  return delays.find((delay) => delay !== undefined);
}

/** Names of used-up limits, such as `GenerateRequestsPerDayPerProjectPerModel`. */
function quotaIds(error: unknown): string {
  return listOf(at(error, 'details'))
    .flatMap((detail) => listOf(at(detail, 'violations')))
    .map((violation) => `${textOf(at(violation, 'quotaId')) ?? ''} ${textOf(at(violation, 'quotaMetric')) ?? ''}`)
    .join(' ');
}

const SPAN =
  '(?:\\d+(?:\\.\\d+)?\\s*(?:milliseconds?|ms|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|[smhd])(?![a-z])\\s*(?:and\\s+)?)+';
/** "Please try again in 1m26.4s", "retry after 20 seconds", "wait for 2 minutes". */
const SENTENCE = new RegExp(`\\b(?:again|retry|wait)\\b[\\s:]*(?:in|after|for|at least)?[\\s:]*(${SPAN})`, 'i');

function sentenceWait(message: string): number | undefined {
  const found = SENTENCE.exec(message.slice(0, READ_LENGTH))?.[1];
  return found === undefined ? undefined : spanIn(found);
}

const READ_LENGTH = 4_000;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli)/i, 1],
  [/^s/i, 1_000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];

/** Milliseconds of "3s", "1m26.4s", "6m0s", "350ms", "2 minutes"; undefined where the text is no such span. */
function spanIn(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, amount, unit = '']) => {
    const size = UNITS.find(([pattern]) => pattern.test(unit))?.[1] ?? 0;
    return sum + Number(amount) * size;
  }, 0);
}

const LIMITS = ['requests', 'tokens', 'input-tokens', 'output-tokens'] as const;

/** When the limits that are used up are full again: the headers of OpenAI, Groq and Mistral, of Anthropic, of OpenRouter and of IETF's draft. */
function resetOf(headers: Headers | undefined): number | undefined {
  if (!headers) return undefined;
  const all = ['x-ratelimit', 'anthropic-ratelimit'].flatMap((family) =>
    LIMITS.map((limit) => {
      const [remaining, reset] =
        family === 'x-ratelimit'
          ? [`${family}-remaining-${limit}`, `${family}-reset-${limit}`]
          : [`${family}-${limit}-remaining`, `${family}-${limit}-reset`];
      return { isUsed: headers.get(remaining) === '0', isKnown: headers.has(remaining), reset: headers.get(reset) };
    }),
  );
  const plain = [headers.get('x-ratelimit-reset'), headers.get('ratelimit-reset')].map((reset) => {
    return { isUsed: false, isKnown: false, reset };
  });
  const told = [...all, ...plain].filter(({ reset }) => reset !== null);
  const used = told.filter(({ isUsed }) => isUsed);
  const chosen = used.length > 0 ? used : told.filter(({ isKnown }) => !isKnown);
  const waits = chosen.flatMap(({ reset }) => resetIn(reset ?? '') ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Milliseconds until a reset: a span, a date, seconds from now, or a time in seconds or milliseconds since the epoch. */
export function resetIn(reset: string, now = Date.now()): number | undefined {
  const number = numberIn(reset, 1);
  if (number === undefined) return /^\d{4}-/.test(reset) ? until(reset.replace(' ', 'T'), now) : spanIn(reset);
  if (number > 1e12) return number - now;
  return number > 1e9 ? number * 1_000 - now : number * 1_000;
}

const DAY = /per[\s_-]?day|\bdaily\b|(?:\b|_)[RT]PD(?:\b|_)|\/\s*day\b/i;
const MINUTE =
  /per[\s_-]?(?:min|minute|sec|second|hour)\b|PerMinute|(?:\b|_)[RT]P[MSH](?:\b|_)|\/\s*(?:min|minute|second|hour)\b/i;

/** A day beats a minute: what waits a minute would be refused again. */
function windowIn(words: string): AskedWait['window'] {
  return DAY.test(words) ? 'day' : MINUTE.test(words) ? 'minute' : undefined;
}
