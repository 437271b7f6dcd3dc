/**
 * What the call of a guard needs of the service around it. A worker that has the database serves itself; one that holds no secret asks
 * the API, which serves it for exactly the calls that were given to it.
 */

import type { Verdict } from '../model/verdict.ts';
import type { EvaluateGuardInput, OutsideAnswer } from './calls.ts';
import type { CallMaterial, Faults } from './store.ts';

export interface GuardMaterial extends CallMaterial {
  /** By digest: what people said for leaves of the tree, where it was too long for an event (R75), and what the variables of a machine show. */
  readonly texts: Readonly<Record<string, string>>;
  /** Of a worker: what accepted workers that it does not build on have handed back (R105); left out: none. */
  readonly rivals?: readonly { readonly step: string; readonly text: string }[];
}

export interface GuardDesk {
  /** Stores the events that ride on the call, then answers what it reads. Throws `LogFork`, `CallOver`. */
  open(call: EvaluateGuardInput): Promise<GuardMaterial>;
  /** What activities outside have answered for leaves under the call's token; the newest comes with the call and is kept (R73). */
  outside(call: EvaluateGuardInput): Promise<Readonly<Record<string, OutsideAnswer>>>;
  /** The first verdict stored under the call's token wins and is returned; held while the store is away, until `signal`. Throws `CallOver`. */
  keep(call: EvaluateGuardInput, verdict: Verdict, signal?: AbortSignal): Promise<Verdict>;
  /** Notes a guard error; as `Faults.record`. Throws `CallOver`. */
  note(call: EvaluateGuardInput, fault: Parameters<Faults['record']>[0]): ReturnType<Faults['record']>;
}

/** What a model has said for one leaf of a guard. */
export type JudgedAnswer = Pick<Verdict, 'verdict' | 'feedback' | 'score' | 'data' | 'tampered' | 'usage'>;

/** One leaf of a call's guard, with what its judge was asked beside the artifact. */
export interface JudgedLeaf {
  readonly leaf: string;
  readonly use: string;
  /** As its guard has parsed them. */
  readonly options: unknown;
}

/** What judges have answered under calls' tokens: a tree that is judged again, since a person or a fault came between, pays none twice. */
export interface JudgedAnswers {
  find(call: EvaluateGuardInput, leaf: JudgedLeaf): Promise<JudgedAnswer | undefined>;
  /** The first answer stored for a leaf wins and is returned. */
  keep(call: EvaluateGuardInput, leaf: JudgedLeaf, answer: JudgedAnswer): Promise<JudgedAnswer>;
}

/** The log knows already what became of the call's token: nothing that is still said of it is wanted. */
export class CallOver extends Error {
  override readonly name = 'CallOver';
}
