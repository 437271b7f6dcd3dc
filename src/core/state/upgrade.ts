import { type RunState, STATE_SCHEMA } from '../../model/run-state.ts';
import { fromSchema1, type StateOfSchema1 } from './schema-1.ts';

/** A newer version of this program has written the state: it is tried again until that version does it. */
export class UnknownState extends Error {
  override readonly name = 'UnknownState';
}

/** A state as it may lie in a view row or reach an execution: of every schema that there has been. */
export type StoredState = RunState | StateOfSchema1;

/**
 * A stored state in today's form; one that has it already is handed back as it is. `topology`: of the run. Throws `UnknownState` for a
 * schema that is not known.
 */
export function upgraded(stored: StoredState, topology: string): RunState {
  if (stored.schema === 1) return fromSchema1(stored, topology);
  if (stored.schema === STATE_SCHEMA) return stored;
  throw new UnknownState(unknownSchema('state', Number(stored['schema']), STATE_SCHEMA));
}

/** What is said of a plan or a state of another version. */
export function unknownSchema(what: string, given: number, known: number): string {
  return `The run's ${what} is of schema ${given}; this process knows ${known}. Run it on workers of the version that made it.`;
}
