import { parseExpression } from '../../../expressions/parse.ts';
import { reachesOut } from '../../../expressions/reaches-out.ts';
import type { Issue } from '../../../ports/catalogues.ts';
import { fieldOf } from '../../../text/loose.ts';
import { below } from '../../../text/pointer.ts';
import type { MachineSketch } from './sketch.ts';

interface ConditionText {
  readonly text: string;
  readonly pointer: string;
}

/** What reaches for more than data is refused (S2-3-c). What merely cannot be read is false whenever it is asked, and warned of (S2-3-b). */
export function* checkConditions(sketch: MachineSketch): Generator<Issue> {
  for (const { text, pointer } of conditionsIn(sketch)) {
    const reach = reachesOut(text);
    if (reach === undefined) continue;
    yield { pointer, code: 'invalid_expression', detail: `This expression reaches for more than data: ${reach}.` };
  }
}

export function* warnOfConditions(sketch: MachineSketch): Generator<Issue> {
  for (const { text, pointer } of conditionsIn(sketch)) {
    const parsed = parseExpression(text);
    if (parsed.ok) continue;
    const detail = `This expression cannot be read and counts as false: ${parsed.message}.`;
    yield { pointer, code: 'invalid_expression', detail };
  }
  for (const { condition, pointer } of withPointers(sketch)) {
    if (fieldOf(condition, 'invoke') === undefined) continue;
    const detail = 'This version asks nothing outside of the run; the condition counts as its fallback.';
    yield { pointer: below(pointer, 'invoke'), code: 'not_effective_yet', detail };
  }
}

/** The texts of all conditions and of `run_if`. */
export function conditionsIn(sketch: MachineSketch): readonly ConditionText[] {
  return withPointers(sketch).flatMap(({ condition, pointer }) => {
    if (typeof condition === 'string') return [{ text: condition, pointer }];
    const fallback = fieldOf(condition, 'fallback');
    return typeof fallback === 'string' ? [{ text: fallback, pointer: below(pointer, 'fallback') }] : [];
  });
}

function withPointers({ transitions, steps }: MachineSketch) {
  return [
    ...transitions.map(({ condition, pointer }) => ({ condition, pointer: below(pointer, 'condition') })),
    ...steps.map(({ raw, pointer }) => ({ condition: fieldOf(raw, 'run_if'), pointer: below(pointer, 'run_if') })),
  ];
}
