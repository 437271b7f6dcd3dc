import { messageOf } from '../text/message-of.ts';
import { suggestion } from '../text/nearest.ts';
import { type Expression, FORBIDDEN_KEYS, FUNCTIONS, METHODS, QUANTIFIERS } from './expression.ts';
import { arityProblem, roundingProblem } from './functions.ts';
import { methodArityProblem } from './methods.ts';
import { patternProblem } from './patterns.ts';

/** Reads the text of an expression. Throws an `Error` in words where it is none. */
type Read = (text: string) => Expression;

/** `name(…)`. Throws an `Error` in words for what is none of the functions, and for arguments that no value could mend. */
export function called(name: string, values: readonly Expression[], read: Read): Expression {
  const quantifier = QUANTIFIERS.find((candidate) => candidate === name);
  if (quantifier) return quantified(quantifier, values, read);
  const known = FUNCTIONS.find((candidate) => candidate === name);
  if (known === undefined || known === 'all' || known === 'any') throw new Error(noFunction(name));
  const problem = arityProblem(known, values.length) ?? literalProblem(known, values);
  if (problem !== undefined) throw new Error(problem);
  return { kind: 'call', name: known, arguments: values };
}

/** Says that there is no such function, and which was probably meant. */
export function noFunction(name: string): string {
  return `there is no function "${name}".${suggestion(name, FUNCTIONS)} There are ${FUNCTIONS.join(', ')}`;
}

/** The text is read with the expression around it, so that a slip in it is told when a definition is published. */
function quantified(name: (typeof QUANTIFIERS)[number], values: readonly Expression[], read: Read): Expression {
  const [list, test] = values;
  if (list === undefined || values.length !== 2 || test?.kind !== 'literal' || typeof test.value !== 'string')
    throw new Error(`${name}() takes a list and an expression in quotation marks: ${name}(lines, 'it.net > 0')`);
  try {
    return { kind: 'quantifier', name, list, test: read(test.value) };
  } catch (error) {
    throw new Error(`in the text of ${name}(), ${messageOf(error)}`, { cause: error });
  }
}

/** What is wrong with an argument that stands there as it is. */
function literalProblem(name: string, [, second, third]: readonly Expression[]): string | undefined {
  if (name === 'round' && third?.kind === 'literal') return roundingProblem(third.value);
  if (second?.kind !== 'literal') return undefined;
  if (name === 'get' && FORBIDDEN_KEYS.has(String(second.value)))
    return `the property "${String(second.value)}" cannot be read`;
  if (name !== 'matches' || typeof second.value !== 'string') return undefined;
  if (second.value.includes('\b'))
    return 'in the pattern of matches() "\\b" is a backspace: write "\\\\b" for the edge of a word';
  const problem = patternProblem(second.value);
  return problem && `the pattern of matches() cannot be read: ${problem}`;
}

/** `x.name(…)`: `x.get("key", 0)` is `get(x, "key", 0)`, all others are methods of texts. */
export function calledOn(object: Expression, name: string, values: readonly Expression[], read: Read): Expression {
  if (name === 'get') return called('get', [object, ...values], read);
  const known = METHODS.find((candidate) => candidate === name);
  if (known === undefined)
    throw new Error(
      `only the named functions can be called, and on a text ${METHODS.join(', ')}; not "${name}".${suggestion(name, METHODS)}`,
    );
  const problem = methodArityProblem(known, values.length);
  if (problem !== undefined) throw new Error(problem);
  return { kind: 'method', name: known, object, arguments: values };
}
