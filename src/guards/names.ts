import type { Lookup } from '../domain/template.ts';
import { templateLookup as lookupWith } from '../domain/template-values.ts';
import type { GuardContext } from './guard.ts';

/** What templates in the options of a guard may name (R108, R113); `{artifact}` and `{text}` are what is judged. */
export function templateLookup(context: GuardContext): Lookup {
  const { artifact, dependencies, input, inputSchema, specification, constraints, runId, step, attempt } = context;
  const values = { text: artifact.text, input, specification, constraints, run: { id: runId }, step, attempt };
  const lookup = lookupWith({ values, artifacts: dependencies, inputSchema });
  return (path) => (path.length === 1 && path[0] === 'artifact' ? artifact.text : lookup(path));
}
