import { beginAttempt } from '../../authoring/agent/begin-attempt.ts';
import { tokenCounter, writtenIn } from '../../generators/tokens.ts';
import type { ChatMessage } from '../../model/chat.ts';
import { NO_USAGE } from '../../model/usage.ts';
import type { ContextSnapshot } from '../../ports/store/artifacts.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { digestOfJson } from '../../store/digest.ts';
import { definitionOf } from '../definitions.ts';
import { modelOf } from '../generators/by-model.ts';
import type { GenerateDependencies, Generation } from '../generators/generation.ts';
import { CHANGE_APPROACH, type Prompted, preparePrompt, type Unprepared } from '../generators/prepare-prompt.ts';
import { type AgentWork, contextOf } from './agent-call.ts';
import { type Carried, loadExecution, loadSession } from './stored-session.ts';

/**
 * What an attempt begins with. The conversation of the attempt before goes on, with what was said of its answer, as long as it began
 * with the same words and fits (S4-4); else it starts over from the prompt, which carries the feedback history. `compacted`: how often
 * the endpoint has found it too long; then it starts over in any case.
 */
export async function openAttempt(
  { store, models }: Pick<GenerateDependencies, 'store' | 'models'>,
  work: AgentWork,
  compacted: number,
): Promise<Carried | Unprepared> {
  const base = await preparePrompt(store, withoutHistory(work), promptOf(work), 0);
  const whole = await preparePrompt(store, work, promptOf(work), Math.max(0, compacted - 1));
  if (!('messages' in whole)) return whole;
  const digest = 'messages' in base ? digestOfJson(base.messages) : '';
  const continued = compacted === 0 ? await conversationSoFar({ store, models }, work, digest) : undefined;
  const messages = continued ?? whole.messages;
  return {
    session: { messages, state: await stateOf(store, work), waiting: [], records: [] },
    known: 0,
    opened: messages.length,
    base: digest,
    snapshot: whole.context satisfies ContextSnapshot,
    usage: NO_USAGE,
    tools: [],
    promptDigest: '',
    effects: [],
  };
}

/**
 * A session whose conversation has become too long, without the attempts before: the prompt with the feedback history in their place.
 * Undefined where there is nothing to leave out.
 */
export async function withoutEarlier(
  store: CallStore,
  work: AgentWork,
  carried: Carried,
): Promise<Carried | undefined> {
  const { session, opened } = carried;
  const whole = await preparePrompt(store, work, promptOf(work), 0);
  if (!('messages' in whole) || whole.messages.length >= opened) return undefined;
  const messages = [...whole.messages, ...session.messages.slice(opened)];
  return { ...carried, session: { ...session, messages }, known: 0, opened: whole.messages.length };
}

/** Whether the messages, as the model is sent them, fit the context budget of the step; `name`: of the model, where it is known. */
export async function fits(
  { models }: Pick<GenerateDependencies, 'models'>,
  work: AgentWork,
  messages: readonly ChatMessage[],
  name = modelOf(work, models.defaultModel)?.name,
): Promise<boolean> {
  const { definition, step } = definitionOf(work.material, work.input.step);
  const limit = step.maxContextTokens ?? definition.maxContextTokens;
  if (limit === undefined) return true;
  const count = await tokenCounter();
  const sent = name === undefined ? messages : models.asSent(name, messages);
  return sent.reduce((sum, message) => sum + count(writtenIn(message)), 0) <= limit;
}

/** The definition's prompt, else the agent's own. */
function promptOf({ generator, agent }: AgentWork): Prompted {
  const { system, user = agent.description } = agent.prompts ?? {};
  return { prompt: generator.prompt ?? { ...(system !== undefined && { role: system }), task: user } };
}

function withoutHistory(work: AgentWork): Generation {
  return { ...work, input: { ...work.input, warned: false }, material: { ...work.material, history: [] } };
}

/** Execution state is kept by refine and by an interruption, and cleared by a cascade (R14); the attempt tier is built anew. */
async function stateOf({ agents, contents }: CallStore, work: AgentWork) {
  const { runId, step, token, executionSince } = work.input;
  const before = await agents.newest(runId, step, { since: executionSince, not: token });
  const kept = before && { execution: await loadExecution(contents, before.stateRef) };
  return beginAttempt(work.agent, work.given, contextOf(work, 0), kept);
}

async function conversationSoFar(
  { store, models }: Pick<GenerateDependencies, 'store' | 'models'>,
  work: AgentWork,
  base: string,
): Promise<readonly ChatMessage[] | undefined> {
  const { agents, contents } = store;
  const rejected = work.material.history.at(-1);
  const last = rejected && (await agents.last(work.input.runId, rejected.token));
  if (!last) return undefined;
  const before = await loadSession(contents, last.stateRef);
  if (before.base !== base) return undefined;
  const said: ChatMessage = { role: 'user', content: rejectionOf(work, rejected.verdict) };
  const messages = [...before.session.messages, said];
  return (await fits({ models }, work, messages)) ? messages : undefined;
}

function rejectionOf({ input }: AgentWork, { guard, feedback }: { readonly guard: string; readonly feedback: string }) {
  const { attempt, maxAttempts, warned } = input;
  return [
    `Your answer was rejected by ${guard}:`,
    feedback,
    `This is attempt ${attempt} of ${maxAttempts}. State at EXECUTION level is as you left it; state at ATTEMPT level was built anew.`,
    ...(warned ? [CHANGE_APPROACH] : []),
  ].join('\n\n');
}
