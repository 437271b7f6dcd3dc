import type { GenerateInput, GenerateOutput } from '../domain/calls.ts';
import { performCall } from './call.ts';
import { definitionOf } from './definitions.ts';
import { generateByCode } from './generate-by-code.ts';
import { generateByModel } from './generate-by-model.ts';
import { orByRule } from './generate-by-rule.ts';
import { generateFixed } from './generate-fixed.ts';
import type { GenerateDependencies, Generation } from './generation.ts';
import { machineNames } from './machine-names.ts';
import { takeSeed } from './seeds.ts';
import { settle } from './settle.ts';
import { whenIsFalse } from './when.ts';

/**
 * QUERY-LLM: makes one artifact and stores it before any guard sees it (formal A.3). The token is the key: an answer that is
 * stored under it already is answered again and nothing is paid twice (R27).
 */
export function createGenerateActivity(dependencies: GenerateDependencies) {
  return (input: GenerateInput): Promise<GenerateOutput> =>
    performCall(
      dependencies,
      input,
      () => dependencies.store.calls.load({ ...input, phase: 'generate' }),
      (call) => generate(dependencies, { input, material: call.material, call }),
    );
}

async function generate(dependencies: GenerateDependencies, called: Generation): Promise<GenerateOutput> {
  const { input, material } = called;
  const { step } = definitionOf(material, input.step);
  if (material.answer) return settle(dependencies, called, material.answer.artifact, material.answer.text);
  const seed = material.run.seeds[input.step];
  if (seed !== undefined && input.n === 1) return takeSeed(dependencies, called, seed);
  const generation = { ...called, names: await machineNames(dependencies.store, input, material) };
  // Asked once in an epoch, before anything is generated (R37).
  const skip = input.attempt === 1 ? whenIsFalse(step.when, generation) : undefined;
  if (skip !== undefined) return { kind: 'skipped', token: input.token, ...skip };
  switch (step.generator.kind) {
    case 'fixed':
      return generateFixed(dependencies, generation, step.generator);
    case 'code':
      return generateByCode(dependencies, generation, step.generator);
    case 'human':
      throw new Error(`${input.step} is made by a person, not by a call`);
    case 'llm':
      return orByRule(dependencies, generation, await generateByModel(dependencies, generation, step.generator));
  }
}
