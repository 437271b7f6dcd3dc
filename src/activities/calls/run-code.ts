import type { GenerateInput, GenerateOutput } from '../../ports/calls.ts';
import { performCall } from '../call.ts';
import { definitionOf } from '../definitions.ts';
import { generateByCode } from '../generators/by-code.ts';
import { openGeneration, withNames, withoutGenerating } from '../generators/generate.ts';
import type { GenerateDependencies } from '../generators/generation.ts';

/**
 * Makes the artifact of a code step, as `generate` makes those of others. It has a name of its own: what asks no model is no generation
 * in Temporal's history (S2-4-c).
 */
export function createRunCodeActivity(dependencies: GenerateDependencies) {
  return (input: GenerateInput): Promise<GenerateOutput> =>
    performCall(
      dependencies,
      input,
      () => openGeneration(dependencies.store, input),
      async (call) => {
        const generation = await withNames(dependencies, { input, material: call.material, call });
        const early = await withoutGenerating(dependencies, generation);
        const { generator } = definitionOf(call.material, input.step).step;
        if (early) return early;
        if (generator.kind !== 'code') throw new Error(`${input.step} is not made by code`);
        return generateByCode(dependencies, generation, generator);
      },
    );
}
