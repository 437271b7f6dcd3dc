import { evolve, type StoredState, unpacked, upgraded } from '../../engine.ts';
import type { Event } from '../../model/event.ts';
import { isClosed, type RunState } from '../../model/run-state.ts';

/**
 * A run's state as its row of `run_views` holds it. A small one is written with each batch. A large one is written once in so many events and
 * stays behind its log meanwhile, and whoever reads it folds the events since: what a batch writes does not grow with the steps of its run.
 */
export interface StoredSnapshot {
  readonly state: StoredState | Lagging;
  /** What the log holds behind a state that may lag, in order; null of one that does not. */
  readonly since: readonly Event[] | null;
}

/** A schema that no state has had: code that knows nothing of states that lag waits for a worker that does. */
interface Lagging {
  readonly schema: 0;
  readonly snapshot: StoredState;
}

/** `since` of a row of `run_views v`. */
export const SINCE = `case when v.state_seq is not null then (
    select coalesce(json_agg(e.body order by e.seq), '[]'::json) from events e where e.run_id = v.run_id and e.seq > v.state_seq
  ) end`;

/** Where the log ends that the row was read with. `topology`: of the run. Throws `UnknownState`, as `upgraded` does. */
export function currentState({ state, since }: StoredSnapshot, topology: string): RunState {
  if (state.schema !== 0) return upgraded(state, topology);
  return (since ?? []).reduce(evolve, unpacked(upgraded(state.snapshot, topology)));
}

/** The state that a row holds. */
export interface Snapshot {
  /** Of its last event. */
  readonly seq: number;
  /** Characters of its JSON. */
  readonly size: number;
}

/** Where it was read, without the events since. */
export function snapshotOf({ state }: StoredSnapshot, size: number): Snapshot {
  return { seq: (state.schema === 0 ? state.snapshot : state).seq, size };
}

/** What a batch writes of the state that it leaves. */
export interface WrittenState {
  /** JSON; undefined: the row keeps the one it has. */
  readonly text?: string;
  /** It may be behind from now on. */
  readonly mayLag: boolean;
  /** What the row holds then. */
  readonly snapshot: Snapshot;
}

/** `before`: what the row holds; undefined: that is not known. A run that is over is read alone, so its state is there at once. */
export function writtenState(state: RunState, before?: Snapshot): WrittenState {
  const isOver = isClosed(state);
  if (before && !isOver && state.seq - before.seq < mostBehind(before.size)) return { mayLag: true, snapshot: before };
  const text = JSON.stringify(state);
  const snapshot = { seq: state.seq, size: text.length };
  const mayLag = !isOver && mostBehind(text.length) > 0;
  return { text: mayLag ? `{"schema":0,"snapshot":${text}}` : text, mayLag, snapshot };
}

const LARGE = 16 * 1024;
const SIZE_OF_AN_EVENT = 512;

/** Events that a state of this size may be behind: so many that writing it costs no more than they do. */
function mostBehind(size: number): number {
  return size < LARGE ? 0 : Math.floor(size / SIZE_OF_AN_EVENT);
}
