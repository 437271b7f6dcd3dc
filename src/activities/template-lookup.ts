import type { Lookup } from '../domain/template.ts';
import { templateLookup } from '../domain/template-values.ts';
import { definitionOf } from './definitions.ts';
import { attemptFacts } from './generate-custom.ts';
import type { GenerateDependencies, Making } from './generation.ts';
import { guidanceFor, injectedSummaries } from './injections.ts';
import { valuesOf } from './prepare-prompt.ts';

/** What templates of a generator may name that is no model: what those of a prompt may (design 3, R113). */
export async function lookupFor(store: GenerateDependencies['store'], making: Making): Promise<Lookup> {
  const { input, material, names } = making;
  const { artifacts, history, specification, constraints } = attemptFacts(making);
  const [summaries, guidance] = await Promise.all([
    injectedSummaries(store, input),
    guidanceFor(store, input.injected),
  ]);
  const { definition, machine } = definitionOf(material, input.step);
  const values = {
    ...names?.all,
    ...(names && { context: names.all }),
    specification,
    constraints,
    feedback: history.at(-1)?.feedback ?? '',
    injected: [...summaries, ...guidance].map(({ text }) => text).join('\n\n'),
    ...valuesOf(input, material),
  };
  return templateLookup({ values, artifacts, ...(!machine && { inputSchema: definition.input }) });
}
