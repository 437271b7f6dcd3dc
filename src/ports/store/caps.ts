import type { CappedCall, Settlement } from '../../model/caps.ts';

/** The caps of the settings: what all runs together may spend within a day or a month, in UTC (llm 3.4). */
export interface Caps {
  /** Reserves under all caps that are asked for, or under none, in one statement. The same execution of a call reserves once. */
  admit(call: CappedCall, wanted: CappedAmount, caps: readonly AskedCap[]): Promise<Admission>;
  /** Counts what an answer has used in the place of its reservation; that of another execution stays. */
  settle(settlement: Settlement): Promise<void>;
  /** Ends a reservation whose call brought no answer. */
  end(call: CappedCall, as: EndedReservation): Promise<void>;
  /** What the caps of these names count in their present windows. */
  windows(caps: readonly Pick<AskedCap, 'name' | 'window'>[]): Promise<ReadonlyMap<string, CapWindow>>;
  /** How many calls wait for each cap. */
  waiting(): Promise<ReadonlyMap<string, number>>;
}

/** Amounts in micro-USD or tokens, times in milliseconds since the epoch. */
export interface CapWindow {
  readonly used: number;
  readonly reserved: number;
  readonly begins: number;
  /** When the next one begins. */
  readonly turns: number;
}

/** In tokens. */
export interface CappedAmount {
  readonly input: number;
  /** The longest answer. */
  readonly output: number;
  /** How long the answer must be allowed to be at least. */
  readonly shortest: number;
}

export interface AskedCap {
  readonly name: string;
  readonly window: 'day' | 'month';
  /** Micro-USD, or tokens. */
  readonly most: number;
  /** What a token of the prompt and of the answer counts for, in millionths of the same. */
  readonly perInput: number;
  readonly perOutput: number;
}

export type Admission =
  | { readonly ok: true /** How long the answer may be, in tokens. */; readonly output: number }
  | {
      readonly ok: false;
      readonly cap: string;
      /** When its window turns, in milliseconds since the epoch. */
      readonly until: number;
      /** Calls in flight have reserved so much; what they leave unused may be enough before that. */
      readonly isHeld: boolean;
    };

/**
 * `unsent`: it is given back. `refused`: the provider answered with an error, so the next try of the call takes it over. `spent`: nobody
 * knows what became of it, so it counts as used.
 */
export type EndedReservation = 'unsent' | 'refused' | 'spent';
