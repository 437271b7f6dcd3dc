/** Variables that a person sets by name (R89): which names there are to set. */

import { namesInCode, namesInExpression } from '../../../expressions/names-in.ts';
import { nameProblem } from '../../../expressions/scope/variables.ts';
import { namesOf } from '../../../expressions/template.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { entriesOf, fieldOf, itemsOf } from '../../../text/loose.ts';
import { listing, suggestion } from '../../../text/nearest.ts';
import { below } from '../../../text/pointer.ts';
import { variablesProblem } from '../stored-variables.ts';
import { BUILT_IN_VARIABLES } from '../variables.ts';
import { conditionsIn } from './check-conditions.ts';
import { variablesSet } from './known-variables.ts';
import { sketchMachine } from './sketch.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Why they cannot be set: one of the eleven, one that nothing declares, sets or reads, or too much of it. `input` is the run's. */
export function* givenVariableIssues(document: unknown, input: unknown, variables: Fields): Generator<Issue> {
  const known = knownVariables(document, input);
  for (const name of Object.keys(variables)) {
    const detail = problemOf(name, known);
    if (detail !== undefined) yield { pointer: below('/variables', name), ...detail };
  }
  const tooMuch = variablesProblem(JSON.stringify(variables));
  const isNamed = Object.keys(variables).some((name) => nameProblem(name) !== undefined);
  if (tooMuch !== undefined && !isNamed) yield { pointer: '/variables', code: 'invalid_variables', detail: tooMuch };
}

function problemOf(name: string, known: ReadonlySet<string>): Omit<Issue, 'pointer'> | undefined {
  const problem = nameProblem(name);
  if (problem !== undefined) return { code: 'invalid_name', detail: `${problem}.` };
  if (isBuiltIn(name)) {
    const detail = `"${name}" is one of the variables that the service itself keeps: ${listing(BUILT_IN_VARIABLES)}. No correction sets them.`;
    return { code: 'built_in_variable', detail };
  }
  if (known.has(name)) return undefined;
  const detail = `Nothing declares, sets or reads a variable "${name}".${suggestion(name, known)} Variables: ${listing(known)}.`;
  return { code: 'unknown_variable', detail };
}

/** Declared by the document or the input, set by code, or read by a prompt, a condition, a guard or code. */
function knownVariables(document: unknown, input: unknown): ReadonlySet<string> {
  const sketch = sketchMachine(document);
  const set = variablesSet(document);
  const given = entriesOf(input).map(([name]) => name);
  const read = [...readInTexts(document), ...conditionsIn(sketch).flatMap(({ text }) => namesInExpression(text))];
  const roots = read.flatMap(([root = '', name]) => (root === 'context' ? (name ?? []) : root));
  return new Set([...set, ...given, ...roots].filter((name) => nameProblem(name) === undefined && !isBuiltIn(name)));
}

/** The names that prompts, traits, guards and code read. */
function readInTexts(document: unknown): readonly (readonly string[])[] {
  const steps = itemsOf(fieldOf(fieldOf(document, 'workflow'), 'steps'));
  const traits = itemsOf(fieldOf(fieldOf(document, 'components'), 'traits'));
  const templates = [
    ...steps.map((step) => fieldOf(step, 'prompt')),
    ...traits.map((trait) => fieldOf(trait, 'prompt_fragment')),
    fieldOf(document, 'specification'),
    fieldOf(document, 'constraints'),
  ];
  const codes = steps.map((step) => fieldOf(step, 'code'));
  const expressions = steps.flatMap((step) => expressionsIn(fieldOf(step, 'guard')));
  return [
    ...textsAmong(templates).flatMap(namesOf),
    ...textsAmong(codes).flatMap(namesInCode),
    ...expressions.flatMap(namesInExpression),
  ];
}

function textsAmong(values: readonly unknown[]): readonly string[] {
  return values.filter((value) => typeof value === 'string');
}

/** Every `expr` of a guard, however deep. */
function expressionsIn(guard: unknown): readonly string[] {
  if (typeof guard !== 'object' || guard === null) return [];
  return Object.entries(guard).flatMap(([key, value]) =>
    key === 'expr' && typeof value === 'string' ? [value] : expressionsIn(value),
  );
}

function isBuiltIn(name: string): boolean {
  return BUILT_IN_VARIABLES.some((each) => each === name);
}
