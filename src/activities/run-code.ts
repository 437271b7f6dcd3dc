import type { GenerateInput, GenerateOutput } from '../domain/calls.ts';
import { performCall } from './call.ts';
import { definitionOf } from './definitions.ts';
import { openGeneration, withNames, withoutGenerating } from './generate.ts';
import { generateByCode } from './generate-by-code.ts';
import type { GenerateDependencies } from './generation.ts';

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
