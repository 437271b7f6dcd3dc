import type { GeneratedText, GeneratorContext } from '../../authoring/define-generator.ts';
import type { GeneratorDefinition } from '../../definitions/schema/definition.ts';
import type { GenerateOutput } from '../../ports/calls.ts';
import { missingPart } from '../../ports/missing-part.ts';
import { withPlainNumbers } from '../../text/exact-json.ts';
import { messageOf } from '../../text/message-of.ts';
import { artifactRecord } from '../artifact-record.ts';
import { definitionOf } from '../definitions.ts';
import { noteFault } from '../infrastructure.ts';
import { answerWith, twiceIn } from '../settle-answer.ts';
import { untilAborted } from '../until-aborted.ts';
import { timeOf } from './call-model.ts';
import type { GenerateDependencies, Generation, Making } from './generation.ts';
import { madeText, NoArtifact } from './made-text.ts';

type CustomGenerator = Extract<GeneratorDefinition, { kind: 'custom' }>;

/** An artifact made by a generator of the user's. What it throws is a fault: retried, and no attempt (R32). */
export async function generateCustom(
  dependencies: GenerateDependencies,
  generation: Generation,
  definition: CustomGenerator,
): Promise<GenerateOutput> {
  const { input, call } = generation;
  const { runId, token, infraTimeout } = input;
  const timeout = AbortSignal.timeout(timeOf(generation));
  try {
    const made = await make(dependencies, generation, definition, AbortSignal.any([call.signal, timeout]));
    const { content, mediaType } = madeText(made);
    const record = artifactRecord(generation, content, { mediaType, finishReason: 'stop' });
    const artifact = await dependencies.store.artifacts.save(record, [content]);
    return await answerWith(dependencies.store, generation, artifact, twiceIn(record, content));
  } catch (error) {
    if (call.signal.aborted) throw error;
    const why = timeout.aborted ? 'it took longer than the step allows' : messageOf(error);
    const isMissing = !dependencies.parts.generator(definition.use);
    const detail = isMissing
      ? missingPart('generator', definition.use, dependencies.parts.generators())
      : `The generator ${definition.use} broke: ${why}`;
    return noteFault((kept) => dependencies.store.faults.record(kept), {
      runId,
      token,
      phase: 'generate',
      detail,
      call,
      infraTimeout,
      final: error instanceof NoArtifact,
    });
  }
}

async function make(
  { parts }: GenerateDependencies,
  generation: Generation,
  { use, with: options }: CustomGenerator,
  signal: AbortSignal,
): Promise<GeneratedText> {
  const generator = parts.generator(use);
  if (!generator) throw new Error('this worker has none of that name');
  const facts = attemptFacts(generation);
  const made = generator.generate(generator.options.parse(withPlainNumbers(options ?? {})), {
    ...facts,
    input: withPlainNumbers(facts.input),
    signal,
  });
  return untilAborted(Promise.resolve(made), signal);
}

/** What generators that are not dsap's own may see of an attempt. */
export function attemptFacts({ input, material }: Making): Omit<GeneratorContext, 'signal'> {
  const { runId, step, epoch, attempt, token } = input;
  const { definition } = definitionOf(material, step);
  return {
    input: material.run.input,
    specification: material.run.specification ?? definition.specification ?? '',
    constraints: definition.constraints ?? '',
    artifacts: Object.fromEntries(Object.entries(material.dependencies).map(([id, { text }]) => [id, text])),
    history: material.history.map(({ text, verdict }) => ({ text, feedback: verdict.feedback })),
    runId,
    step,
    epoch,
    attempt,
    idempotencyKey: `${runId}/${token}`,
  };
}
