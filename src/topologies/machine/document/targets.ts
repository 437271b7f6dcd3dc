import { ANY_STATE } from './any-state.ts';
import type { MachineSketch } from './sketch.ts';

/** For every state those that it may be left for, itself included, whatever the conditions: any, where no transition is declared. */
export function targetsFrom({ states, transitions }: MachineSketch): ReadonlyMap<string, ReadonlySet<string>> {
  const names = states.map(({ value }) => value);
  const fromAny = transitions.filter(({ from }) => from.some(({ value }) => value === ANY_STATE)).flatMap(targetsOf);
  const targets = new Map(names.map((name) => [name, new Set([name, ...fromAny])]));
  for (const transition of transitions) {
    for (const { value } of transition.from) for (const to of targetsOf(transition)) targets.get(value)?.add(to);
  }
  if (transitions.length === 0) for (const name of names) targets.set(name, new Set(names));
  return targets;
}

function targetsOf({ to }: MachineSketch['transitions'][number]): readonly string[] {
  return to.map(({ value }) => value);
}
