/**
 * How a call that makes an artifact crosses to its activity in runs of plan schema 2, so that an attempt costs little history: without what
 * the worker knows, what is usual, and what the lines before say already. It stays JSON in plain words, for whoever looks at it in Temporal's
 * Web UI. `unpackCall(packCall(input))` is the input again, and `unpackAnswer(packAnswer(answer))` the answer.
 */

import type { CallResult } from '../model/call-result.ts';
import type { Usage } from '../model/usage.ts';
import { fieldsOf } from '../text/fields.ts';
import type { AgentEffectOutput, AgentTurnOutput, GenerateInput, GenerateStep } from './calls.ts';
import { packEvents, packUsage, unpackEvents, unpackUsage } from './packed-events.ts';

type Fields = Readonly<Record<string, unknown>>;

/** As it travels: it names no run, since its workflow has the run's id. */
export type PackedCall = Fields & { readonly runId?: never };

export type Answer = CallResult | GenerateStep | AgentTurnOutput | AgentEffectOutput;

/** An answer without what its call says, and what is usual. */
export type Packed<Given extends Answer> = Given extends { readonly kind: 'generated' }
  ? Omit<Given, 'token' | 'source' | 'usage'> & { readonly source?: Given['source']; readonly usage: Partial<Usage> }
  : Omit<Given, 'token'>;

/** What a call comes to: packed where it makes an artifact in a run of plan schema 2. */
export type Answered = CallResult | Packed<CallResult>;

/** What is left out of a call where it is so. */
const USUAL = {
  epoch: 1,
  dependencies: {},
  infraTimeout: 600_000,
  history: [],
  rung: 0,
  injected: [],
  warned: false,
} as const satisfies Partial<GenerateInput>;

/** A call as it is sent. */
export function packCall(call: GenerateInput): PackedCall {
  const { runId: _, n, history, events, ...input } = call;
  return {
    ...without(input, USUAL),
    ...(n !== input.attempt && { n }),
    ...(events.length > 0 && { events: packEvents(events, { ...input, n }) }),
    ...(history.length > 0 && { history: packTokens(history) }),
  };
}

/** The call that was packed so, of the run. What is no such thing is answered as it is, and refused by whoever looks at it then (R116). */
export function unpackCall<Input extends { readonly runId: string }>(sent: Input | PackedCall, runId: string): Input;
export function unpackCall(sent: unknown, runId: string): unknown;
export function unpackCall(sent: unknown, runId: string): unknown {
  const { history = USUAL.history, events = [], ...fields } = fieldsOf(sent);
  if ('runId' in fields || typeof fields['step'] !== 'string') return sent;
  const call: Fields = { runId, ...USUAL, n: fields['attempt'], ...fields };
  return { ...call, events: unpackEvents(events, call), history: unpackTokens(history) };
}

/** An answer as it is sent back. */
export function packAnswer<Given extends Answer>(answer: Given): Packed<Given>;
export function packAnswer(answer: Answer): object {
  const { token: _, ...said } = { token: '', ...answer };
  if (said.kind !== 'generated') return said;
  const { source, usage, ...made } = said;
  return { ...made, usage: packUsage(usage), ...(source !== 'generated' && { source }) };
}

/** The answer of the call of that token, whether or not it was packed. */
export function unpackAnswer<Given extends Answer>(answer: Given | Packed<Given>, token: string): Given;
export function unpackAnswer(answer: Answer | Packed<Answer>, token: string): object {
  if (answer.kind !== 'generated') return { token, ...answer };
  return { token, source: 'generated', ...answer, usage: unpackUsage(answer.usage) };
}

function without(given: Fields, usual: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name])),
  );
}

/** `t4 t8 t13 t17 t21` is `t4 +4 +5 +4*2`: what is tried again and again comes at equal distances. Other tokens stay a list. */
function packTokens(tokens: readonly string[]): string | readonly string[] {
  const numbers = tokens.map((token) => Number(/^t(\d{1,15})$/.exec(token)?.[1]));
  const gaps = numbers.map((number, at) => number - (numbers[at - 1] ?? 0));
  if (!gaps.every((gap, at) => gap > 0 && `t${numbers[at]}` === tokens[at])) return tokens;
  const [first, ...others] = gaps;
  const runs: { readonly gap: number; count: number }[] = [];
  for (const gap of others) {
    const last = runs.at(-1);
    if (last?.gap === gap) last.count += 1;
    else runs.push({ gap, count: 1 });
  }
  return [`t${first}`, ...runs.map(({ gap, count }) => (count === 1 ? `+${gap}` : `+${gap}*${count}`))].join(' ');
}

/** More tries than this no step has. */
const MOST_TOKENS = 100_000;

function unpackTokens(packed: unknown): unknown {
  if (typeof packed !== 'string') return packed;
  const [first, ...runs] = packed.split(' ');
  let number = Number(/^t(\d+)$/.exec(first ?? '')?.[1]);
  const numbers = [number];
  for (const run of runs) {
    const [, gap, count = '1'] = /^\+(\d+)(?:\*(\d+))?$/.exec(run) ?? [];
    if (gap === undefined || numbers.length + Number(count) > MOST_TOKENS) return packed;
    for (let left = Number(count); left > 0; left -= 1) numbers.push((number += Number(gap)));
  }
  return numbers.every((each) => Number.isSafeInteger(each)) ? numbers.map((each) => `t${each}`) : packed;
}
