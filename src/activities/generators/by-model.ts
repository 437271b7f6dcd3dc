import { mergeModels } from '../../definitions/schema/model.ts';
import {
  GeneratorDeferred,
  GeneratorError,
  type ModelAnswer,
  type ModelSettings,
  type PaidAgain,
} from '../../generators/generator.ts';
import type { Broken } from '../../model/call-result.ts';
import type { GenerateOutput } from '../../ports/calls.ts';
import type { ArtifactRecord, ContextSnapshot } from '../../ports/store/artifacts.ts';
import { takeOutput } from '../../prompts/output.ts';
import { repairSchema, takeRepair } from '../../prompts/repair.ts';
import { digestOf } from '../../store/digest.ts';
import { stringifyJson } from '../../text/exact-json.ts';
import { artifactRecord } from '../artifact-record.ts';
import { stoppedByBudget, withCurrentBudget } from '../budget-exhausted.ts';
import { asNotes } from '../calls/when.ts';
import { deferCall } from '../deferral.ts';
import { definitionOf } from '../definitions.ts';
import { noteFault } from '../infrastructure.ts';
import { otherModels } from '../other-models.ts';
import { settleAnswer } from '../settle-answer.ts';
import { callModel, countedOf, outageTimeOf } from './call-model.ts';
import type { GenerateDependencies, Generation } from './generation.ts';
import { type LlmGenerator, type Prepared, preparePrompt } from './prepare-prompt.ts';

/** How often a context that the endpoint found too long is made shorter before a person is asked (R65). */
export const MOST_COMPACTIONS = 3;

/** One call of a model: context, request, answer, artifact. */
export async function generateByModel(
  dependencies: GenerateDependencies,
  generation: Generation,
  generator: LlmGenerator,
): Promise<GenerateOutput> {
  const model = modelOf(generation, dependencies.models.defaultModel);
  if (model === undefined) return faulted(dependencies, generation, generation.input.step, noModel());
  let refused: GeneratorError | undefined;
  for (let compacted = 0; ; compacted += 1) {
    const prepared = await preparePrompt(dependencies.store, generation, generator, compacted);
    if ('notText' in prepared) return notSent(generation.input, prepared.notText);
    if ('overflow' in prepared) return overflowed(dependencies, generation, prepared.overflow, refused);
    const spent = stoppedByBudget(
      compacted === 0 ? generation : await withCurrentBudget(dependencies.store, generation),
    );
    if (spent) return spent;
    try {
      const answer = await ask(dependencies, generation, generator, model, prepared);
      return await keep(dependencies, generation, generator, { model, prepared, answer });
    } catch (error) {
      if (error instanceof GeneratorDeferred) return deferred(dependencies, generation, error);
      if (!(error instanceof GeneratorError)) throw error;
      if (error.kind !== 'context_overflow') return faulted(dependencies, generation, model.name, error);
      refused = error;
      if (compacted === MOST_COMPACTIONS) return overflowed(dependencies, generation, TOO_LONG, refused);
    }
  }
}

const TOO_LONG = 'The prompt is too long for the model, however short it was made.';

/** Nobody can be asked: for a person, at once (R117). */
export function noModel(): GeneratorError {
  return new GeneratorError('configuration', 'it names no model and the service has no default (DSAP_MODEL)');
}

/** Undefined where neither the definition nor the service names one. */
export function modelOf({ input, material }: Generation, defaultModel: string | undefined): ModelSettings | undefined {
  const { definition, step } = definitionOf(material, input.step);
  const rung = { ...definition.defaults, ...step.recovery }.ladder?.[input.rung];
  const { name, ...settings } = mergeModels([definition.model, step.model, rung], defaultModel);
  return name === undefined ? undefined : { name, ...settings };
}

/** What had arrived when the answer was revoked is kept as discarded, with what it cost (R27). */
function ask(
  dependencies: GenerateDependencies,
  generation: Generation,
  { output }: LlmGenerator,
  model: ModelSettings,
  prepared: Prepared,
): Promise<ModelAnswer> {
  const schema = prepared.repair ? repairSchema(output.schema, prepared.repair) : output.schema;
  const request = {
    model,
    messages: prepared.messages,
    constant: prepared.constant,
    ...(schema !== undefined && { schema }),
    faults: generation.material.faults,
  };
  return callModel(dependencies, generation, request, (partial, called) =>
    keepPartial(dependencies, generation, model, prepared, { partial, called }),
  );
}

interface Made {
  readonly model: ModelSettings;
  readonly prepared: Prepared;
  readonly answer: ModelAnswer;
}

async function keep(
  dependencies: GenerateDependencies,
  generation: Generation,
  { output }: LlmGenerator,
  { model, prepared, answer }: Made,
): Promise<GenerateOutput> {
  const whole = answer.text === '' ? (answer.refusal ?? '') : answer.text;
  const finishReason = answer.refusal === undefined ? answer.finishReason : 'refusal';
  const { maxTokens, rawFinishReason, endsWhole, route, answeredBy, price, warnings } = answer;
  const { reasoningTokens } = answer.usage;
  const given = { text: whole, finishReason, rawFinishReason, endsWhole, maxTokens, reasoningTokens };
  const repaired = prepared.repair && takeRepair(given, output, prepared.repair);
  const taken = repaired ?? takeOutput(given, output);
  const text = taken.ok ? taken.text : whole;
  const isPart = taken.ok && !taken.whole;
  const beside = answer.extra && stringifyJson(answer.extra);
  const record = artifactRecord(generation, text, {
    ...provenance({ ...model, ...(maxTokens !== undefined && { maxTokens }) }, prepared.context),
    mediaType: taken.ok ? taken.mediaType : 'text/plain; charset=utf-8',
    usage: answer.usage,
    finishReason,
    ...(rawFinishReason !== undefined && { rawFinishReason }),
    ...(endsWhole && { endsWhole }),
    ...(answer.rawUsage !== undefined && { rawUsage: answer.rawUsage }),
    ...(route && { route }),
    ...(answeredBy !== undefined && { answeredBy }),
    ...(price !== undefined && { price }),
    ...(warnings && { warnings }),
    ...(isPart && { answerDigest: digestOf(whole) }),
    ...(beside !== undefined && { besideDigest: digestOf(beside) }),
  });
  const besides = beside === undefined ? [] : [beside];
  const contents = [text, ...(isPart ? [whole] : []), ...besides, ...prepared.contents];
  const stored = await dependencies.store.artifacts.save(record, contents, answer.settles);
  const settled = await settleAnswer(dependencies, generation, stored, text);
  const notes = [...prepared.notes, ...asNotes(repaired?.notes ?? [])];
  return settled.kind === 'generated' && notes.length > 0 ? { ...settled, notes } : settled;
}

async function keepPartial(
  { store, models }: GenerateDependencies,
  generation: Generation,
  model: ModelSettings,
  prepared: Prepared,
  { partial, called }: { readonly partial: string; readonly called: string },
): Promise<void> {
  const facts = {
    ...provenance(model, prepared.context),
    mediaType: 'text/plain; charset=utf-8',
    finishReason: 'aborted',
    usage: models.usageOf(called, prepared.messages, partial),
  };
  await store.artifacts.save(artifactRecord(generation, partial, facts), [partial, ...prepared.contents]);
}

export function provenance(
  { name, ...parameters }: ModelSettings,
  context: ContextSnapshot,
): Pick<ArtifactRecord, 'model' | 'parameters' | 'context'> {
  return { model: name, parameters, context };
}

/** Gives the call back, to be taken up again when its model may be asked. */
export function deferred(
  { store }: Pick<GenerateDependencies, 'store'>,
  { input, material, call }: Generation,
  error: GeneratorDeferred,
): Promise<Broken> {
  const { runId, token } = input;
  const infraTimeout = outageTimeOf({ input, material });
  const begin: Parameters<typeof deferCall>[0] = (wait) =>
    store.waits.begin({ ...wait, runId, counted: countedOf(input), phase: 'generate' });
  return deferCall(begin, { deferred: error, token, call, infraTimeout });
}

/** What a provider's fault is told as; `model`: as it was asked for, which may be the name of a route. */
export function faultWords(model: string, { entry, status, message }: GeneratorError): string {
  const called = entry === undefined ? model : `${model} → ${entry}`;
  return `${called}${status === undefined ? ' did not answer' : ''}: ${message}`;
}

/** Faults are counted under `counted`, the call's token when left out. */
export async function faulted(
  { store, models }: Pick<GenerateDependencies, 'store' | 'models'>,
  { input, material, call }: Generation,
  model: string,
  error: GeneratorError,
  counted = input.token,
): Promise<Broken> {
  const { runId, token } = input;
  const broken = await noteFault((kept) => store.faults.record(kept), {
    runId,
    token: counted,
    phase: 'generate',
    detail: faultWords(model, error),
    call,
    infraTimeout: outageTimeOf({ input, material }),
    final: error.kind !== 'transport',
    isOutage: error.kind === 'transport',
    isRateLimit: error.isRateLimit,
    endpoint: error.endpoint,
    ...(error.kind === 'quota' && { reason: 'quota' as const }),
    ...(error.retryAfter !== undefined && { retryAfter: error.retryAfter }),
    ...(error.waitUntil !== undefined && { waitUntil: error.waitUntil }),
    ...(error.partial !== undefined && { partial: error.partial }),
    ...(error.usage && { usage: error.usage }),
    ...(error.settles && { settles: error.settles }),
    ...(error.again && { equal: withModels(error.again, otherModels({ input, material }, model, models.named())) }),
  });
  return { ...broken, token };
}

function withModels({ advice, ...again }: PaidAgain, others: string): PaidAgain {
  return { ...again, advice: again.isOfModel ? `${advice}${others}` : advice };
}

/** A context that fits in no way; what the provider said of it is kept with the faults, and told (R65). */
export async function overflowed(
  { store }: Pick<GenerateDependencies, 'store'>,
  { input, call }: Generation,
  detail: string,
  refused: GeneratorError | undefined,
  counted = input.token,
): Promise<Broken> {
  const { runId } = input;
  if (!refused) return overflow({ input }, detail);
  const kept = {
    runId,
    token: counted,
    phase: 'generate',
    detail: refused.message,
    startedAt: call.startedAt,
  } as const;
  const { paid } = await store.faults.record(kept);
  return { ...overflow({ input }, `${detail} ${refused.message}`), ...(paid && { paid }) };
}

/** A prompt that no model could read: a person is asked, and nothing is sent (R131). */
export function notSent({ token }: Generation['input'], detail: string): Broken {
  return { kind: 'broken', token, reason: 'infrastructure', detail };
}

function overflow({ input }: Pick<Generation, 'input'>, detail: string): Broken {
  return { kind: 'broken', token: input.token, reason: 'context_overflow', detail };
}
