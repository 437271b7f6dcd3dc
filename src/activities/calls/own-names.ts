import { type OwnNames, topologyWorkOf } from '../../definitions/topology-work.ts';
import type { GenerateInput } from '../../ports/calls.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import { definitionOf } from '../definitions.ts';

/** What a call may name that only its topology knows (R70); undefined: nothing. `texts` are those that `textsFor` asks for. */
export function ownNames(
  input: Pick<GenerateInput, 'step' | 'machine'>,
  material: Pick<CallMaterial, 'run' | 'document' | 'dependencies'>,
  texts: ReadonlyMap<string, string>,
): OwnNames | undefined {
  const read = definitionOf(material, input.step);
  return topologyWorkOf(material.run.plan.topology).names({ input, material, read }, texts);
}
