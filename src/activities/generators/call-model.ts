import { milliseconds } from '../../definitions/parse/durations.ts';
import { GeneratorError, type ModelAnswer, type ModelRequest } from '../../generators/generator.ts';
import type { GenerateInput } from '../../ports/calls.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import { definitionOf } from '../definitions.ts';
import { payerOf } from '../payer.ts';
import type { GenerateDependencies, Generation, Making } from './generation.ts';

export interface ModelCall extends Pick<ModelRequest, 'model' | 'messages' | 'constant' | 'schema' | 'tools'> {
  /** Provider faults that this very call has met. */
  readonly faults: number;
}

/** One request to a model, within the step's time. `revoked` is told what had arrived when the answer was no longer wanted. */
export async function callModel(
  { models, texts, store }: Pick<GenerateDependencies, 'models' | 'texts' | 'store'>,
  { input, material, call }: Generation,
  { faults, ...request }: ModelCall,
  revoked: (partial: string) => Promise<unknown>,
): Promise<ModelAnswer> {
  const { runId, step, epoch, attempt, n } = input;
  const timeout = AbortSignal.timeout(timeOf({ input, material }));
  const growing = texts.open({ runId, token: input.token, execution: executionOf({ input, call }) });
  let partial: string | undefined;
  const sending: { isSent: boolean; noted?: Promise<void> } = { isSent: false };
  try {
    return await models.generatorFor(request.model.name).complete({
      ...request,
      place: { runId, step, epoch, attempt, n, faults },
      payer: payerOf(material.run, input.token, countedOf(input)),
      signal: AbortSignal.any([call.signal, timeout]),
      onSent: () => {
        sending.isSent = true;
        // Only an earlier execution can have noted that it waits.
        if (call.attempt > 1) sending.noted = store.waits.sent({ runId, counted: countedOf(input) });
      },
      onProgress: ({ text }) => {
        partial = text;
        growing.grow(text);
      },
    });
  } catch (error) {
    if (call.isRevoked() && partial !== undefined) await revoked(partial);
    if (call.signal.aborted || !timeout.aborted) throw error;
    throw new GeneratorError('transport', `${request.model.name} gave no whole answer within the time of the step`, {
      partial: partial === '' ? undefined : partial,
      ...(sending.isSent && { usage: await models.paidFor(request.model.name, request.messages, partial ?? '') }),
      cause: error,
    });
  } finally {
    growing.end();
    // What it could not note is seen to be over by its time.
    await sending.noted?.catch(() => undefined);
  }
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
export function timeOf({ input, material }: Making): number {
  return material.run.plan.steps.find(({ id }) => id === input.step)?.timeouts.generate ?? 120_000;
}
