import { z } from 'zod';
import type { ChatMessage, ToolCall } from '../../model/chat.ts';
import { namedTwice } from '../../prompts/named-twice.ts';
import { canonicalJson, parseJson, stringifyJson, withPlainNumbers } from '../../text/exact-json.ts';
import { messageOf } from '../../text/message-of.ts';
import { listing, suggestion } from '../../text/nearest.ts';
import { plainText } from '../../text/text.ts';
import { numberProblem, tooLargeIn } from '../../text/too-large-number.ts';
import { longNumbersAt, misfitOf } from '../exact-number.ts';
import { frozen, plainJson } from '../plain-json.ts';
import {
  type AgentContext,
  type AnyAgent,
  type AnyState,
  type AnyTool,
  OUTPUT_TOOL,
  type OutputToolConfig,
  SUBMIT_TOOL,
} from './agent.ts';
import { type FailedCall, noteFailure, noteSuccess, repetitionWords } from './repeated-calls.ts';
import { calledName } from './tool-specs.ts';

/** What has come of an effect: its result, or what it threw. */
export type EffectAnswer = { readonly result: unknown } | { readonly error: string };

/** A call of a tool and what it came to. */
export interface ToolRecord {
  readonly name: string;
  readonly arguments: string;
  readonly result?: unknown;
  readonly error?: string;
}

/** What calls have been applied to so far. */
export interface Working {
  readonly state: AnyState;
  /** What the model has handed in and may still revise. */
  readonly draft?: unknown;
  /** Calls of this attempt that have failed, and may be repeated; left out: none. */
  readonly failed?: readonly FailedCall[];
}

export interface CallsRun extends Working {
  readonly replies: readonly ChatMessage[];
  readonly records: readonly ToolRecord[];
  /** From the first call on whose effect has not been run. */
  readonly waiting: readonly ToolCall[];
  /** The model has handed in its answer. */
  readonly ended?: { readonly value: unknown };
}

/**
 * Applies the calls of one answer in order (S4-17), helpers before the output: each handler sees the state that the one before left. A
 * call that cannot be made, or whose handler throws, changes nothing, and the model is told why. Stops before the first effect without
 * an answer, and at the output.
 */
export function runCalls(
  agent: AnyAgent,
  before: Working,
  calls: readonly ToolCall[],
  context: AgentContext,
  effects: ReadonlyMap<string, EffectAnswer> = new Map(),
): CallsRun {
  const replies: ChatMessage[] = [];
  const records: ToolRecord[] = [];
  let working = before;
  const inOrder = helpersFirst(agent, calls);
  for (const [index, call] of inOrder.entries()) {
    if (needsEffect(agent, call) && !effects.has(call.id)) {
      return { ...working, replies, records, waiting: inOrder.slice(index) };
    }
    const done = perform(agent, working, call, context, effects.get(call.id));
    const tool = toolOf(agent, call.name);
    const name = tool?.name ?? call.name;
    const changesWorld = tool?.effect !== undefined && tool.readOnly !== true;
    const { failed, words } = noteCall(working, done, { name, call, changesWorld }, context);
    working = { ...done.working, failed };
    replies.push(replyTo(call, done.reply, words));
    records.push({ name, arguments: call.arguments, ...done.reply });
    if (done.ended) {
      const rest = inOrder
        .slice(index + 1)
        .map((one) => replyTo(one, { error: 'not called: the answer was handed in' }));
      return { ...working, replies: [...replies, ...rest], records, waiting: [], ended: done.ended };
    }
  }
  return { ...working, replies, records, waiting: [] };
}

/** Providers promise no order of the calls of one answer, and an output must not keep a helper from being called. */
function helpersFirst({ tools: { output } }: AnyAgent, calls: readonly ToolCall[]): readonly ToolCall[] {
  if (!output) return calls;
  const isHandingIn = ({ name }: ToolCall) =>
    name === OUTPUT_TOOL || (output.reflection === true && name === SUBMIT_TOOL);
  return [...calls.filter((call) => !isHandingIn(call)), ...calls.filter(isHandingIn)];
}

/** The result of the newest call of that tool that worked; undefined when there is none. */
export function getToolResult(records: readonly ToolRecord[], name: string): unknown {
  return records.findLast((record) => record.name === name && record.error === undefined)?.result;
}

/** Whether the call is one of a tool with an effect, which is run before its handler and outside of it. */
export function needsEffect(agent: AnyAgent, { name }: ToolCall): boolean {
  return toolOf(agent, name)?.effect !== undefined;
}

export function toolOf({ tools: { helpers = [] } }: AnyAgent, name: string): AnyTool | undefined {
  return helpers.find((tool) => calledName(tool) === name) ?? helpers.find((tool) => tool.name === name);
}

/** The arguments of a call as its tool takes them. Throws with words for the model. */
export function inputOf({ input }: Pick<AnyTool, 'input'>, call: ToolCall): unknown {
  const given = withPlainNumbers(argumentsOf(call));
  const parsed = input.safeParse(given);
  if (parsed.success) return frozen(parsed.data);
  throw new Error(`its arguments do not fit.\n${misfitOf(parsed.error, given, ADVICE)}`);
}

const ADVICE = 'Write a shorter number, or its digits as a text if the schema takes texts.';

type Reply = { readonly result: unknown } | { readonly error: string };

interface Done {
  readonly working: Working;
  readonly reply: Reply;
  /** Of an error: the tool itself has failed, its arguments were right. */
  readonly byTool?: boolean;
  readonly ended?: { readonly value: unknown };
}

function perform(
  agent: AnyAgent,
  working: Working,
  call: ToolCall,
  context: AgentContext,
  effect: EffectAnswer | undefined,
): Done {
  let byTool = false;
  try {
    if (agent.tools.output && call.name === OUTPUT_TOOL) return handIn(agent.tools.output, working, argumentsOf(call));
    if (agent.tools.output?.reflection === true && call.name === SUBMIT_TOOL) {
      byTool = true;
      return submit(working);
    }
    const tool = toolOf(agent, call.name);
    if (!tool) throw unknownTool(agent, call.name);
    const input = inputOf(tool, call);
    byTool = true;
    if (effect && 'error' in effect) throw new Error(effect.error);
    return reduce(tool, working, input, frozen(context), effect?.result);
  } catch (error) {
    return { working, reply: { error: messageOf(error) }, byTool };
  }
}

/** Which failures are to be remembered after a call, and what the model hears of one that it repeats. */
function noteCall(
  { failed = [], ...before }: Working,
  { working, reply, byTool = false }: Done,
  { name, call, changesWorld }: { readonly name: string; readonly call: ToolCall; readonly changesWorld: boolean },
  { iteration }: AgentContext,
): { readonly failed: readonly FailedCall[]; readonly words?: string } {
  if ('error' in reply) {
    const { failed: all, noted } = noteFailure(failed, { tool: name, call, error: reply.error, byTool }, iteration);
    return { failed: all, words: repetitionWords(noted) };
  }
  if (failed.length === 0) return { failed };
  const hasChanged = changesWorld || !isEqualJson([before.state, before.draft], [working.state, working.draft]);
  return { failed: noteSuccess(failed, { tool: name, call, hasChanged }) };
}

function isEqualJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function reduce(tool: AnyTool, working: Working, input: unknown, context: AgentContext, result: unknown): Done {
  const outcome: unknown = tool.handler(working.state, input, context, frozen(result));
  if (outcome instanceof Promise) {
    outcome.catch(() => {});
    throw new Error('its handler is asynchronous; handlers are pure, what is not belongs in "effect"');
  }
  const { newState, toolResult } = outcomeOf(outcome);
  const { execution, attempt } = newState;
  const state = { execution: plainJson(execution, 'execution'), attempt: plainJson(attempt, 'attempt') };
  return { working: { ...working, state }, reply: { result: plainJson(toolResult, 'toolResult') } };
}

const Outcome = z.object({
  newState: z.record(z.string(), z.unknown()).refine((state) => 'execution' in state && 'attempt' in state),
  toolResult: z.unknown().optional(),
});

function outcomeOf(outcome: unknown) {
  const { success, data } = Outcome.safeParse(outcome);
  if (success) return data;
  throw new Error('its handler must return {newState: {execution, attempt}, toolResult}');
}

/** An answer with numbers that its schema cannot take costs a turn. Whatever else is wrong with it ends the attempt. */
function handIn({ schema, reflection }: OutputToolConfig<unknown>, working: Working, value: unknown): Done {
  const given = withPlainNumbers(value);
  const error = errorOf(schema, given);
  if (error !== undefined && longNumbersAt(error, given).length > 0) throw new Error(misfitOf(error, given, ADVICE));
  if (reflection !== true) return { working, reply: { result: 'Received.' }, ended: { value } };
  const result = `Kept as a draft. Call ${SUBMIT_TOOL} to hand it in, or ${OUTPUT_TOOL} again to replace it.`;
  return { working: { ...working, draft: value }, reply: { result } };
}

/** Undefined also for a schema that throws: that is the author's fault, and `validateOutput` reports it as one. */
function errorOf(schema: OutputToolConfig<unknown>['schema'], value: unknown): z.ZodError | undefined {
  try {
    return schema.safeParse(value).error;
  } catch {
    return undefined;
  }
}

function submit(working: Working): Done {
  if (working.draft === undefined) throw new Error(`there is nothing to hand in yet; call ${OUTPUT_TOOL} first`);
  return { working, reply: { result: 'Received.' }, ended: { value: working.draft } };
}

function argumentsOf({ arguments: text }: ToolCall): unknown {
  const twice = namedTwice(text);
  if (twice !== undefined) throw new Error(`its arguments name a member twice.\n${twice}`);
  let value: unknown;
  try {
    value = parseJson(text.trim() === '' ? '{}' : text);
  } catch (error) {
    throw new Error(`its arguments are not JSON: ${messageOf(error)}`, { cause: error });
  }
  const large = tooLargeIn(value);
  if (large !== undefined) throw new Error(`its arguments cannot be taken. ${numberProblem(large)}`);
  return value;
}

function unknownTool({ tools: { helpers = [], output } }: AnyAgent, name: string): Error {
  const own = output ? [OUTPUT_TOOL, ...(output.reflection === true ? [SUBMIT_TOOL] : [])] : [];
  const names = [...helpers.map(calledName), ...own];
  return new Error(`there is no tool "${name}".${suggestion(name, names)} Tools: ${listing(names)}.`);
}

function replyTo({ id, name }: ToolCall, reply: Reply, words = ''): ChatMessage {
  const told =
    'error' in reply ? `Error: ${name}: ${reply.error}\nThe state is unchanged.${words}` : asText(reply.result);
  return { role: 'tool', toolCallId: id, content: plainText(told) };
}

function asText(result: unknown): string {
  return typeof result === 'string' ? result : (stringifyJson(result) ?? '');
}
