import { schemaErrors } from '../../guards/isolation/schema-errors.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { below } from '../../text/pointer.ts';

/** Says where an input does not fit its JSON Schema; what is missing has its own pointer. */
export function inputIssues(schema: unknown, value: unknown): readonly Issue[] {
  return schemaErrors(schema, value).map(({ instancePath, params, message = 'does not fit the schema' }) => {
    const missing = params?.['missingProperty'];
    const pointer = typeof missing === 'string' ? below(instancePath, missing) : instancePath;
    return { pointer, code: 'invalid_input', detail: message };
  });
}
