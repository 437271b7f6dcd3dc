import type { Issue } from '../catalogues.ts';
import type { Found } from '../definition/loose.ts';
import { listing, suggestion } from '../definition/nearest.ts';
import { warnOfConditions } from './check-conditions.ts';
import type { MachineSketch, MachineStepSketch } from './sketch.ts';
import { targetsFrom } from './targets.ts';

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
function* unreachable(sketch: MachineSketch): Generator<Issue> {
  const targets = targetsFrom(sketch);
  const reached = new Set(sketch.initial.map(({ value }) => value));
  for (const from of reached) for (const to of targets.get(from) ?? []) reached.add(to);
  for (const { value, pointer } of sketch.states) {
    if (reached.has(value)) continue;
    const detail = `No transition leads to "${value}", from where the machine begins. Reached: ${listing(reached)}.`;
    yield { pointer, code: 'unreachable_state', detail };
  }
}

/** A move that is asked for and never permitted is refused in the run (R54). */
function* undeclared(sketch: MachineSketch): Generator<Issue> {
  const targets = targetsFrom(sketch);
  for (const step of sketch.steps) {
    const here = homesOf(step, sketch.states);
    const open = new Set(here.flatMap((state) => [...(targets.get(state) ?? [])]));
    for (const { value, pointer } of step.asks) {
      if (open.has(value)) continue;
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
