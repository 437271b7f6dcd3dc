import type { SaidLimit } from '../ports/store/limits.ts';
import { resetIn } from './asked-wait.ts';

/** What an answer's headers say of the limits in a minute (llm 3.7). */
export interface LimitHeaders {
  readonly requests?: SaidLimit;
  readonly tokens?: SaidLimit;
}

/** Reads the limits of a minute from an answer's headers; those of an hour or a day are left out. */
export type ReadLimits = (headers: Headers) => LimitHeaders;

interface Raw {
  readonly limit: string | null | undefined;
  readonly remaining: string | null | undefined;
  readonly reset: string | null | undefined;
  /** Seconds, where the header's name or a policy says them. */
  readonly window?: number | undefined;
}

/** A greater number is no limit. */
const MOST = 1e8;
/** Milliseconds: a reset that is farther away is that of an hour or a day. */
const LONGEST_RESET = 90_000;
const MINUTE = 60_000;

/**
 * Returns a reader that remembers what it has seen of one model's headers, since a single header does not tell its window: a reset that was ever
 * farther away than a minute and a half is that of a longer one, and resets that are always near are those of a shorter one.
 */
export function createLimitReader(now: () => number): ReadLimits {
  const requests = createWindow(now);
  const tokens = createWindow(now);
  return (headers) => {
    const ofRequests = requests(requestLimits(headers));
    const ofTokens = tokens(tokenLimits(headers));
    return { ...(ofRequests && { requests: ofRequests }), ...(ofTokens && { tokens: ofTokens }) };
  };
}

/** The first that an answer has: by the names of OpenAI's and of those that tell the window, of Anthropic, of OpenRouter and GitHub, of IETF's drafts. */
function requestLimits(headers: Headers): Raw | undefined {
  return (
    named(headers, 'x-ratelimit', 'requests-minute', 60) ??
    named(headers, 'x-ratelimit', 'requests') ??
    turned(headers, 'anthropic-ratelimit-requests') ??
    plain(headers, 'x-ratelimit') ??
    draft(headers)
  );
}

function tokenLimits(headers: Headers): Raw | undefined {
  return (
    named(headers, 'x-ratelimit', 'tokens-minute', 60) ??
    named(headers, 'x-ratelimit', 'tokens') ??
    ofBoth(headers) ??
    turned(headers, 'anthropic-ratelimit-tokens')
  );
}

function named(headers: Headers, family: string, what: string, window?: number): Raw | undefined {
  const limit = headers.get(`${family}-limit-${what}`);
  if (limit === null) return undefined;
  const [remaining, reset] = [`${family}-remaining-${what}`, `${family}-reset-${what}`].map((name) =>
    headers.get(name),
  );
  return { limit, remaining, reset, window };
}

function turned(headers: Headers, name: string): Raw | undefined {
  const limit = headers.get(`${name}-limit`);
  if (limit === null) return undefined;
  return { limit, remaining: headers.get(`${name}-remaining`), reset: headers.get(`${name}-reset`) };
}

/** Anthropic limits tokens of prompts and of answers apart: together they are the sum, and used up where one of them is. */
function ofBoth(headers: Headers): Raw | undefined {
  const parts = ['input', 'output'].map((what) => turned(headers, `anthropic-ratelimit-${what}-tokens`));
  const [input, output] = parts;
  if (!input || !output) return undefined;
  const sum = (a: Raw['limit'], b: Raw['limit']) => String(Number(a ?? 'none') + Number(b ?? 'none'));
  const used = parts.find((part) => part?.remaining === '0');
  return {
    limit: sum(input.limit, output.limit),
    remaining: used ? '0' : sum(input.remaining, output.remaining),
    reset: (used ?? input).reset,
  };
}

function plain(headers: Headers, family: string): Raw | undefined {
  const limit = headers.get(`${family}-limit`);
  if (limit === null) return undefined;
  return {
    ...withPolicy(limit),
    remaining: headers.get(`${family}-remaining`),
    reset: headers.get(`${family}-reset`),
  };
}

/** `RateLimit-Limit: 60, 60;w=60`, or `RateLimit: "default";r=50;t=30` beside `RateLimit-Policy: "default";q=100;w=60`, or `RateLimit: limit=100, remaining=50, reset=5`. */
function draft(headers: Headers): Raw | undefined {
  const policy = headers.get('ratelimit-policy') ?? '';
  const one = plain(headers, 'ratelimit');
  if (one) return { ...one, window: one.window ?? parameter(policy, 'w') };
  const state = headers.get('ratelimit');
  if (state === null) return undefined;
  const limit = parameter(state, 'limit') ?? parameter(policy, 'q') ?? numberAt(policy);
  const remaining = parameter(state, 'remaining') ?? parameter(state, 'r');
  const reset = parameter(state, 'reset') ?? parameter(state, 't');
  const text = (value: number | undefined) => (value === undefined ? undefined : String(value));
  return { limit: text(limit), remaining: text(remaining), reset: text(reset), window: parameter(policy, 'w') };
}

function withPolicy(limit: string): Pick<Raw, 'limit' | 'window'> {
  return { limit: /^\s*[\d.]+/.exec(limit)?.[0], window: parameter(limit, 'w') };
}

function parameter(text: string, name: string): number | undefined {
  const found = new RegExp(`(?:^|[;,\\s])${name}\\s*=\\s*(\\d+)`, 'i').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

function numberAt(text: string): number | undefined {
  const found = /^\s*(\d+)\s*(?:;|$)/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Readings of a shorter window must agree for so long, in milliseconds. */
const LEAST_SEEN = 5_000;
/** A window that looks shorter than this many milliseconds is no minute. */
const SHORT = 15_000;

/** One kind of limit: what its readings show of its window. */
function createWindow(now: () => number): (raw: Raw | undefined) => SaidLimit | undefined {
  let isLonger = false;
  /** The longest that the window has looked, the most that has remained, over how many readings, since when. */
  let seen = { longest: 0, most: 0, readings: 0, since: 0 };
  return (raw) => {
    const limit = count(raw?.limit);
    if (!raw || limit === undefined || limit < 1 || limit > MOST) return undefined;
    const left = count(raw.remaining);
    const remaining = left === undefined ? undefined : Math.min(left, limit);
    const reset = resetOf(raw, now());
    if (raw.window !== undefined && raw.window > 0) return inMinute({ limit, remaining, reset }, raw.window * 1_000);
    if ((reset ?? 0) > LONGEST_RESET) isLonger = true;
    if (isLonger) return { limit: null };
    if (reset !== undefined && remaining !== undefined) {
      // Of a bucket that fills all the time, the reset tells how long it takes to fill what is missing.
      const looks = Math.max(reset, remaining < limit ? (reset * limit) / (limit - remaining) : 0);
      const { longest, most, readings, since } = seen;
      seen = {
        longest: Math.max(longest, looks),
        most: Math.max(most, remaining),
        readings: readings + 1,
        since: readings === 0 ? now() : since,
      };
    }
    // Where never much of it remains, the limit is that of a longer window, given out bit by bit.
    const isShorter =
      seen.readings >= 3 && now() - seen.since >= LEAST_SEEN && seen.longest < SHORT && 2 * seen.most >= limit;
    return inMinute({ limit, remaining, reset }, isShorter ? Math.max(1_000, seen.longest) : MINUTE);
  };
}

interface Read {
  readonly limit: number;
  readonly remaining: number | undefined;
  readonly reset: number | undefined;
}

/** As a limit of a minute. What remains of a shorter window says nothing about a minute. */
function inMinute({ limit, remaining, reset }: Read, window: number): SaidLimit {
  if (window > LONGEST_RESET) return { limit: null };
  if (window < MINUTE * 0.9) return { limit: Math.max(1, Math.floor((limit * MINUTE) / window)) };
  return { limit, ...(remaining !== undefined && { remaining }), ...(reset !== undefined && { reset }) };
}

function count(text: string | null | undefined): number | undefined {
  const value = text?.trim() ? Number(text) : Number.NaN;
  return Number.isFinite(value) && value >= 0 ? Math.floor(value) : undefined;
}

function resetOf({ reset }: Raw, now: number): number | undefined {
  const wait = reset ? resetIn(reset, now) : undefined;
  return wait === undefined || Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** "Rate limit reached … on tokens per min (TPM): Limit 30000", as OpenAI and Groq word it; undefined where a refusal names no limit of a minute. */
export function limitInWords(message: string): LimitHeaders | undefined {
  const found = /\b(requests|tokens) per min(?:ute)?\b.{0,40}?\blimit:?\s*([\d,]+)/i.exec(message.slice(0, 4_000));
  const limit = Number(found?.[2]?.replaceAll(',', ''));
  if (!found || !Number.isInteger(limit) || limit < 1 || limit > MOST) return undefined;
  return found[1]?.toLowerCase() === 'tokens' ? { tokens: { limit } } : { requests: { limit } };
}

/** A number behind "concurrency" or "concurrent", unless it says how long to wait. */
const CONCURRENCY =
  /\bconcurren\w*\b(?:(?!\b(?:again|retry|wait|after|in)\b)\D){0,40}(\d{1,5})\b(?![.,]\d|\s*(?:m?s|milliseconds?|sec\w*|min(?:ute)?s?|hours?)\b)/i;

/** Returns the calls at once that a refusal allows ("max organization concurrency: 3"). */
export function concurrencyInWords(message: string): number | undefined {
  const found = CONCURRENCY.exec(message.slice(0, 4_000))?.[1];
  return found === undefined || Number(found) < 1 ? undefined : Number(found);
}
