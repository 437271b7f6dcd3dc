import { repetitionFeedback } from '../../authoring/agent/repeated-calls.ts';
import { type AgentAnswer, type Ending, isWholeAnswer, type Session } from '../../authoring/agent/session.ts';
import { toolSpecs } from '../../authoring/agent/tool-specs.ts';
import { rejected, validateOutput } from '../../authoring/agent/validate-output.ts';
import { calling } from '../../authoring/part-refused.ts';
import { plainJson } from '../../authoring/plain-json.ts';
import type { ToolSpec } from '../../model/chat.ts';
import { isThoughtAlone, schemaFeedback } from '../../prompts/content-failure.ts';
import { takeOutput, unusable } from '../../prompts/output.ts';
import { writtenCallFeedback } from '../../prompts/written-call.ts';
import { parseJson, stringifyJson, withDigitsOf } from '../../text/exact-json.ts';
import { plainText } from '../../text/text.ts';
import { modelOf } from '../generators/by-model.ts';
import type { GenerateDependencies } from '../generators/generation.ts';
import { otherModels } from '../other-models.ts';
import { type AgentWork, contextOf } from './agent-call.ts';
import type { StoredEnding } from './stored-session.ts';

/** What an attempt has come to: the answer, through every layer of validation, or why there is none (S4x-1, S4x-3, S4x-4). */
export function endAttempt(
  { schemaErrors, models }: Pick<GenerateDependencies, 'schemaErrors' | 'models'>,
  work: AgentWork,
  session: Session,
  ending: Ending,
): StoredEnding {
  const { agent } = work;
  const shown = calling('projectFinalState', () =>
    agent.projectFinalState ? plainJson(agent.projectFinalState(session.state), 'the final state') : undefined,
  );
  const advice = ending.kind === 'repetition' ? adviceOn(models, work, ending.call.tool) : undefined;
  return {
    ...judgedEnding(work, session, ending, schemaErrors),
    ...(advice !== undefined && { advice }),
    ...(shown !== undefined && { finalState: shown }),
  };
}

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';

function judgedEnding(
  work: AgentWork,
  session: Session,
  ending: Ending,
  schemaErrors: GenerateDependencies['schemaErrors'],
): StoredEnding {
  if (ending.kind === 'output') {
    const facts = { mediaType: JSON_TYPE, finishReason: 'stop' };
    return { ...facts, ...validated(work, session, ending.value, schemaErrors) };
  }
  if (ending.kind !== 'text') {
    const text = session.draft === undefined ? lastWords(session) : (stringifyJson(session.draft) ?? '');
    const facts = { text, mediaType: TEXT_TYPE };
    if (ending.kind === 'repetition')
      return { ...facts, finishReason: 'repeated_call', feedback: plainText(repetitionFeedback(ending.call)) };
    if (ending.of === 'budget') return { ...facts, finishReason: 'budget_limit', feedback: BUDGET_FEEDBACK };
    return { ...facts, finishReason: 'iteration_limit', feedback: limitFeedback(work) };
  }
  return textEnding(work, session, ending, schemaErrors);
}

function textEnding(
  work: AgentWork,
  session: Session,
  { answer }: Extract<Ending, { kind: 'text' }>,
  schemaErrors: GenerateDependencies['schemaErrors'],
): StoredEnding {
  const { generator, agent } = work;
  const whole = answer.text === '' ? (answer.refusal ?? '') : answer.text;
  const finishReason = answer.refusal === undefined ? answer.finishReason : 'refusal';
  const { rawFinishReason } = answer;
  const format = generator.output ?? (agent.tools.output ? { format: 'json' as const } : {});
  const lost = isWholeAnswer(answer) ? lostCall(answer, toolSpecs(agent)) : undefined;
  const taken = lost === undefined ? takeOutput({ ...answer, text: whole, finishReason }, format) : unusable(lost);
  const { maxTokens } = answer;
  const ended = {
    finishReason,
    ...(rawFinishReason !== undefined && { rawFinishReason }),
    ...(isThoughtAlone(answer) && maxTokens !== undefined && { maxTokens }),
  };
  if (!taken.ok) return { text: whole, mediaType: TEXT_TYPE, ...ended, feedback: taken.feedback };
  const { text, mediaType } = taken;
  const facts = { mediaType, ...ended, ...(!taken.whole && { whole }) };
  if (mediaType !== JSON_TYPE) return { ...facts, ...validated(work, session, text, schemaErrors), text };
  return { ...facts, ...validated(work, session, parseJson(text), schemaErrors) };
}

/** Feedback for an answer whose call of a tool did not arrive as one. */
function lostCall({ text, finishReason }: AgentAnswer, tools: readonly ToolSpec[]): string | undefined {
  const written = writtenCallFeedback(text, tools);
  if (written !== undefined || finishReason !== 'tool_calls') return written;
  return 'The answer ended as if it called a tool, but no call came with it.\nCall the tool again.';
}

/** The layers: the agent's schema, its validators, the schema that the definition asks for. Numbers keep the digits that the model wrote. */
function validated(
  work: AgentWork,
  session: Session,
  value: unknown,
  schemaErrors: GenerateDependencies['schemaErrors'],
): Pick<StoredEnding, 'text' | 'feedback'> {
  const { agent, given, generator, input } = work;
  const subject = { input: given, state: session.state, context: contextOf(work, input.iteration) };
  const found = validateOutput(agent, value, subject);
  if (!found.ok) return { text: stringifyJson(value) ?? '', feedback: found.feedback };
  const output = withDigitsOf(value, found.output);
  const errors = generator.output?.schema === undefined ? [] : schemaErrors(generator.output.schema, output);
  const text = stringifyJson(output) ?? '';
  return errors.length === 0 ? { text } : { text, feedback: rejected('definition', schemaFeedback(errors)).feedback };
}

/** What a person can change where a model makes the same wrong call again. */
function adviceOn(models: GenerateDependencies['models'], work: AgentWork, tool: string): string {
  const model = modelOf(work, models.defaultModel)?.name ?? '';
  const others = otherModels(work, model, models.named());
  return `Change what the tool ${tool} takes or says of its errors, the prompts of the agent ${work.agent.name}, or the model of the step, ${model}${others}.`;
}

const BUDGET_FEEDBACK = "BudgetError: the run's budget was used up before there was an answer.\nAnswer sooner.";

function limitFeedback(work: AgentWork): string {
  const { maxIterations } = contextOf(work, 0);
  return `IterationLimitError: there was no answer within ${maxIterations} model calls.\nAnswer sooner, with fewer calls of tools.`;
}

function lastWords({ messages }: Session): string {
  return messages.findLast(({ role }) => role === 'assistant')?.content ?? '';
}
