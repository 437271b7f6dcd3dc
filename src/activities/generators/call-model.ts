import { milliseconds } from '../../definitions/parse/durations.ts';
import { OUT_OF_TIME, STILL_THINKING, startDeadline } from '../../generators/call-timers.ts';
import { GeneratorError, type ModelAnswer, type ModelRequest, type ModelSettings } from '../../generators/generator.ts';
import { writtenLimit } from '../../generators/wire-request.ts';
import { THINKING_MS } from '../../model/plan.ts';
import type { GenerateInput } from '../../ports/calls.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import { isThoughtAlone } from '../../prompts/content-failure.ts';
import { fieldOf } from '../../text/loose.ts';
import { definitionOf } from '../definitions.ts';
import { payerOf } from '../payer.ts';
import type { GenerateDependencies, Generation, Making } from './generation.ts';

export interface ModelCall extends Pick<ModelRequest, 'model' | 'messages' | 'constant' | 'schema' | 'tools'> {
  /** Provider faults that this very call has met. */
  readonly faults: number;
}

/** One request to a model, within the step's time. `revoked` is told what had arrived, and from which model, when the answer was no longer wanted. */
export async function callModel(
  { models, texts, store }: Pick<GenerateDependencies, 'models' | 'texts' | 'store'>,
  { input, material, call }: Generation,
  { faults, ...request }: ModelCall,
  revoked: (partial: string, model: string) => Promise<unknown>,
): Promise<ModelAnswer> {
  const { runId, step, epoch, attempt, n } = input;
  const timeout = new AbortController();
  const thinkingMs = thinkingTimeOf({ input, material });
  const late = `${request.model.name} gave no whole answer within the time of the step`;
  const deadline = startDeadline(timeOf({ input, material }), thinkingMs, () =>
    // The breaker counts a silent endpoint as a fault, unlike a call that was revoked.
    timeout.abort(new GeneratorError('transport', late)),
  );
  const growing = texts.open({ runId, token: input.token, execution: executionOf({ input, call }) });
  let partial: string | undefined;
  let thought: string | undefined;
  /** Whose prices and counts apply. */
  let called = request.model.name;
  const sending: { isSent: boolean; noted?: Promise<void> } = { isSent: false };
  try {
    const raised = raisedLimit(request.model, material);
    const answer = await models.generatorFor(request.model.name).complete({
      ...request,
      ...(raised !== undefined && { maxTokens: raised }),
      place: { runId, step, epoch, attempt, n, faults },
      thinkingMs,
      payer: payerOf(material.run, input.token, countedOf(input)),
      signal: AbortSignal.any([call.signal, timeout.signal]),
      onEntry: (entry) => {
        called = entry;
      },
      onSent: () => {
        sending.isSent = true;
        // Only an earlier execution can have noted that it waits. What this cannot note is seen to be over by its time.
        if (call.attempt > 1)
          sending.noted = store.waits.sent({ runId, counted: countedOf(input) }).catch(() => undefined);
      },
      onProgress: ({ text, thoughts }) => {
        partial = text;
        if (thoughts !== undefined) deadline.thought();
        thought = thoughts ?? thought;
        growing.grow(text);
      },
    });
    mustHaveRoom(request.model, answer);
    return answer;
  } catch (error) {
    if (call.isRevoked() && partial !== undefined) await revoked(partial, called);
    if (call.signal.aborted || !timeout.signal.aborted) throw error;
    const still = deadline.isThinking ? STILL_THINKING : '';
    const fault = new GeneratorError('transport', `${late}${still}`, {
      partial: partial === '' ? undefined : partial,
      ...(sending.isSent && { usage: await models.paidFor(called, request.messages, partial ?? '', thought) }),
      ...((partial ?? '') + (thought ?? '') !== '' && { again: OUT_OF_TIME }),
      cause: error,
    });
    if (error instanceof GeneratorError) [fault.endpoint, fault.entry] = [error.endpoint, error.entry];
    throw fault;
  } finally {
    deadline.stop();
    growing.end();
    await sending.noted;
  }
}

/** The limit of a call after an attempt that used its own for thinking, where no author wrote one (llm 1.9). */
function raisedLimit(model: ModelSettings, { history }: Pick<CallMaterial, 'history'>): number | undefined {
  const before = history.at(-1);
  if (!before || writtenLimit(model) !== undefined) return undefined;
  const { finishReason, usage, parameters } = before.artifact;
  const limit = fieldOf(parameters, 'maxTokens');
  if (finishReason !== 'length' || typeof limit !== 'number') return undefined;
  return isThoughtAlone({ ...before, finishReason, ...usage }) ? 2 * limit : undefined;
}

/** Throws for an answer that used up an author's limit for thinking: only a person can raise that (llm 1.9). */
function mustHaveRoom(
  model: ModelSettings,
  { text, refusal = '', finishReason, maxTokens, usage, settles }: ModelAnswer,
): void {
  if (finishReason !== 'length' || writtenLimit(model) === undefined) return;
  if (!isThoughtAlone({ text, refusal, finishReason, ...usage })) return;
  const limit = maxTokens === undefined ? 'its limit' : `its limit of ${maxTokens} tokens`;
  const what = `it used ${limit} for thinking (${usage.reasoningTokens} tokens) and wrote no text`;
  const advice = 'raise model.maxTokens of the step, or lower the reasoning effort in model.extra';
  throw new GeneratorError('configuration', `${what}; ${advice}`, { usage, settles });
}

/** What faults and waits of a call are counted under: each turn of an agent by itself. */
export function countedOf(input: GenerateInput): string {
  return 'iteration' in input && typeof input.iteration === 'number'
    ? `${input.token}/${input.iteration}`
    : input.token;
}

/** Milliseconds for which a model may be away where the step says nothing. */
export const OUTAGE_TIME = 3_600_000;

/** Milliseconds for which the model of a call may be away before a person is asked (llm 3.1). */
export function outageTimeOf({ input: { step }, material }: Outage): number {
  const { infra } = definitionOf(material, step).step.timeouts ?? {};
  return infra === undefined ? OUTAGE_TIME : milliseconds(infra);
}

interface Outage {
  readonly input: { readonly step: string };
  readonly material: Pick<CallMaterial, 'run' | 'document'>;
}

/** Later executions of a call are greater: the next turn of an agent, another try, another prompt within one. */
function executionOf({ input, call }: Pick<Generation, 'input' | 'call'>): readonly number[] {
  const turn = 'iteration' in input && typeof input.iteration === 'number' ? input.iteration : 0;
  return [turn, call.attempt, call.startedAt, Math.round(performance.now() * 1_000)];
}

/** Milliseconds that one execution of the step's generator may take. */
export function timeOf(making: Making): number {
  return timeoutsOf(making)?.generate ?? 120_000;
}

/** Milliseconds that it may take while its model thinks. */
function thinkingTimeOf(making: Making): number {
  return timeoutsOf(making)?.thinking ?? THINKING_MS;
}

function timeoutsOf({ input, material }: Making) {
  return material.run.plan.steps.find(({ id }) => id === input.step)?.timeouts;
}
