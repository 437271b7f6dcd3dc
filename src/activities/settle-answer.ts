import { outputOf } from '../definitions/scope/roles.ts';
import type { FinishReason } from '../generators/generator.ts';
import { placedErrors } from '../guards/isolation/placed-errors.ts';
import { GENERATOR_VALIDATION, type PlacedError, type Verdict } from '../model/verdict.ts';
import type { GenerateOutput } from '../ports/calls.ts';
import type { ArtifactRecord } from '../ports/store/artifacts.ts';
import type { CallStore } from '../ports/store/store.ts';
import { FINISH_REASONS, type OutputFormat, schemaFeedback } from '../prompts/content-failure.ts';
import { type GaveUp, gaveUp } from '../prompts/gave-up.ts';
import { namedTwice } from '../prompts/named-twice.ts';
import { takeOutput } from '../prompts/output.ts';
import { takeRepair } from '../prompts/repair.ts';
import { parseJson } from '../text/exact-json.ts';
import { fieldOf } from '../text/loose.ts';
import { signatureOf } from '../text/normalise.ts';
import { alikeOf } from './alike.ts';
import { movesOf } from './calls/moves.ts';
import { unfilledFeedback } from './calls/names-of-nothing.ts';
import { definitionOf } from './definitions.ts';
import { BROKEN_CODE, FALLBACK, UNFILLED } from './generators/finish-reasons.ts';
import type { GenerateDependencies, Making } from './generators/generation.ts';
import { repairFor } from './generators/prepare-prompt.ts';

/**
 * What a stored answer means for the run. It follows from what is stored alone, so a worker that dies after storing it changes
 * nothing. A content failure is a `retry` of the pseudo-guard; the step's own guard is not run (running 5).
 */
export async function settleAnswer(
  { store, schemaErrors }: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  making: Making,
  artifact: ArtifactRecord,
  text: string,
): Promise<GenerateOutput> {
  const { input, material, names } = making;
  const failure = artifact.source === 'generated' ? failureOf(making, artifact, text, schemaErrors) : undefined;
  const answer = await answerWith(store, making, artifact, failure, text);
  if (!('rejected' in answer) || !answer.rejected) return answer;
  // A person may accept it all the same, and given up by its policy the step asks for its move too (R88).
  const { move } = movesOf(input, material, names, { artifact, text })?.asked({ verdict: 'retry' }) ?? {};
  return { ...answer, rejected: { ...answer.rejected, ...(move && { move }) } };
}

/** Why what was made is not usable, and where the errors are. */
interface Failure {
  readonly feedback: string;
  readonly data?: { readonly errors: readonly PlacedError[] };
  /** No further try is worth its price: what to change, for a person (R32). */
  readonly advice?: string;
}

/** The answer of a call that has stored its artifact; with a failure, the artifact, `text`, is rejected before any guard (running 5). */
export async function answerWith(
  store: Pick<CallStore, 'verdicts'>,
  { input, material }: Making,
  { id: artifactId, digest, usage, source, warnings }: ArtifactRecord,
  failure: Failure | undefined,
  text = '',
): Promise<GenerateOutput> {
  const { paid } = material;
  const made = { kind: 'generated', token: input.token, artifactId, digest, usage, source } as const;
  const answer = { ...made, ...(paid && { paid }), ...(warnings && { warnings }) };
  if (failure === undefined) return answer;
  const { role } = definitionOf(material, input.step).step;
  const given = gaveUp(role, text, failure.feedback);
  const verdict = given
    ? asRejected(given)
    : { ...rejection(failure.feedback), ...(failure.data && { data: failure.data }) };
  const saved = await store.verdicts.save(input.runId, input.token, artifactId, verdict);
  const { guard, signature = '' } = saved;
  const alike = alikeOf(material.run, input.step, material.history, saved);
  const { advice } = failure;
  const rejected = { guard, signature, ...(alike.length > 0 && { alike }), ...(advice !== undefined && { advice }) };
  return { ...answer, rejected };
}

/** Undefined when what was made is usable. Code and programs that broke say so themselves. */
function failureOf(
  making: Making,
  artifact: ArtifactRecord,
  text: string,
  schemaErrors: GenerateDependencies['schemaErrors'],
): Failure | undefined {
  const { step } = definitionOf(making.material, making.input.step);
  const { kind } = step.generator;
  if (kind === 'code' || kind === 'command')
    return artifact.finishReason === BROKEN_CODE ? { feedback: text } : twiceIn(artifact, text);
  if (kind === 'fixed') return artifact.finishReason === UNFILLED ? { feedback: unfilledFeedback(text) } : undefined;
  const isAnswer = kind === 'llm' && artifact.finishReason !== FALLBACK;
  return isAnswer ? contentFailure(making, artifact, text, { output: outputOf(step), schemaErrors }) : undefined;
}

/** What is wrong with what is handed in as JSON and names a member twice (R97); undefined where nothing is. */
export function twiceIn({ mediaType }: Pick<ArtifactRecord, 'mediaType'>, text: string): Failure | undefined {
  const feedback = /^application\/(?:[\w.-]+\+)?json\b/.test(mediaType) ? namedTwice(text) : undefined;
  return feedback === undefined ? undefined : { feedback };
}

/** Undefined when the answer is usable. */
function contentFailure(
  making: Making,
  { answerDigest, finishReason, rawFinishReason, endsWhole, parameters, usage }: ArtifactRecord,
  text: string,
  { output, schemaErrors }: { readonly output: OutputFormat } & Pick<GenerateDependencies, 'schemaErrors'>,
): Failure | undefined {
  // An artifact that was taken out of a longer answer, or merged with one, was usable then.
  if (answerDigest === undefined) {
    const answer = {
      text,
      finishReason: asFinishReason(finishReason),
      rawFinishReason,
      endsWhole,
      maxTokens: limitIn(parameters),
      reasoningTokens: usage.reasoningTokens,
    };
    const repair = repairFor(making);
    const taken = repair ? takeRepair(answer, output, repair) : takeOutput(answer, output);
    if (!taken.ok) return { feedback: taken.feedback };
  }
  if (output.schema === undefined) return undefined;
  const errors = schemaErrors(output.schema, parseJson(text));
  return errors.length === 0 ? undefined : { feedback: schemaFeedback(errors), ...placedErrors(errors) };
}

/** What was made is not usable, whatever the step's own guard would say (running 5). */
export function rejection(feedback: string, guard: string = GENERATOR_VALIDATION): Verdict {
  const signature = signatureOf(feedback);
  return { verdict: 'retry', feedback, guard, signature, nature: 'deterministic', durationMs: 0, subResults: [] };
}

/** The same, with what a worker says of itself where it gave up (R90). */
export function asRejected({ feedback, data }: GaveUp): Verdict {
  return { ...rejection(feedback), ...(data && { data, signature: signatureOf(data.reason) }) };
}

/** That was in force, as the artifact's provenance has it. */
function limitIn(parameters: ArtifactRecord['parameters']): number | undefined {
  const limit = fieldOf(parameters, 'maxTokens');
  return typeof limit === 'number' ? limit : undefined;
}

function asFinishReason(word: string | undefined): FinishReason {
  return FINISH_REASONS.find((reason) => reason === word) ?? 'stop';
}
