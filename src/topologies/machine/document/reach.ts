/** What a machine can come to, as far as its document alone says: conditions may hold, models may answer anything (R88). */
import { type Found, fieldOf } from '../../../text/loose.ts';
import type { MachineSketch, MachineStepSketch } from './sketch.ts';
import { targetsFrom } from './targets.ts';

/** A turn in one state. */
export interface TurnSketch {
  /** The steps that some turn comes to, in order. */
  readonly steps: readonly MachineStepSketch[];
  /** The last of them, where it ends every turn. */
  readonly ending?: MachineStepSketch;
}

/** The states that a step runs in. */
export function homesOf(
  { inStates }: Pick<MachineStepSketch, 'inStates'>,
  states: readonly Found[],
): readonly string[] {
  return (inStates.length > 0 ? inStates : states).map(({ value }) => value);
}

/** By state. */
export function turnsIn(sketch: MachineSketch): ReadonlyMap<string, TurnSketch> {
  const here = new Map<string, MachineStepSketch[]>(sketch.states.map(({ value }) => [value, []]));
  for (const step of sketch.steps) for (const home of new Set(homesOf(step, sketch.states))) here.get(home)?.push(step);
  const always = alwaysPermitted(sketch);
  return new Map(
    [...here].map(([state, steps]) => {
      const at = steps.findIndex((step) => endsTurn(sketch, step, state, always));
      const ending = steps[at];
      return [state, ending ? { steps: steps.slice(0, at + 1), ending } : { steps }];
    }),
  );
}

/** The states that a run comes to by moves that its steps ask for and transitions permit. */
export function statesReached(sketch: MachineSketch, turns: ReadonlyMap<string, TurnSketch>): ReadonlySet<string> {
  const targets = targetsFrom(sketch);
  const reached = new Set(sketch.initial.map(({ value }) => value));
  for (const state of reached) {
    for (const { value } of (turns.get(state)?.steps ?? []).flatMap(({ asks }) => asks)) {
      if (targets.get(state)?.has(value) === true) reached.add(value);
    }
  }
  return reached;
}

/**
 * A step that asks a model ends its turn, unless its `run_if` leaves it out or its policy gives it up, which leaves it out of the turns
 * that follow. So does a move that is always permitted.
 */
function endsTurn(
  { onFailure }: MachineSketch,
  { raw, type, asks }: MachineStepSketch,
  state: string,
  always: ReturnType<typeof targetsFrom>,
): boolean {
  if (fieldOf(raw, 'run_if') !== undefined) return false;
  const leaves = asks.some(({ value }) => value !== state && always.get(state)?.has(value) === true);
  if (type !== 'transition' && leaves) return true;
  const policy = fieldOf(fieldOf(raw, 'recovery'), 'onExhausted') ?? fieldOf(raw, 'on_failure') ?? onFailure;
  return type !== 'code' && policy !== 'skip';
}

/** Where no condition stands in the way. */
function alwaysPermitted(sketch: MachineSketch): ReturnType<typeof targetsFrom> {
  const transitions = sketch.transitions.filter(({ condition }) => condition === undefined);
  return sketch.transitions.length > 0 && transitions.length === 0
    ? new Map()
    : targetsFrom({ ...sketch, transitions });
}
