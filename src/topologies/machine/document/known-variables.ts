import { parseCode } from '../../../expressions/code.ts';
import { declaredFields } from '../../../expressions/scope/input-fields.ts';
import { fieldOf, itemsOf } from '../../../text/loose.ts';
import { BUILT_IN_VARIABLES } from '../variables.ts';

/** The variables of a machine that its document tells of: built in, declared, of the input's schema, and set by code (R70). */
export function knownVariables(document: unknown): readonly string[] {
  return [...BUILT_IN_VARIABLES, 'context', ...variablesSet(document)];
}

/** Those that are not built in: the document's, fields that the input declares, and those that code sets. */
export function variablesSet(document: unknown): readonly string[] {
  const input = fieldOf(document, 'input');
  const code = itemsOf(fieldOf(fieldOf(document, 'workflow'), 'steps')).map((step) => fieldOf(step, 'code'));
  return [
    ...Object.keys(Object(fieldOf(document, 'variables'))),
    ...(declaredFields(input, input)?.properties.keys() ?? []),
    ...code.flatMap((text) => (typeof text === 'string' ? setBy(text) : [])),
  ];
}

function setBy(code: string): readonly string[] {
  const parsed = parseCode(code);
  return parsed.ok ? parsed.statements.flatMap(({ target }) => (target?.kind === 'variable' ? [target.name] : [])) : [];
}
