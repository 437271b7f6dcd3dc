import type { Verified } from '../model/call-result.ts';
import type { Usage } from '../model/usage.ts';
import type { CallPort, WaitingPort } from './call-port.ts';
import type { VerifyBaseCaseInput } from './calls.ts';
import type { ArtifactRecord } from './store/artifacts.ts';
import type { RunRecord } from './store/runs.ts';

/** What a step has made, accepted and still in force. */
export interface AcceptedResult {
  readonly step: string;
  readonly artifact: ArtifactRecord;
  readonly text: string;
}

export interface BaseCaseMaterial {
  readonly run: RunRecord;
  /** What the run goes by. */
  readonly document: unknown;
  /** Without what failed, lost or is not chosen; what others build on comes first. */
  readonly results: readonly AcceptedResult[];
  /** Group → the choice that won. */
  readonly winners: Readonly<Record<string, string>>;
  /** No model is asked: the run was out of budget when this execution began (R101). */
  readonly sparing: boolean;
  /** All that the run has paid for answers that led to nothing; left out: nothing (R111). */
  readonly paid?: Usage;
  /** What an earlier execution of the call has found. */
  readonly known?: Verified;
}

/** The verifier's output (S1-7.3.3-b), with what it cost. */
interface BaseCaseEvidence {
  readonly passed: boolean;
  /** JSON: `{passed, evidence, failures}`. */
  readonly text: string;
  readonly usage: Usage;
}

/**
 * What models said of single leaves, as JSON text. It is stored before the other leaves are judged, so that an execution that comes after
 * an outage or a limit does not pay for it again (R100).
 */
interface LeafAnswers {
  /** Returns what is stored for the question under the call's token. Throws `CallOver`. */
  findLeaf(call: VerifyBaseCaseInput, question: string): Promise<string | undefined>;
  /** The first text stored for a question wins and is returned; held while the store is away, until `signal`. Throws `CallOver`. */
  keepLeaf(call: VerifyBaseCaseInput, question: string, text: string, signal?: AbortSignal): Promise<string>;
}

/** Of the verification of a base case. */
export type BaseCasePort = CallPort<VerifyBaseCaseInput, BaseCaseMaterial, BaseCaseEvidence, Verified> &
  WaitingPort<VerifyBaseCaseInput> &
  LeafAnswers;
