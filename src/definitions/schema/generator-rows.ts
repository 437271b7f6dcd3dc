import { z } from 'zod';
import type { GeneratorRow } from '../../ports/catalogues.ts';
import { describedBy, exampleIn } from '../parse/described.ts';
import { generatorSchema } from './generator.ts';

/** The generator kinds this version offers, each with the JSON Schema of what a definition writes. */
export function generatorRows(): readonly GeneratorRow[] {
  return generatorSchema.options.map((option) => {
    const schema = z.toJSONSchema(option, { target: 'draft-2020-12' });
    return { kind: option.shape.kind.value, ...describedBy(schema, ['kind']), example: exampleIn(schema), schema };
  });
}
