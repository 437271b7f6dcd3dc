import type { RunState } from '../../model/run-state.ts';

/**
 * A state as it was read from JSON, ready to be folded upon. Every event copies the record of steps with one of them changed; V8 copies
 * a record whose properties it has laid out, up to a thousand, a hundred times as fast as one that it keeps as a hash table.
 */
export function unpacked(state: RunState): RunState {
  return { ...state, steps: laidOut(Object.entries(state.steps)) };
}

/** The record with one entry more, or another. Put into a large record, a new property would make a hash table of it and of all its copies. */
export function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value,
): Readonly<Record<string, Value>> {
  if (Object.hasOwn(record, key)) return Object.assign({}, record, { [key]: value });
  return laidOut([...Object.entries(record), [key, value]]);
}

function laidOut<Value>(entries: readonly (readonly [string, Value])[]): Readonly<Record<string, Value>> {
  return Object.fromEntries(entries);
}
