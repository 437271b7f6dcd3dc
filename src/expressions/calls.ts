import { type Expression, FORBIDDEN_KEYS, FUNCTIONS, METHODS } from './expression.ts';
import { arityProblem } from './functions.ts';
import { methodArityProblem } from './methods.ts';

/** `name(…)`. Throws an `Error` in words for what is none of the functions. */
export function called(name: string, values: readonly Expression[]): Expression {
  const known = FUNCTIONS.find((candidate) => candidate === name);
  if (known === undefined) throw new Error(`there is no function "${name}"; there are ${FUNCTIONS.join(', ')}`);
  const problem = arityProblem(known, values.length);
  if (problem !== undefined) throw new Error(problem);
  const [, key] = values;
  if (known === 'get' && key?.kind === 'literal' && FORBIDDEN_KEYS.has(String(key.value)))
    throw new Error(`the property "${String(key.value)}" cannot be read`);
  return { kind: 'call', name: known, arguments: values };
}

/** `x.name(…)`: `x.get("key", 0)` is `get(x, "key", 0)`, all others are methods of texts. */
export function calledOn(object: Expression, name: string, values: readonly Expression[]): Expression {
  if (name === 'get') return called('get', [object, ...values]);
  const known = METHODS.find((candidate) => candidate === name);
  if (known === undefined)
    throw new Error(`only the named functions can be called, and on a text ${METHODS.join(', ')}; not "${name}"`);
  const problem = methodArityProblem(known, values.length);
  if (problem !== undefined) throw new Error(problem);
  return { kind: 'method', name: known, object, arguments: values };
}
