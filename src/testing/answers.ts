import { z } from 'zod';
import type { GeneratedText } from '../authoring/define-generator.ts';
import { milliseconds } from '../definitions/parse/durations.ts';
import { cutUsage } from '../generators/answer-usage.ts';
import { GeneratorError, type ModelAnswer } from '../generators/generator.ts';
import { kindOf, readFault } from '../generators/provider-fault.ts';
import type { ChatMessage, ToolSpec } from '../model/chat.ts';
import type { OutsideAnswer } from '../ports/calls.ts';
import { listing, nearest, suggestion } from '../text/nearest.ts';
import type { Clock } from './clock.ts';
import { PlayError } from './play-error.ts';

/** Who asks for an answer, and for what. */
export interface Asked {
  /** `step`, `step/leaf` of a judge or an activity outside, or of a judge in a base case the leaf's place, such as `baseCase/all/0`. */
  readonly name: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** The step's ordinal over all epochs, from 1. */
  readonly n: number;
  /** Of a generator of yours that does not run (`run`): its name. */
  readonly generator?: string;
  /** Of an activity outside, or of such a generator: what it is given. */
  readonly request?: unknown;
  /** Of a model: as the definition names it, and what it is sent. */
  readonly model?: string;
  readonly messages?: readonly ChatMessage[];
  /** JSON Schema that the answer should fit. */
  readonly schema?: unknown;
  readonly tools?: readonly ToolSpec[];
}

/** What a model says: a text; a text with more to it; a status in an answer's place; of a judge also its score, alone or with its reasons. */
export type Answer =
  | string
  | number
  | { readonly score: number; readonly reasons?: string }
  | {
      readonly text?: string;
      /** Of an agent; `arguments` are any JSON. */
      readonly toolCalls?: readonly { readonly name: string; readonly arguments?: unknown }[];
      /** `stop` when left out. */
      readonly finish?: 'stop' | 'length' | 'content_filter' | 'refusal';
      /** What it used; estimated when left out. */
      readonly usage?: { readonly inputTokens: number; readonly outputTokens: number; readonly costUsd?: number };
      /** ISO 8601 duration that goes by meanwhile. */
      readonly takes?: string;
    }
  /** `retryAfter` in seconds. */
  | { readonly status: number; readonly message?: string; readonly retryAfter?: number };

/**
 * Undefined: there is none, and the play fails. Of an activity outside any JSON, of a generator of yours a text or `{content, mediaType?}`; of both
 * also `{error: words}`.
 */
export type AnswerFunction = (asked: Asked) => unknown;

/** By `Asked.name`: what is said in turn, or a function. */
export type AnswersByName = Readonly<Record<string, readonly unknown[] | AnswerFunction>>;

/** Where the answers of a play come from. What it throws that is no `GeneratorError` ends the play. */
export interface AnswerSource {
  model(asked: Asked & Question): Promise<ModelAnswer>;
  outside(asked: Asked): Promise<OutsideAnswer>;
  /** What a generator of the user's is said to make, or the words that it is said to throw. */
  custom(asked: Asked): Promise<CustomAnswer>;
  /** The run has ended. Throws `PlayError` where answers are left over. */
  end(steps: readonly string[]): void;
}

type CustomAnswer = { readonly made: GeneratedText } | { readonly error: string };

/** What a model is sent. */
export interface Question {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Temperature and the like; JSON. */
  readonly sampling: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export function scriptedAnswers(answers: AnswersByName | AnswerFunction, clock: Clock): AnswerSource {
  const taken = new Map<string, number>();
  const listOf = (name: string) => (typeof answers === 'function' ? answers : answers[name]);
  const next = async (asked: Asked): Promise<unknown> => {
    const source = Object.hasOwn(answers, asked.name) || typeof answers === 'function' ? listOf(asked.name) : undefined;
    const count = taken.get(asked.name) ?? 0;
    const said: unknown = typeof source === 'function' ? await source(asked) : source?.[count];
    taken.set(asked.name, count + 1);
    if (said === undefined && typeof source === 'function') throw returnedNone(asked);
    if (said === undefined) throw missing(asked, source?.length ?? 0, Object.keys(answers));
    return said;
  };
  return {
    async model(asked) {
      return modelAnswer(await next(asked), asked, taken.get(asked.name) ?? 0, clock);
    },
    async outside(asked) {
      const said = await next(asked);
      const { error } = Failing.safeParse(said).data ?? {};
      return error === undefined ? { result: said } : { error };
    },
    async custom(asked) {
      const said = await next(asked);
      const read = Made.safeParse(said);
      if (!read.success) throw unreadable(asked, taken.get(asked.name) ?? 0, read.error, CUSTOM_ANSWERS);
      return read.data;
    },
    end(steps) {
      if (typeof answers === 'function') return;
      for (const [name, list] of Object.entries(answers)) {
        const count = taken.get(name) ?? 0;
        if (typeof list === 'function' || list.length <= count) continue;
        throw leftOver(name, list.length, count, { steps, asked: [...taken.keys()] });
      }
    },
  };
}

function returnedNone({ name, step, attempt, generator }: Asked): PlayError {
  const what = `${name} is asked, and the function of answers returned nothing.`;
  const say = `eturn what is said to {name: ${JSON.stringify(name)}, attempt: ${attempt}}, such as ${EXAMPLE}`;
  const add = generator === undefined ? `R${say}.` : customAdvice(name, generator, `r${say}`);
  return new PlayError('answer_missing', what, { step, attempt, add });
}

/** Says both ways out: to say what the generator makes, and to let it run. */
export function customAdvice(name: string, generator: string, answers: string): string {
  return `A play runs your generator "${generator}" only if the test asks for it, since it may act on the world. Say what it makes: ${answers}. Or let it run: run: [${JSON.stringify(name)}].`;
}

/** `had`: so many there are under its name; `names`: under which there are any. */
function missing(asked: Asked, had: number, names: readonly string[]): PlayError {
  const { name, step, attempt, generator } = asked;
  const what =
    had === 0
      ? `${name} is asked, and answers has none for it.${slip(name, names)}`
      : `${name} is asked once more, and answers has only ${had} for it.`;
  const answers = `answers: {${JSON.stringify(name)}: [${had ? '…, ' : ''}${exampleFor(asked)}]}`;
  const add = generator === undefined ? `Add what is said here: ${answers}.` : customAdvice(name, generator, answers);
  return new PlayError('answer_missing', what, { step, attempt, add });
}

/** The name that is close to the one that was looked for, as a question. */
export function slip(name: string, names: readonly string[]): string {
  const close = nearest(
    name,
    names.filter((one) => one !== name),
  );
  return close === undefined ? '' : ` Is ${JSON.stringify(close)} a slip of it?`;
}

const EXAMPLE = '"…"';

/** A judge gives a score, an activity outside JSON of its own. */
function exampleFor({ name, step, generator, request }: Asked): string {
  const isLeaf = name !== step;
  if (generator !== undefined) return EXAMPLE;
  if (request !== undefined) return isLeaf ? '{"verdict": "pass"}' : '{"content": "…"}';
  return isLeaf ? '0.9' : EXAMPLE;
}

interface WhoWasThere {
  readonly steps: readonly string[];
  /** Everybody who was asked. */
  readonly asked: readonly string[];
}

function leftOver(name: string, all: number, count: number, { steps, asked }: WhoWasThere): PlayError {
  const what =
    count === 0
      ? `answers has ${all} for ${name}, and nobody of that name was asked, but ${listing(asked)}.`
      : `answers has ${all} for ${name}, and ${count} ${count === 1 ? 'was' : 'were'} asked for.`;
  const add = steps.includes(name.split('/')[0] ?? '')
    ? `Take ${all - count} away, or see why the run ended sooner.`
    : `No step is called ${name}.${suggestion(name, steps)}`;
  return new PlayError('answer_left_over', what, {
    step: name,
    attempt: count + 1,
    add: name.startsWith('baseCase') ? `Take ${all - count} away, or see why the base case held sooner.` : add,
  });
}

const Said = z.union([
  z.string().transform((text) => ({ text })),
  z.number().transform((score) => ({ text: JSON.stringify({ score, reasons: '' }) })),
  z
    .strictObject({ score: z.number(), reasons: z.string().default('') })
    .transform((opinion) => ({ text: JSON.stringify(opinion) })),
  z.strictObject({
    text: z.string().optional(),
    toolCalls: z.array(z.strictObject({ name: z.string(), arguments: z.unknown() })).optional(),
    finish: z.enum(['stop', 'length', 'content_filter', 'refusal']).optional(),
    usage: z
      .strictObject({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number().default(0) })
      .optional(),
    takes: z.string().optional(),
  }),
  z.strictObject({ status: z.int(), message: z.string().optional(), retryAfter: z.number().optional() }),
]);

const Failing = z.object({ error: z.string() });

const Made = z.union([
  z.string().transform((made) => ({ made })),
  z.strictObject({ content: z.string(), mediaType: z.string().exactOptional() }).transform((made) => ({ made })),
  Failing,
]);

const MODEL_ANSWERS =
  'A model says a text, {text?, toolCalls?, finish?, usage?, takes?} or {status}; a judge also a score.';
const CUSTOM_ANSWERS = 'A generator of yours makes a text or {content, mediaType?}, or throws {error}.';

/** `count`: which answer under its name it is, from 1. */
function unreadable({ name, step, attempt }: Asked, count: number, error: z.ZodError, add: string): PlayError {
  const what = `answer ${count} of ${name} cannot be read: ${z.prettifyError(error)}`;
  return new PlayError('answer_refused', what, { step, attempt, add });
}

interface Whole {
  readonly text?: string | undefined;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[] | undefined;
  readonly finish?: 'stop' | 'length' | 'content_filter' | 'refusal' | undefined;
  readonly usage?:
    | { readonly inputTokens: number; readonly outputTokens: number; readonly costUsd: number }
    | undefined;
  readonly takes?: string | undefined;
}

/** `count`: which answer under its name it is, from 1. */
function modelAnswer(said: unknown, asked: Asked & Question, count: number, clock: Clock): ModelAnswer {
  const read = Said.safeParse(said);
  if (!read.success) throw unreadable(asked, count, read.error, MODEL_ANSWERS);
  if ('status' in read.data) throw faultOf(read.data);
  return wholeAnswer(read.data, asked, count, clock);
}

function wholeAnswer(
  { text: words = '', toolCalls = [], finish = 'stop', usage, takes }: Whole,
  { name, messages }: Asked & Question,
  count: number,
  clock: Clock,
): ModelAnswer {
  if (takes !== undefined) clock.pass(milliseconds(takes));
  const calls = toolCalls.map((call, at) => ({
    id: `call_${name}_${count}_${at}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {}),
  }));
  const isRefusal = finish === 'refusal';
  const counts = usage && {
    inputTokens: usage.inputTokens,
    cachedTokens: 0,
    outputTokens: usage.outputTokens,
    microUsd: Math.round(usage.costUsd * 1_000_000),
    llmCalls: 1,
  };
  return {
    text: isRefusal ? '' : words,
    finishReason: calls.length > 0 ? 'tool_calls' : isRefusal ? 'stop' : finish,
    ...(isRefusal && { refusal: words }),
    ...(calls.length > 0 && { toolCalls: calls }),
    usage: counts ?? cutUsage({ messages, text: words, price: FREE }),
  };
}

const FREE = { input: 0, output: 0 };

function faultOf({ status, message = `status ${status}`, retryAfter }: Failed): GeneratorError {
  const fault = readFault({ status, body: { error: { message } } });
  return new GeneratorError(kindOf(fault), message, {
    status,
    ...(retryAfter !== undefined && { retryAfter: retryAfter * 1_000 }),
  });
}

interface Failed {
  readonly status: number;
  readonly message?: string | undefined;
  readonly retryAfter?: number | undefined;
}
