import type { Broken } from '../../model/call-result.ts';
import type { GenerateOutput } from '../../ports/calls.ts';
import { mayMove } from '../../topologies/machine/conditions.ts';
import { ruleDecision } from '../../topologies/machine/fallback.ts';
import { artifactRecord } from '../artifact-record.ts';
import { namesFor } from '../calls/scope.ts';
import { definitionOf } from '../definitions.ts';
import { settle } from '../settle.ts';
import { FALLBACK } from './finish-reasons.ts';
import type { GenerateDependencies, Generation } from './generation.ts';

/**
 * In the place of a model that cannot be reached, a rule decides where a machine goes (S2x-2). What a model could have answered stays an
 * infrastructure fault: of any other step, and where no answer is permitted.
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
  const settled = await settle(dependencies, generation, stored, answer);
  const notes = [`a rule decides "${answer}": ${output.detail}`.slice(0, 300)];
  return settled.kind === 'generated' ? { ...settled, notes } : settled;
}

/** Of a model that cannot be asked. */
const UNREACHABLE: ReadonlySet<Broken['reason']> = new Set(['infrastructure', 'quota']);

function decisionFor({ input, material, names }: Generation): string | undefined {
  const { machine } = definitionOf(material, input.step);
  const found = machine?.steps.get(input.step);
  if (!machine || !input.machine || found?.type !== 'transition') return undefined;
  const { map } = found;
  const { state } = input.machine;
  const scope = namesFor(material, input.step, names?.all);
  return ruleDecision(input.step, input.machine, Object.keys(map), (answer) => {
    const to = map[answer];
    return to !== undefined && mayMove(machine, state, to, scope).truth;
  });
}
