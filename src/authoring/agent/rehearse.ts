import type { ToolCall } from '../../model/chat.ts';
import { writtenCallFeedback } from '../../prompts/written-call.ts';
import { parseJson, stringifyJson } from '../../text/exact-json.ts';
import { messageOf } from '../../text/message-of.ts';
import type { AgentContext, AgentDefinition, AgentState, AnyAgent } from './agent.ts';
import { DEFAULT_MAX_ITERATIONS } from './agent.ts';
import { agentInput, beginAttempt } from './begin-attempt.ts';
import { repetitionFeedback } from './repeated-calls.ts';
import { type EffectAnswer, inputOf, needsEffect, type ToolRecord, toolOf } from './run-calls.ts';
import { type Ending, type Session, type Stepped, takeAnswer, takeEffects } from './session.ts';
import { toolSpecs } from './tool-specs.ts';
import { validateOutput } from './validate-output.ts';

/** What the model answers: words, or calls of tools. */
export type RehearsedAnswer =
  | string
  | { readonly toolCalls: readonly { readonly name: string; readonly arguments?: unknown }[] };

export interface RehearsalOptions<Input> {
  readonly input: Input;
  /** The answers of the model, attempt by attempt. Every attempt but the last counts as rejected. */
  readonly attempts: readonly (readonly RehearsedAnswer[])[];
  readonly artifacts?: Readonly<Record<string, string>>;
  readonly maxIterations?: number;
}

export interface RehearsedAttempt<Output, Exec, Attempt> {
  /** As the attempt left it. */
  readonly state: AgentState<Exec, Attempt>;
  /** Every call of a tool, for `getToolResult`. */
  readonly records: readonly ToolRecord[];
  /** What validation let through; left out: it did not, or there was no answer. */
  readonly output?: Output;
  /** Why there is no output. */
  readonly feedback?: string;
}

/**
 * Plays an agent without a server or a model: the same code as in a run, with answers that the test gives. Effects are run. An attempt
 * that runs out of answers just ends.
 */
export async function rehearseAgent<Input, Output, Exec, Attempt>(
  agent: AgentDefinition<Input, Output, Exec, Attempt>,
  { input, attempts, artifacts = {}, maxIterations }: RehearsalOptions<Input>,
): Promise<readonly RehearsedAttempt<Output, Exec, Attempt>[]> {
  const limit = maxIterations ?? agent.validation?.maxIterationsPerAttempt ?? DEFAULT_MAX_ITERATIONS;
  const taken = agentInput(agent, input);
  const played: Played[] = [];
  for (const [index, answers] of attempts.entries()) {
    const context = {
      attempt: index + 1,
      maxAttempts: attempts.length,
      iteration: 0,
      maxIterations: limit,
      artifacts,
    };
    const before = played.at(-1)?.state;
    const state = beginAttempt(agent, taken, context, before && { execution: before.execution });
    played.push(await play(agent, { input: taken, state, context }, answers));
  }
  return asRehearsed<Output, Exec, Attempt>(played);
}

type Played = RehearsedAttempt<unknown, unknown, unknown>;

/** The types of the agent's own, which its definition has: the loop in between knows values alone. */
function asRehearsed<Output, Exec, Attempt>(played: readonly Played[]) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return played as readonly RehearsedAttempt<Output, Exec, Attempt>[];
}

interface Begun {
  readonly input: unknown;
  readonly state: AgentState<unknown, unknown>;
  readonly context: AgentContext;
}

async function play(agent: AnyAgent, begun: Begun, answers: readonly RehearsedAnswer[]): Promise<Played> {
  let stepped: Stepped = { session: { state: begun.state, messages: [], records: [], waiting: [] } };
  for (const [index, answer] of answers.entries()) {
    const iteration = index + 1;
    const context = { ...begun.context, iteration };
    if (iteration > context.maxIterations) {
      stepped = { ...stepped, ending: { kind: 'limit', of: 'iterations' } };
      break;
    }
    const toolCalls = typeof answer === 'string' ? [] : answer.toolCalls.map((call, at) => asCall(call, iteration, at));
    const text = typeof answer === 'string' ? answer : '';
    stepped = takeAnswer(agent, stepped.session, { text, finishReason: 'stop', toolCalls }, context);
    if (stepped.session.waiting.length > 0) {
      const effects = await runEffects(agent, stepped.session, context);
      stepped = takeEffects(agent, stepped.session, effects, context);
    }
    if (stepped.ending) break;
  }
  return conclude(agent, begun, stepped);
}

function asCall({ name, arguments: given = {} }: { name: string; arguments?: unknown }, iteration: number, at: number) {
  return { id: `call_${iteration}_${at}`, name, arguments: stringifyJson(given) ?? '' };
}

async function runEffects(
  agent: AnyAgent,
  { state, waiting }: Session,
  context: AgentContext,
): Promise<ReadonlyMap<string, EffectAnswer>> {
  const answers = new Map<string, EffectAnswer>();
  for (const call of waiting.filter((one) => needsEffect(agent, one))) {
    answers.set(call.id, await runEffect(agent, call, { state, context }));
  }
  return answers;
}

async function runEffect(
  agent: AnyAgent,
  call: ToolCall,
  { state, context }: { readonly state: AgentState<unknown, unknown>; readonly context: AgentContext },
): Promise<EffectAnswer> {
  try {
    const tool = toolOf(agent, call.name);
    const { signal } = new AbortController();
    const told = { state, context, idempotencyKey: `rehearsal/${context.attempt}/${call.id}`, signal };
    return { result: tool && (await tool.effect?.(inputOf(tool, call), told)) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function conclude(agent: AnyAgent, { input, context }: Begun, { session, ending }: Stepped): Played {
  const { state, records } = session;
  const value = valueOf(agent, ending);
  if ('feedback' in value) return { state, records, ...value };
  const validated = validateOutput(agent, value.value, { input, state, context });
  return validated.ok ? { state, records, output: validated.output } : { state, records, feedback: validated.feedback };
}

function valueOf(
  agent: AnyAgent,
  ending: Ending | undefined,
): { readonly value: unknown } | { readonly feedback: string } {
  if (ending === undefined) return { feedback: 'The test gave no further answer.' };
  if (ending.kind === 'limit') return { feedback: 'IterationLimitError: no answer within the iterations allowed.' };
  if (ending.kind === 'repetition') return { feedback: repetitionFeedback(ending.call) };
  if (ending.kind === 'output') return { value: ending.value };
  const written = writtenCallFeedback(ending.answer.text, toolSpecs(agent));
  if (written !== undefined) return { feedback: written };
  const { tools } = agent;
  if (!tools.output) return { value: ending.answer.text };
  try {
    return { value: parseJson(ending.answer.text) };
  } catch (error) {
    return { feedback: `The answer is not JSON: ${messageOf(error)}` };
  }
}
