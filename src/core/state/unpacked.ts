import type { RunState } from '../../model/run-state.ts';

/**
 * A state as it was read from JSON, ready to be folded upon. Every event copies the record of steps with one of them changed; V8 copies
 * a record that it keeps as a hash table fifty times as fast as one of a thousand properties that JSON has made.
 */
export function unpacked(state: RunState): RunState {
  return { ...state, steps: hashed(state.steps) };
}

/** The same record, kept as a hash table where it is large. */
export function hashed<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record));
}
