import type { StepDefinition } from '../definitions/schema/definition.ts';
import { outputOf } from '../definitions/scope/roles.ts';
import type { FinishReason } from '../generators/generator.ts';
import { GENERATOR_VALIDATION, type Verdict } from '../model/verdict.ts';
import type { GenerateOutput } from '../ports/calls.ts';
import type { ArtifactRecord } from '../ports/store/artifacts.ts';
import type { CallStore } from '../ports/store/store.ts';
import { type OutputFormat, schemaFeedback } from '../prompts/content-failure.ts';
import { type GaveUp, gaveUp } from '../prompts/gave-up.ts';
import { namedTwice } from '../prompts/named-twice.ts';
import { takeOutput } from '../prompts/output.ts';
import { parseJson } from '../text/exact-json.ts';
import { fieldOf } from '../text/loose.ts';
import { signatureOf } from '../text/normalise.ts';
import { alikeOf } from './alike.ts';
import { movesOf } from './calls/moves.ts';
import { unfilledFeedback } from './calls/names-of-nothing.ts';
import { definitionOf } from './definitions.ts';
import { BROKEN_CODE, FALLBACK, UNFILLED } from './generators/finish-reasons.ts';
import type { GenerateDependencies, Making } from './generators/generation.ts';

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
  const { step } = definitionOf(material, input.step);
  const feedback = artifact.source === 'generated' ? failureOf(step, artifact, text, schemaErrors) : undefined;
  const answer = await answerWith(store, making, artifact, feedback, text);
  if (!('rejected' in answer) || !answer.rejected) return answer;
  // A person may accept it all the same, and given up by its policy the step asks for its move too (R88).
  const { move } = movesOf(input, material, names, { artifact, text })?.asked({ verdict: 'retry' }) ?? {};
  return { ...answer, rejected: { ...answer.rejected, ...(move && { move }) } };
}

/** The answer of a call that has stored its artifact; with feedback, the artifact, `text`, is rejected before any guard (running 5). */
export async function answerWith(
  store: Pick<CallStore, 'verdicts'>,
  { input, material }: Making,
  { id: artifactId, digest, usage, source }: ArtifactRecord,
  feedback: string | undefined,
  text = '',
): Promise<GenerateOutput> {
  const { paid } = material;
  const made = { kind: 'generated', token: input.token, artifactId, digest, usage, source } as const;
  const answer = { ...made, ...(paid && { paid }) };
  if (feedback === undefined) return answer;
  const { role } = definitionOf(material, input.step).step;
  const verdict = asRejected(gaveUp(role, text, feedback) ?? { feedback });
  const saved = await store.verdicts.save(input.runId, input.token, artifactId, verdict);
  const { guard, signature = '' } = saved;
  const alike = alikeOf(material.run, input.step, material.history, saved);
  return { ...answer, rejected: { guard, signature, ...(alike.length > 0 && { alike }) } };
}

/** The feedback that says why what was made is not usable; undefined when it is. Code and programs that broke say so themselves. */
function failureOf(
  step: StepDefinition,
  artifact: ArtifactRecord,
  text: string,
  schemaErrors: GenerateDependencies['schemaErrors'],
): string | undefined {
  const { kind } = step.generator;
  if (kind === 'code' || kind === 'command')
    return artifact.finishReason === BROKEN_CODE ? text : twiceIn(artifact, text);
  if (kind === 'fixed') return artifact.finishReason === UNFILLED ? unfilledFeedback(text) : undefined;
  const isAnswer = kind === 'llm' && artifact.finishReason !== FALLBACK;
  return isAnswer ? contentFailure(artifact, text, outputOf(step), schemaErrors) : undefined;
}

/** What is wrong with what is handed in as JSON and names a member twice (R97); undefined where nothing is. */
export function twiceIn({ mediaType }: Pick<ArtifactRecord, 'mediaType'>, text: string): string | undefined {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(mediaType) ? namedTwice(text) : undefined;
}

/** The feedback that says why the answer is not usable; undefined when it is. */
function contentFailure(
  { answerDigest, finishReason, rawFinishReason, endsWhole, parameters }: ArtifactRecord,
  text: string,
  output: OutputFormat,
  schemaErrors: GenerateDependencies['schemaErrors'],
): string | undefined {
  // An artifact that was taken out of a longer answer was usable then.
  const taken =
    answerDigest === undefined
      ? takeOutput(
          {
            text,
            finishReason: asFinishReason(finishReason),
            rawFinishReason,
            endsWhole,
            maxTokens: limitIn(parameters),
          },
          output,
        )
      : { ok: true as const, text };
  if (!taken.ok) return taken.feedback;
  if (output.schema === undefined) return undefined;
  const errors = schemaErrors(output.schema, parseJson(taken.text));
  return errors.length === 0 ? undefined : schemaFeedback(errors);
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

const FINISH_REASONS: readonly FinishReason[] = [
  'stop',
  'length',
  'too_long',
  'content_filter',
  'refusal',
  'tool_calls',
  'other',
  'prompt_filter',
];

function asFinishReason(word: string | undefined): FinishReason {
  return FINISH_REASONS.find((reason) => reason === word) ?? 'stop';
}
