import type { Issue } from '../catalogues.ts';
import { namesOfStep, unknownNames } from '../definition/check-names.ts';
import { fieldOf } from '../definition/loose.ts';
import type { Subject } from '../definition/subject.ts';
import { parseCode } from '../expression/code.ts';
import { declaredFields } from '../scope/input-fields.ts';
import { conditionsIn } from './check-conditions.ts';
import { inMachine } from './pointers.ts';
import type { MachineSketch } from './sketch.ts';
import { BUILT_IN_VARIABLES } from './variables.ts';

/** Names in conditions and guards that nothing in the machine sets: a condition that meets one is false as long as that is so (R108). */
export function* warnOfMachineNames(document: unknown, subject: Subject, sketch: MachineSketch): Generator<Issue> {
  const input = fieldOf(document, 'input');
  const variables = new Set(['context', ...variablesIn(document, sketch)]);
  const there = { place: 'expression' as const, variables, steps: subject.ids, input };
  for (const { text, pointer } of conditionsIn(sketch)) yield* unknownNames(text, pointer, there);
  for (const step of subject.sketch.steps) {
    // `run_if` is among the conditions.
    const guarded = { ...step, raw: { ...Object(step.raw), when: undefined } };
    for (const issue of namesOfStep({ ...subject, document }, guarded, { variables }))
      yield { ...issue, pointer: inMachine(issue.pointer, document) };
  }
}

function variablesIn(document: unknown, sketch: MachineSketch): readonly string[] {
  return [...BUILT_IN_VARIABLES, ...variablesSet(document, sketch)];
}

/** The document's, fields that the input declares, and those that code sets. */
export function variablesSet(document: unknown, { variables, steps }: MachineSketch): readonly string[] {
  const input = fieldOf(document, 'input');
  return [
    ...variables.map(({ value }) => value),
    ...(declaredFields(input, input)?.properties.keys() ?? []),
    ...steps.flatMap(({ raw }) => setBy(fieldOf(raw, 'code'))),
  ];
}

function setBy(code: unknown): readonly string[] {
  const parsed = typeof code === 'string' ? parseCode(code) : undefined;
  if (parsed?.ok !== true) return [];
  return parsed.statements.flatMap(({ target }) => (target?.kind === 'variable' ? [target.name] : []));
}
