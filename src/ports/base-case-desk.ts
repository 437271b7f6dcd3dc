/** What the verification of a base case needs of the service around it, as `GuardDesk` is for guards. */

import type { Verified } from '../model/call-result.ts';
import type { Usage } from '../model/usage.ts';
import type { VerifyBaseCaseInput } from './calls.ts';
import type { ArtifactRecord } from './store/artifacts.ts';
import type { Faults } from './store/faults.ts';
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

/** What evidence was found in, and until when it is wanted. */
interface Looked {
  readonly material: BaseCaseMaterial;
  readonly signal?: AbortSignal;
}

export interface BaseCaseDesk {
  /** Stores the events that ride on the call, then answers what it looks at. Throws `LogFork`, `CallOver`. */
  open(call: VerifyBaseCaseInput): Promise<BaseCaseMaterial>;
  /** The first evidence stored under the call's token wins and is returned; held while the store is away, until the signal. */
  keep(call: VerifyBaseCaseInput, evidence: BaseCaseEvidence, looked: Looked): Promise<Verified>;
  /** Notes a guard error; as `Faults.record`. */
  note(call: VerifyBaseCaseInput, fault: Parameters<Faults['record']>[0]): ReturnType<Faults['record']>;
}
