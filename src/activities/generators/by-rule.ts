import { topologyWorkOf } from '../../definitions/topology-work.ts';
import type { Broken } from '../../model/call-result.ts';
import type { GenerateOutput } from '../../ports/calls.ts';
import { artifactRecord } from '../artifact-record.ts';
import { definitionOf } from '../definitions.ts';
import { settleAnswer } from '../settle-answer.ts';
import { FALLBACK } from './finish-reasons.ts';
import type { GenerateDependencies, Generation } from './generation.ts';

/**
 * In the place of a model that cannot be reached, a rule of the topology answers (S2x-2). Where it has none for the step, what a model
 * could have answered stays an infrastructure fault.
 */
export async function orByRule(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Generation,
  output: GenerateOutput,
): Promise<GenerateOutput> {
  if (output.kind !== 'broken' || !UNREACHABLE.has(output.reason)) return output;
  const answer = decisionFor(generation);
  if (answer === undefined) return output;
  const record = artifactRecord(generation, answer, { mediaType: 'text/plain; charset=utf-8', finishReason: FALLBACK });
  const stored = await dependencies.store.artifacts.save(record, [answer]);
  const settled = await settleAnswer(dependencies, generation, stored, answer);
  const notes = [`a rule decides "${answer}": ${output.detail}`.slice(0, 300)];
  return settled.kind === 'generated' ? { ...settled, notes } : settled;
}

/** Of a model that cannot be asked. */
const UNREACHABLE: ReadonlySet<Broken['reason']> = new Set(['infrastructure', 'quota']);

function decisionFor({ input, material, names }: Generation): string | undefined {
  const read = definitionOf(material, input.step);
  return topologyWorkOf(material.run.plan.topology).ruleAnswer({ input, material, read, names });
}
