/**
 * A verdict is what a guard says of one artifact (formal A.2 Def 3): pass, retry with feedback, or fatal with feedback.
 * A guard that breaks gives no verdict: that is a guard error, an infrastructure fault (design 1).
 */
import type { AnswerWarning } from './answer-warning.ts';
import type { Usage } from './usage.ts';

export const VERDICTS = ['pass', 'retry', 'fatal'] as const;
export type VerdictWord = (typeof VERDICTS)[number];

export const NATURES = ['deterministic', 'judged', 'human'] as const;
export type Nature = (typeof NATURES)[number];

/** As stored and as served (api 2). `subResults` are in declared order; a leaf has none. */
export interface Verdict {
  readonly verdict: VerdictWord;
  /** Written for the generator to read; empty on a pass. */
  readonly feedback: string;
  /** The id of the leaf; of a composite that fails, the id of its first failing leaf (R60). */
  readonly guard: string;
  /** R24, only where the verdict is not a pass; at most 200 characters. */
  readonly signature?: string;
  /** In [0, 1]; feeds the progress measure only (R19). */
  readonly score?: number;
  /** Facts the guard found, at most 16 KiB of JSON (R67). */
  readonly data?: unknown;
  /** The artifact tried to decide its own verdict (guards 1.6). */
  readonly tampered?: boolean;
  /** What models used to give the verdict; of a composite, the sum of its branches. */
  readonly usage?: Usage;
  /** What a person should know of the answers of its models; of a composite, those of its branches. */
  readonly warnings?: readonly AnswerWarning[];
  readonly nature: Nature;
  /** The guard's criteria were generated in the same run (R18). */
  readonly generated?: boolean;
  readonly durationMs: number;
  readonly subResults: readonly Verdict[];
}

/** An error that has a place in a JSON artifact, as a list of them stands in `data.errors` of a rejection (R130). */
export interface PlacedError {
  /** The value that would have to be another: a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** What is wrong with it. */
  readonly detail: string;
}

/** The pseudo-guard that rejects answers no artifact can be taken from (running 5, last paragraph). */
export const GENERATOR_VALIDATION = 'generator-validation';
