import type { Scope } from '../expressions/evaluate.ts';
import { lookupWith } from '../expressions/scope/scope.ts';
import type { Lookup } from '../expressions/template.ts';
import { isObject } from '../expressions/values.ts';
import type { GuardContext } from './guard.ts';
import { parseJson } from './isolation/parse-json.ts';

/**
 * What an expression of a guard may name (R108). `artifact` is what is judged, its value where it parses as JSON: a name below it is a
 * field of it and nothing else, whatever steps there are. `deps` are those that it is given; structures are read in what parses, too.
 */
export function expressionScope(context: GuardContext): Scope {
  const { artifact, names } = context;
  const parsed = parseJson(artifact.text);
  const known = { ...ownNames(context), ...names?.expressions };
  return {
    ...known,
    artifact: parsed.ok ? parsed.value : artifact.text,
    text: artifact.text,
    deps: structures({ ...context.dependencies, ...Object(known['deps']) }),
    binding: structures(Object(known['binding'])),
  };
}

/** What templates of a guard's options may name: `{artifact}` is what is judged, `{artifact.<step>}` the step's. */
export function templateLookup(context: GuardContext): Lookup {
  const { artifact, attempt, dependencies, inputSchema, names } = context;
  const values = { ...ownNames(context), ...names?.templates, attempt, text: artifact.text };
  const texts = { ...names?.texts, ...dependencies };
  const lookup = lookupWith(values, { artifact: texts, deps: texts, binding: texts }, inputSchema);
  return (path) => (path.length === 1 && path[0] === 'artifact' ? artifact.text : lookup(path));
}

function ownNames({ input, specification, constraints, runId, step, dependencies }: GuardContext): Scope {
  return { input, deps: dependencies, specification, constraints, run: { id: runId }, step };
}

/** Of texts that nobody has called JSON only objects and lists are read as such, since `"42"` may be meant as text. */
function structures(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, structureOr(value)]));
}

function structureOr(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok && (Array.isArray(parsed.value) || isObject(parsed.value)) ? parsed.value : value;
}
