import type { GenerateOutput } from '../domain/calls.ts';
import { type OutputFormat, schemaFeedback } from '../domain/content-failure.ts';
import type { GeneratorDefinition } from '../domain/definition/definition.ts';
import { signatureOf } from '../domain/normalise.ts';
import { takeOutput } from '../domain/output.ts';
import type { ArtifactRecord } from '../domain/store.ts';
import { GENERATOR_VALIDATION, type Verdict } from '../domain/verdict.ts';
import type { FinishReason } from '../generators/generator.ts';
import { alikeOf } from './alike.ts';
import { definitionOf } from './definitions.ts';
import { BROKEN_CODE, FALLBACK } from './finish-reasons.ts';
import type { GenerateDependencies, Generation } from './generation.ts';

/**
 * What a stored answer means for the run. It follows from what is stored alone, so a worker that dies after storing it changes
 * nothing. A content failure is a `retry` of the pseudo-guard; the step's own guard is not run (running 5).
 */
export async function settle(
  { store, schemaErrors }: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  { input, material }: Generation,
  artifact: ArtifactRecord,
  text: string,
): Promise<GenerateOutput> {
  const { id: artifactId, digest, usage, source } = artifact;
  const answer = { kind: 'generated', token: input.token, artifactId, digest, usage, source } as const;
  const { generator } = definitionOf(material, input.step).step;
  if (source !== 'generated') return answer;
  const feedback = failureOf(generator, artifact, text, schemaErrors);
  if (feedback === undefined) return answer;
  const verdict = rejection(feedback);
  const saved = await store.verdicts.save(input.runId, input.token, artifactId, verdict);
  const { guard, signature = '' } = saved;
  const alike = alikeOf(material.run, input.step, material.history, saved);
  return { ...answer, rejected: { guard, signature, ...(alike.length > 0 && { alike }) } };
}

/** The feedback that says why what was made is not usable; undefined when it is. Code that broke says so itself. */
function failureOf(
  generator: GeneratorDefinition,
  artifact: ArtifactRecord,
  text: string,
  schemaErrors: GenerateDependencies['schemaErrors'],
): string | undefined {
  if (generator.kind === 'code') return artifact.finishReason === BROKEN_CODE ? text : undefined;
  return generator.kind === 'llm' && artifact.finishReason !== FALLBACK
    ? contentFailure(artifact, text, generator.output ?? {}, schemaErrors)
    : undefined;
}

/** The feedback that says why the answer is not usable; undefined when it is. */
function contentFailure(
  { answerDigest, finishReason }: ArtifactRecord,
  text: string,
  output: OutputFormat,
  schemaErrors: GenerateDependencies['schemaErrors'],
): string | undefined {
  // An artifact that was taken out of a longer answer was usable then.
  const taken =
    answerDigest === undefined
      ? takeOutput({ text, finishReason: asFinishReason(finishReason) }, output)
      : { ok: true as const, text };
  if (!taken.ok) return taken.feedback;
  if (output.schema === undefined) return undefined;
  const errors = schemaErrors(output.schema, JSON.parse(taken.text));
  return errors.length === 0 ? undefined : schemaFeedback(errors);
}

function rejection(feedback: string): Verdict {
  const guard = GENERATOR_VALIDATION;
  const signature = signatureOf(feedback);
  return { verdict: 'retry', feedback, guard, signature, nature: 'deterministic', durationMs: 0, subResults: [] };
}

const FINISH_REASONS: readonly FinishReason[] = ['stop', 'length', 'content_filter', 'refusal', 'tool_calls'];

function asFinishReason(word: string | undefined): FinishReason {
  return FINISH_REASONS.find((reason) => reason === word) ?? 'stop';
}
