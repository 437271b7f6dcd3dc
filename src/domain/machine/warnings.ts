import type { Issue } from '../catalogues.ts';
import type { Found } from '../definition/loose.ts';
import { listing, suggestion } from '../definition/nearest.ts';
import { warnOfConditions } from './check-conditions.ts';
import { isDeclared } from './conditions.ts';
import type { MachineSketch, MachineStepSketch } from './sketch.ts';

/** What a machine may say but its author may not mean. */
export function* warnOfMachine(sketch: MachineSketch): Generator<Issue> {
  yield* unreachable(sketch);
  yield* undeclared(sketch);
  yield* unknownSteps(sketch);
  yield* warnOfConditions(sketch);
  if (sketch.steps.length > 0) return;
  const detail = 'The machine has no steps, so a run is complete where it begins.';
  yield { pointer: '/workflow', code: 'no_steps', detail };
}

/** R53: states that no chain of transitions leads to. */
function* unreachable({ states, initial, transitions }: MachineSketch): Generator<Issue> {
  const moves = declared(transitions);
  const reached = new Set(initial.map(({ value }) => value));
  for (const from of reached) {
    for (const { value } of states) if (isDeclared(moves, from, value)) reached.add(value);
  }
  for (const { value, pointer } of states) {
    if (reached.has(value)) continue;
    const detail = `No transition leads to "${value}", from where the machine begins. Reached: ${listing(reached)}.`;
    yield { pointer, code: 'unreachable_state', detail };
  }
}

/** A move that is asked for and never permitted is refused in the run (R54). */
function* undeclared({ states, steps, transitions }: MachineSketch): Generator<Issue> {
  const moves = declared(transitions);
  for (const step of steps) {
    const here = homesOf(step, states);
    for (const { value, pointer } of step.asks) {
      if (here.some((state) => isDeclared(moves, state, value))) continue;
      const detail = `No transition from ${listing(here)} to "${value}" is declared, so this move is always refused.`;
      yield { pointer, code: 'undeclared_transition', detail };
    }
  }
}

function homesOf({ inStates }: MachineStepSketch, states: readonly Found[]): readonly string[] {
  return (inStates.length > 0 ? inStates : states).map(({ value }) => value);
}

function* unknownSteps({ traits, steps }: MachineSketch): Generator<Issue> {
  const names = steps.flatMap(({ name }) => name ?? []);
  for (const { value, pointer } of traits.flatMap(({ into }) => into)) {
    if (names.includes(value)) continue;
    const detail = `There is no step "${value}" to inject into.${suggestion(value, names)}`;
    yield { pointer, code: 'unknown_step', detail };
  }
}

function declared(transitions: MachineSketch['transitions']) {
  return transitions.flatMap(({ from, to }) =>
    to.map(({ value }) => ({ from: from.map((one) => one.value), to: value })),
  );
}
