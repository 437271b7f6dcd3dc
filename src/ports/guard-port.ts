import type { Verdict } from '../model/verdict.ts';
import type { CallPort, WaitingPort } from './call-port.ts';
import type { EvaluateGuardInput, OutsideAnswer } from './calls.ts';
import type { CallMaterial } from './store/calls.ts';

export interface GuardMaterial extends CallMaterial {
  /** By digest: what people said for leaves of the tree, where it was too long for an event (R75), and what the variables of a machine show. */
  readonly texts: Readonly<Record<string, string>>;
  /** Of a worker: what accepted workers that it does not build on have handed back (R105); left out: none. */
  readonly rivals?: readonly { readonly step: string; readonly text: string }[];
}

/** What is kept is the verdict. */
export interface GuardPort
  extends CallPort<EvaluateGuardInput, GuardMaterial, Verdict, Verdict>,
    WaitingPort<EvaluateGuardInput> {
  /** What activities outside have answered for leaves under the call's token; the newest comes with the call and is kept (R73). */
  outside(call: EvaluateGuardInput): Promise<Readonly<Record<string, OutsideAnswer>>>;
}

/** What a model has said for one leaf of a guard. */
export type JudgedAnswer = Pick<Verdict, 'verdict' | 'feedback' | 'score' | 'data' | 'tampered' | 'usage' | 'warnings'>;

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
