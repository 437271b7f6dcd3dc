import type { Issue } from '../../../ports/catalogues.ts';
import type { Found } from '../../../text/loose.ts';
import { listing, suggestion } from '../../../text/nearest.ts';
import { ANY_STATE } from './any-state.ts';
import type { MachineSketch } from './sketch.ts';

/** Every state that is named is declared, once; the initial one too (S2-2-a, S2-2-b). */
export function* checkStates({ states, initial, finals, transitions, steps }: MachineSketch): Generator<Issue> {
  const known = new Set<string>();
  for (const { value, pointer } of states) {
    if (known.has(value))
      yield { pointer, code: 'duplicate_state', detail: `The state "${value}" is in the list before.` };
    known.add(value);
  }
  const named = [
    ...initial,
    ...finals,
    ...transitions.flatMap(({ from, to }) => [...from.filter(({ value }) => value !== ANY_STATE), ...to]),
    ...steps.flatMap(({ inStates, asks }) => [...inStates, ...asks]),
  ];
  for (const found of named) if (!known.has(found.value)) yield unknownState(found, known);
}

function unknownState({ value, pointer }: Found, known: ReadonlySet<string>): Issue {
  const detail = `There is no state "${value}".${suggestion(value, known)} States: ${listing(known)}.`;
  return { pointer, code: 'unknown_state', detail };
}
