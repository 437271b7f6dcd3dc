import { needsEffect, type ToolRecord } from '../../authoring/agent/run-calls.ts';
import { type Stepped, takeAnswer, takeEffects } from '../../authoring/agent/session.ts';
import { toolSpecs } from '../../authoring/agent/tool-specs.ts';
import { GeneratorDeferred, GeneratorError, type ModelAnswer, type ModelSettings } from '../../generators/generator.ts';
import type { Settlement } from '../../model/caps.ts';
import { addUsage, NO_USAGE, type Usage } from '../../model/usage.ts';
import type { AgentTurnOutput } from '../../ports/calls.ts';
import type { AgentProvenance } from '../../ports/store/artifacts.ts';
import { digestOfJson } from '../../store/digest.ts';
import { cut, plainText } from '../../text/text.ts';
import { exhaustedFor, stoppedByBudget, withCurrentBudget } from '../budget-exhausted.ts';
import { deferred, faulted, MOST_COMPACTIONS, modelOf, noModel, notSent, overflowed } from '../generators/by-model.ts';
import { callModel } from '../generators/call-model.ts';
import type { GenerateDependencies } from '../generators/generation.ts';
import type { Unprepared } from '../generators/prepare-prompt.ts';
import { type AgentWork, contextOf } from './agent-call.ts';
import { concluded } from './conclude.ts';
import { endAttempt } from './end-attempt.ts';
import { fits, openAttempt, withoutEarlier } from './open-attempt.ts';
import { type Carried, loadSession, saveSession } from './stored-session.ts';

/** A turn from what the one before left, or from the beginning of an attempt, to what it leaves. */
export async function playTurn(dependencies: GenerateDependencies, opened: AgentWork): Promise<AgentTurnOutput> {
  const { store } = dependencies;
  const { stateRef, token, iteration, step } = opened.input;
  const counted = `${token}/${iteration}`;
  const model = modelOf(opened, dependencies.models.defaultModel);
  if (model === undefined) return faulted(dependencies, opened, step, noModel(), counted);
  let refused: GeneratorError | undefined;
  for (let compacted = 0; ; compacted += 1) {
    const work = compacted === 0 ? opened : await withCurrentBudget(store, opened);
    const carried = await carriedInto(dependencies, work, compacted);
    if ('notText' in carried) return notSent(work.input, carried.notText);
    if ('overflow' in carried) return overflowed(dependencies, work, carried.overflow, refused, counted);
    // Once there are turns to be paid for, the attempt ends with them (below).
    const spent = carried.usage.llmCalls === 0 ? stoppedByBudget(work) : undefined;
    if (spent) return spent;
    const called = stayingOn(carried, model);
    try {
      return await advance(dependencies, work, carried, called);
    } catch (error) {
      if (error instanceof GeneratorDeferred) return deferred(dependencies, work, error);
      if (!(error instanceof GeneratorError)) throw error;
      if (error.kind !== 'context_overflow') return faulted(dependencies, work, called.name, error, counted);
      refused = error;
      const most = stateRef === undefined ? MOST_COMPACTIONS : 1;
      if (compacted === most) return overflowed(dependencies, work, tooLong(work), refused, counted);
    }
  }
}

/** The model of a turn. An attempt stays on the entry of its route that answered first: signatures and reasoning do not transfer (llm 3.8). */
function stayingOn({ route }: Carried, model: ModelSettings): ModelSettings {
  return route?.name === model.name ? { ...model, name: route.entry } : model;
}

/** What a turn begins with. A conversation that was found too long is made shorter where that can be (R65). */
async function carriedInto(
  dependencies: GenerateDependencies,
  work: AgentWork,
  compacted: number,
): Promise<Carried | Unprepared> {
  const { store } = dependencies;
  const { stateRef } = work.input;
  if (stateRef === undefined) return openAttempt(dependencies, work, compacted);
  const loaded = await loadSession(store.contents, stateRef);
  if (compacted === 0) return loaded;
  return (await withoutEarlier(store, work, loaded)) ?? { overflow: tooLong(work) };
}

async function advance(
  dependencies: GenerateDependencies,
  work: AgentWork,
  carried: Carried,
  model: ModelSettings,
): Promise<AgentTurnOutput> {
  const { iteration } = work.input;
  const { maxIterations } = contextOf(work, iteration);
  let stepped = await applyEffects(dependencies, work, carried);
  let answer: ModelAnswer | undefined;
  let promptDigest = carried.promptDigest;
  const isOpen = () => !stepped.ending && stepped.session.waiting.length === 0;
  const isExhausted = ({ material, call }: AgentWork, used: Usage) =>
    exhaustedFor(material, used, call.now()) !== undefined;
  if (isOpen() && iteration <= maxIterations && !isExhausted(work, carried.usage)) {
    const { messages } = stepped.session;
    if (!(await fits(dependencies, work, messages, model.name)))
      throw new GeneratorError('context_overflow', tooLong(work));
    promptDigest = digestOfJson(messages);
    answer = await ask(dependencies, work, { ...carried, session: stepped.session }, model);
    const { reasoningTokens } = answer.usage;
    const read = { ...answer, reasoningTokens };
    stepped = takeAnswer(work.agent, stepped.session, read, contextOf(work, iteration));
  }
  const usage = answer?.usage ?? NO_USAGE;
  const used = addUsage(carried.usage, usage);
  // The limits may have been raised during the request.
  const isOver =
    isOpen() && isExhausted(work, used) && isExhausted(await withCurrentBudget(dependencies.store, work), used);
  if (isOver) stepped = { ...stepped, ending: { kind: 'limit', of: 'budget' } };
  if (isOpen() && iteration >= maxIterations) stepped = { ...stepped, ending: { kind: 'limit', of: 'iterations' } };
  return keep(dependencies, work, { ...carried, ...answeredIn(carried, iteration, answer), promptDigest }, stepped, {
    usage,
    settles: answer?.settles,
  });
}

/** Who has answered so far, this turn's answer included. */
function answeredIn(
  { turns = [], warnings = [] }: Carried,
  turn: number,
  answer: ModelAnswer | undefined,
): Pick<Carried, 'route' | 'turns' | 'warnings'> {
  const { answeredBy, price, route } = answer ?? {};
  const told = new Map([...warnings, ...(answer?.warnings ?? [])].map((warning) => [warning.about, warning]));
  const isKnown = answeredBy !== undefined || price !== undefined;
  const own = { turn, ...(answeredBy !== undefined && { answeredBy }), ...(price !== undefined && { price }) };
  const all = isKnown ? [...turns, own] : turns;
  return {
    ...(route && { route }),
    ...(all.length > 0 && { turns: all }),
    ...(told.size > 0 && { warnings: [...told.values()] }),
  };
}

async function applyEffects({ store }: GenerateDependencies, work: AgentWork, { session }: Carried): Promise<Stepped> {
  if (session.waiting.length === 0) return { session };
  const { runId, token, iteration } = work.input;
  const effects = await store.agents.effects(runId, token, iteration - 1);
  return takeEffects(work.agent, session, effects, contextOf(work, iteration - 1));
}

/** What a call cost whose answer was revoked is kept with what the turn began with (R27). */
async function ask(
  dependencies: GenerateDependencies,
  work: AgentWork,
  carried: Carried,
  model: ModelSettings,
): Promise<ModelAnswer> {
  const { models, store } = dependencies;
  const { runId, token, iteration } = work.input;
  const { messages } = carried.session;
  const tools = toolSpecs(work.agent);
  const faults = await store.faults.count(runId, `${token}/${iteration}`, 'generate');
  const request = { model, messages, faults, ...(tools.length > 0 && { tools }) };
  return callModel(dependencies, work, request, async (partial, called) =>
    saveTurn(dependencies, work, carried, models.usageOf(called, messages, partial)),
  );
}

/** The turn is stored before anything is made of it. */
async function keep(
  dependencies: GenerateDependencies,
  work: AgentWork,
  carried: Carried,
  { session, ending }: Stepped,
  { usage, settles }: { readonly usage: Usage; readonly settles: Settlement | undefined },
): Promise<AgentTurnOutput> {
  const next: Carried = {
    ...carried,
    session,
    usage: addUsage(carried.usage, usage),
    tools: [...carried.tools, ...session.records.map(kept)],
    effects: session.waiting
      .filter((call) => needsEffect(work.agent, call))
      .map(({ id, name }) => ({ call: id, tool: name })),
    ...(ending && { ending: endAttempt(dependencies, work, session, ending) }),
  };
  const { stateRef } = await saveTurn(dependencies, work, next, usage, settles);
  return concluded(dependencies, work, stateRef, await loadSession(dependencies.store.contents, stateRef));
}

/** A call as the attempt keeps it: why it was refused or failed, in short (R122). */
function kept({ name, error }: ToolRecord): AgentProvenance['tools'][number] {
  return error === undefined ? { name, ok: true } : { name, ok: false, error: cut(plainText(error), LONGEST_ERROR) };
}

const LONGEST_ERROR = 200;

/** `usage` is that of this turn alone. */
async function saveTurn(
  { store }: GenerateDependencies,
  work: AgentWork,
  carried: Carried,
  usage: Usage,
  settles?: Settlement,
) {
  const { runId, token, iteration, step, epoch } = work.input;
  const stateRef = await saveSession(store.contents, carried);
  return store.agents.save({ runId, token, iteration, step, epoch, stateRef, usage }, settles);
}

function tooLong({ input }: AgentWork): string {
  return `The conversation of ${input.step} is longer than its context budget at turn ${input.iteration}.`;
}
