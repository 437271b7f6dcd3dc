import { bindingText } from '../domain/and-or/binding.ts';
import { bindingMade } from '../domain/scope/known.ts';
import { lookupWith } from '../domain/scope/scope.ts';
import type { Lookup } from '../domain/template.ts';
import { definitionOf } from './definitions.ts';
import { attemptFacts } from './generate-custom.ts';
import type { GenerateDependencies, Making } from './generation.ts';
import { guidanceFor, injectedSummaries } from './injections.ts';
import { valuesOf } from './prepare-prompt.ts';

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
