import type { BaseCaseState } from './search-state.ts';
/** Where a run of a state machine stands (design 3.3): plain JSON, part of the control state, folded by its topology's events. */
export interface MachineState {
  readonly kind: 'machine';
  /** The present state. */
  readonly state: string;
  /** Turns begun, the one under way included. */
  readonly turn: number;
  /** The states that the run has been in, oldest first, with the turn that led there; the newest `LONGEST_PATH`. */
  readonly path: readonly { readonly state: string; readonly turn: number }[];
  /** Steps that this turn is done with: they passed, or were given up. */
  readonly ran: readonly string[];
  /** Steps that this turn passed over because their `run_if` was false. */
  readonly passedOver: readonly string[];
  /** The newest step of this turn, and its first epoch in it: a person may have opened more. */
  readonly begun?: { readonly step: string; readonly epoch: number };
  /** This turn has changed the state, which ends it. */
  readonly moved: boolean;
  /** Steps given up since the machine came into this state: it goes on without them until it leaves. */
  readonly skipped: readonly string[];
  /** The move that a step of this turn asks for, until it is made or refused. */
  readonly asked?: Asked;
  /** Moves that were not permitted since the machine came into this state, the newest last; at most `RECENT`. */
  readonly refused?: readonly RefusedMove[];
  readonly variables?: Variables;
  /** Attempts that were accepted. */
  readonly accepted: number;
  /** Where it has one, or a redirect has left one. */
  readonly baseCase?: BaseCaseState;
  /** The last turns, oldest first; at most `RECENT`. */
  readonly recent: readonly TurnRecord[];
}

/** What code has set so far: JSON objects in the store. */
export interface Variables {
  readonly artifactId: string;
  readonly digest: string;
  /** Digests of those that it joins, oldest first: a person gave it, and names only some. */
  readonly under?: readonly string[];
}

/** A move, and whether the conditions permitted it when the step was judged (R71). */
export interface Move {
  readonly to: string;
  readonly permitted: boolean;
  /** Not permitted: the conditions of the transitions that lead there, at most `MOST_UNMET`; none where no transition is declared. */
  readonly unmet?: readonly Unmet[];
  /** A rule decided it because no model could be asked. */
  readonly fallback?: boolean;
}

/** A condition that did not hold (R89). */
export interface Unmet {
  /** As it is written, or its beginning. */
  readonly condition: string;
  /** The names that it reads, each with what it held as JSON, cut; absent where it held nothing. */
  readonly saw: readonly { readonly name: string; readonly value?: string }[];
}

/** A move that was asked for in the present state and not permitted. */
export interface RefusedMove {
  readonly step: string;
  readonly to: string;
  readonly unmet?: readonly Unmet[];
}

interface Asked extends Move {
  readonly step: string;
}

/** What a turn came to. */
export interface TurnRecord {
  readonly turn: number;
  readonly state: string;
  /** The last step that it is done with. */
  readonly step?: string;
  readonly outcome?: 'accepted' | 'waived';
  /** Of the step's artifact. */
  readonly digest?: string;
  readonly to?: string;
  readonly refused?: boolean;
}

/** Why a machine is complete (R88). */
export const MACHINE_ENDS = ['base_case', 'final_state', 'end_state'] as const;

export const MOST_UNMET = 5;
export const RECENT = 10;
export const LONGEST_PATH = 1_000;

export function machineAt(initial: string): MachineState {
  return {
    kind: 'machine',
    state: initial,
    turn: 0,
    path: [{ state: initial, turn: 0 }],
    ran: [],
    passedOver: [],
    moved: false,
    skipped: [],
    accepted: 0,
    recent: [],
  };
}
