import type { ChatMessage, ToolCall } from '../../model/chat.ts';
import type { Answer } from '../../prompts/content-failure.ts';
import type { AgentContext, AnyAgent } from './agent.ts';
import { type FailedCall, MOST_EQUAL_CALLS } from './repeated-calls.ts';
import { type CallsRun, type EffectAnswer, runCalls, type ToolRecord, type Working } from './run-calls.ts';

/** An attempt of an agent between two calls of the model: plain JSON, all of it. */
export interface Session extends Working {
  readonly messages: readonly ChatMessage[];
  /** Every call of a tool so far in this attempt. */
  readonly records: readonly ToolRecord[];
  /** Calls of the last answer that wait for effects. */
  readonly waiting: readonly ToolCall[];
}

/** What a model answered, as far as an agent reads it. */
export interface AgentAnswer extends Answer {
  readonly toolCalls?: readonly ToolCall[];
  /** Fields of the message that dsap does not know; they go back with it. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Who sent such fields, of the message or of its calls. */
  readonly origin?: string;
}

/**
 * How an attempt ended: with the value of the output tool, with words, at the limit of its iterations or of the run's budget, or with a call
 * that failed in the same way too often (llm 1.5).
 */
export type Ending =
  | { readonly kind: 'output'; readonly value: unknown }
  | { readonly kind: 'text'; readonly answer: AgentAnswer }
  | { readonly kind: 'limit'; readonly of: 'iterations' | 'budget' }
  | { readonly kind: 'repetition'; readonly call: FailedCall };

export interface Stepped {
  readonly session: Session;
  /** Left out: the model is asked again, once what waits has been run. */
  readonly ending?: Ending;
}

/** Takes in what the model answered: its calls are applied; an answer without any, or one that was cut off, ends the attempt. */
export function takeAnswer(agent: AnyAgent, session: Session, answer: AgentAnswer, context: AgentContext): Stepped {
  const { text, refusal = '', toolCalls = [], extra, origin } = answer;
  const calls = isWholeAnswer(answer) ? toolCalls : [];
  const said: ChatMessage = {
    role: 'assistant',
    content: text === '' ? refusal : text,
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(extra && { extra }),
    ...(origin !== undefined && { origin }),
  };
  const next = { ...session, messages: [...session.messages, said] };
  if (calls.length === 0) return { session: next, ending: { kind: 'text', answer } };
  return after(next, runCalls(agent, session, calls, context), context);
}

/** Whether the model said all that it wanted to: only then its calls are made. */
export function isWholeAnswer({ finishReason, endsWhole = false }: AgentAnswer): boolean {
  return finishReason === 'stop' || finishReason === 'tool_calls' || endsWhole;
}

/** Goes on with the calls that waited for effects. */
export function takeEffects(
  agent: AnyAgent,
  session: Session,
  effects: ReadonlyMap<string, EffectAnswer>,
  context: AgentContext,
): Stepped {
  return after(session, runCalls(agent, session, session.waiting, context, effects), context);
}

function after(
  { messages, records }: Session,
  { replies, ended, ...run }: CallsRun,
  { iteration }: AgentContext,
): Stepped {
  const session = { ...run, messages: [...messages, ...replies], records: [...records, ...run.records] };
  if (ended) return { session, ending: { kind: 'output', ...ended } };
  const repeated = run.failed?.find(({ times, turn }) => times >= MOST_EQUAL_CALLS && turn === iteration);
  if (!repeated || run.waiting.length > 0) return { session };
  return { session, ending: { kind: 'repetition', call: repeated } };
}
