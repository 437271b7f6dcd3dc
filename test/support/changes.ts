import { isDeepStrictEqual } from 'node:util';
import { evolve } from '../../src/engine.ts';
import type { Body } from '../../src/model/event.ts';
import type { RunState } from '../../src/model/run-state.ts';

/** The fields in which two objects differ, as the second one has them; what it has no more is undefined. */
export function changesOf(before: object, after: object): Readonly<Record<string, unknown>> {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...fields].flatMap((field): readonly (readonly [string, unknown])[] => {
      const [was, is]: readonly unknown[] = [Reflect.get(before, field), Reflect.get(after, field)];
      return isDeepStrictEqual(was, is) ? [] : [[field, is]];
    }),
  );
}

/** What events change of a state, beside its number and its clock. */
export function changedBy(before: RunState, ...bodies: readonly Body[]): Readonly<Record<string, unknown>> {
  const after = bodies.reduce((state, body) => evolve(state, { ...body, seq: state.seq + 1, at: state.at }), before);
  const { seq: _, ...changes } = changesOf(before, after);
  return changes;
}

/** The event of a redirect that changes nothing but what `facts` say. */
export function redirected(facts: object = {}): Body {
  return {
    type: 'run.redirected',
    redirectId: 'rdr',
    change: 'dag_adjustment',
    description: 'so',
    by: 'ann',
    trailCleared: false,
    added: [],
    removed: [],
    granted: 0,
    ...facts,
  };
}
