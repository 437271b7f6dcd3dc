import { z } from 'zod';
import type { GeneratorRow } from '../catalogues.ts';
import { generatorSchema } from './generator.ts';

/** The generator kinds this version offers, each with the JSON Schema of what a definition writes. */
export function generatorRows(): readonly GeneratorRow[] {
  return generatorSchema.options.map((option) => ({
    kind: option.shape.kind.value,
    schema: z.toJSONSchema(option, { target: 'draft-2020-12' }),
  }));
}
