import { z } from 'zod';
import { closed } from '../compile/closed.ts';

const settings = closed({
  name: z.string().min(1).describe('Name of the model, as GET /v1/models lists it.').exactOptional(),
  temperature: z.number().min(0).max(2).describe('Sampling temperature, 0 to 2.').exactOptional(),
  topP: z
    .number()
    .min(0)
    .max(1)
    .describe('Nucleus sampling: the share of probability mass that is considered.')
    .exactOptional(),
  seed: z.int().describe('Seed for endpoints that sample reproducibly.').exactOptional(),
  maxTokens: z.int().min(1).describe('The longest answer, in tokens.').exactOptional(),
  stop: z.array(z.string().min(1)).min(1).describe('Texts at which the answer ends.').exactOptional(),
  extra: z
    .record(z.string(), z.unknown())
    .describe('Further fields for the endpoint, passed on as they are.')
    .exactOptional(),
}).meta({
  id: 'ModelDefinition',
  description: 'A model with its sampling settings; fields left out are taken from the outer level.',
});

export const modelSchema = z.union([z.string().min(1).describe('Name of the model.'), settings]);

export type ModelDefinition = z.infer<typeof modelSchema>;
export type ModelFields = z.infer<typeof settings>;

/** Later models win field by field: a step's merges over its definition's (R77). The name falls back to `defaultModel`. */
export function mergeModels(models: readonly (ModelDefinition | undefined)[], defaultModel?: string): ModelFields {
  const start: ModelFields = defaultModel === undefined ? {} : { name: defaultModel };
  return models.reduce<ModelFields>((merged, model) => ({ ...merged, ...fieldsOf(model) }), start);
}

function fieldsOf(model: ModelDefinition | undefined): ModelFields {
  return typeof model === 'string' ? { name: model } : (model ?? {});
}
