import { namesOfStep, unknownNames } from '../../../definitions/checks/check-names.ts';
import type { Subject } from '../../../definitions/schema/subject.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { fieldOf } from '../../../text/loose.ts';
import { conditionsIn } from './check-conditions.ts';
import { knownVariables } from './known-variables.ts';
import { inMachine } from './pointers.ts';
import type { MachineSketch } from './sketch.ts';

/** Names in conditions and guards that nothing in the machine sets: a condition that meets one is false as long as that is so (R108). */
export function* warnOfMachineNames(document: unknown, subject: Subject, sketch: MachineSketch): Generator<Issue> {
  const input = fieldOf(document, 'input');
  const variables = new Set(knownVariables(document));
  const there = { place: 'expression' as const, variables, steps: subject.ids, input };
  for (const { text, pointer } of conditionsIn(sketch)) yield* unknownNames(text, pointer, there);
  for (const step of subject.sketch.steps) {
    // `run_if` is among the conditions.
    const guarded = { ...step, raw: { ...Object(step.raw), when: undefined } };
    for (const issue of namesOfStep({ ...subject, document }, guarded, { variables }))
      yield { ...issue, pointer: inMachine(issue.pointer, document) };
  }
}
