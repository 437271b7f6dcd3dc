import { bindingMade } from '../../definitions/scope/known.ts';
import { bindingText } from '../../expressions/scope/binding.ts';
import { lookupWith } from '../../expressions/scope/scope.ts';
import type { Lookup } from '../../expressions/template.ts';
import { definitionOf } from '../definitions.ts';
import { attemptFacts } from '../generators/custom.ts';
import type { GenerateDependencies, Making } from '../generators/generation.ts';
import { guidanceFor, injectedSummaries } from '../generators/injections.ts';
import { valuesOf } from '../generators/prepare-prompt.ts';

/** What templates of a generator may name that is no model: what those of a prompt may (design 3, R108, R113). */
export async function lookupFor(store: GenerateDependencies['store'], making: Making): Promise<Lookup> {
  const { input, material } = making;
  const { artifacts, history } = attemptFacts(making);
  const [summaries, guidance] = await Promise.all([
    injectedSummaries(store, input),
    guidanceFor(store, input.injected),
  ]);
  const { definition, machine } = definitionOf(material, input.step);
  const values = {
    ...valuesOf(making),
    feedback: history.at(-1)?.feedback ?? '',
    injected: [...summaries, ...guidance].map(({ text }) => text).join('\n\n'),
  };
  const bindings = Object.entries(material.dependencies).map(
    ([id, made]) => [id, bindingText(bindingMade(definition, id, made))] as const,
  );
  const texts = { artifact: artifacts, deps: artifacts, binding: Object.fromEntries(bindings) };
  return lookupWith(values, texts, machine ? undefined : definition.input);
}
