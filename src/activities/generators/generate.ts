import { outputOf } from '../../definitions/scope/roles.ts';
import { topologyWorkOf } from '../../definitions/topology-work.ts';
import type { GenerateInput, GenerateOutput, GenerateStep } from '../../ports/calls.ts';
import type { CallMaterial } from '../../ports/store/calls.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { stoppedByBudget } from '../budget-exhausted.ts';
import { performCall, storingEvents } from '../call.ts';
import { ownNames } from '../calls/own-names.ts';
import { whenIsFalse } from '../calls/when.ts';
import { definitionOf } from '../definitions.ts';
import { settleAnswer } from '../settle-answer.ts';
import { generateByModel } from './by-model.ts';
import { orByRule } from './by-rule.ts';
import { generateCustom } from './custom.ts';
import { generateFixed } from './fixed.ts';
import type { GenerateDependencies, Generation, Making } from './generation.ts';
import { generateOutside } from './outside.ts';
import { takeSeed } from './seeds.ts';

/**
 * QUERY-LLM: makes one artifact and stores it before any guard sees it (formal A.3). The token is the key: an answer that is
 * stored under it already is answered again and nothing is paid twice (R27).
 */
export function createGenerateActivity(dependencies: GenerateDependencies) {
  return (input: GenerateInput): Promise<GenerateStep> =>
    performCall(
      dependencies,
      input,
      () => openGeneration(dependencies.store, input),
      (call) => generate(dependencies, { input, material: call.material, call }),
    );
}

/** What is read was stored before this call was scheduled, so what rides on it is stored meanwhile. */
export function openGeneration(store: CallStore, input: GenerateInput): Promise<CallMaterial> {
  return store.calls.open({ ...input, phase: 'generate' }, storingEvents(store, input));
}

async function generate(dependencies: GenerateDependencies, called: Generation): Promise<GenerateStep> {
  const generation = await withNames(dependencies, called);
  const early = await withoutGenerating(dependencies, generation);
  if (early) return early;
  const { input, material } = generation;
  const { step } = definitionOf(material, input.step);
  const { generator } = step;
  switch (generator.kind) {
    case 'fixed':
      return generateFixed(dependencies, generation, generator);
    case 'llm':
      return orByRule(
        dependencies,
        generation,
        await generateByModel(dependencies, generation, { ...generator, output: outputOf(step) }),
      );
    case 'code':
      throw new Error(`${input.step} is made by code, not by a call of this kind`);
    case 'command':
      throw new Error(`${input.step} is made by a program in a sandbox, not by a call of this kind`);
    case 'custom':
      return stoppedByBudget(generation) ?? generateCustom(dependencies, generation, generator);
    case 'external':
      return generateOutside(dependencies, generation, generator);
    case 'human':
      throw new Error(`${input.step} is made by a person, not by a call`);
    case 'agent':
      throw new Error(`${input.step} is made in turns, not by one call`);
  }
}

/** What makes a call needless: an answer that is stored already, a seed, what a fork leaves waived, a condition that is false and was not asked before. Undefined: nothing does. */
export async function withoutGenerating(
  dependencies: Pick<GenerateDependencies, 'store' | 'schemaErrors'>,
  generation: Making,
): Promise<GenerateOutput | undefined> {
  const { input, material } = generation;
  const seed = material.run.seeds[input.step];
  // Also where it is stored already: the answer alone does not say that no guard is to judge it.
  if (seed !== undefined && input.n === 1) return takeSeed(dependencies, generation, seed);
  if (material.answer) return settleAnswer(dependencies, generation, material.answer.artifact, material.answer.text);
  if (material.run.waived?.includes(input.step) && input.epoch === 1)
    return { kind: 'skipped', token: input.token, reason: 'waived in the origin' };
  // Of runs from before R103: once in an epoch, before anything is generated (R37).
  const { when } = definitionOf(material, input.step).step;
  const skip = input.attempt === 1 && input.whenAsked !== true ? whenIsFalse(when, generation) : undefined;
  return skip && { kind: 'skipped', token: input.token, ...skip };
}

/** What the variables of a machine are read for: a call, and what was read for it. */
interface Named {
  readonly input: Pick<GenerateInput, 'step' | 'machine'>;
  readonly material: CallMaterial;
}

/** Of a state machine, with its variables. */
export async function withNames<Made extends Named>(
  { store }: Pick<GenerateDependencies, 'store'>,
  generation: Made,
): Promise<Made & Pick<Making, 'names'>> {
  const { input, material } = generation;
  if (!input.machine) return generation;
  const digests = topologyWorkOf(material.run.plan.topology).textsFor(input, material.document);
  const texts = digests.length === 0 ? new Map<string, string>() : await store.contents.get(digests);
  return { ...generation, names: ownNames(input, material, texts) };
}
