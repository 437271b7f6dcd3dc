import type { Binding } from '../expressions/scope/binding.ts';
import type { Repair } from './repair.ts';

/** How a dependency is shown (design 3, `context`). */
type Show = 'full' | 'summary' | 'none';

export interface PromptDependency {
  /** What the heading calls it. */
  readonly name: string;
  /** What `{artifact.<step>}` and `{binding.<step>}` call it. */
  readonly step: string;
  readonly show: Show;
  readonly artifact: {
    readonly id: string;
    readonly text: string;
    readonly digest: string;
    readonly mediaType: string;
    /** What stands for it in short (R52, R87). */
    readonly binding?: Binding;
  };
}

/** A rejection (a, φ) of this epoch (R36, R61). */
export interface PromptRejection {
  readonly artifactId: string;
  readonly token: string;
  /** The rejected artifact and its digest. */
  readonly text: string;
  readonly digest: string;
  readonly feedback: string;
  readonly signature: string;
}

/** Everything an attempt's prompt is made of: C_total = ⟨ℛ, Ω, Ψ, H⟩ (formal A.2 Def 2). The four texts are templates. */
export interface PromptContext {
  readonly role?: string;
  readonly task: string;
  /** Ψ. */
  readonly specification: string;
  /** Ω. */
  readonly constraints: string;
  /** What people said to this step, which joins Ψ: appended, never overwritten (⊕ of the paper). No template. */
  readonly guidance?: readonly string[];
  readonly dependencies: readonly PromptDependency[];
  /** Summaries that a backtrack injected, or of earlier epochs (R5); `from` is the step they tell of. */
  readonly injected: readonly { readonly from: string; readonly text: string }[];
  /** Oldest first. */
  readonly history: readonly PromptRejection[];
  /** What of the newest rejection is to be repaired; left out: the whole answer is asked for (R130). */
  readonly repair?: Repair;
  /** Words of the engine itself for this attempt, such as the warning of a stagnant step (R22). */
  readonly advice?: string;
  /** What templates may look up beside the sections: `input`, `run`, `step`, `attempt`, `verdict`, variables. */
  readonly values: Readonly<Record<string, unknown>>;
  /** JSON Schema of the input: what it declares and does not require reads as its default, else as nothing (R113). */
  readonly inputSchema?: unknown;
  /** Steps whose artifact may not be there yet, which then reads as `none`: those of a machine. */
  readonly perhaps?: ReadonlySet<string>;
  /** The task has no heading where it is all that the user message says: that of a machine's step (R123). */
  readonly bare?: boolean;
  /** Tokens; absent means no limit. */
  readonly limit?: number;
  /** How often this call has been told already that its context is too long (R65); each forces one more compaction. */
  readonly compacted?: number;
  /** Tokens of a text. Called only where UTF-8 bytes / 3, an upper bound, is over the limit. */
  readonly count: (text: string) => number;
  /** `sha256:<hex>` of a text. */
  readonly digestOf: (text: string) => string;
}

/** What did not fit, and was left out or shortened (R58). */
export interface Dropped {
  readonly kind: 'artifact' | 'feedback' | 'injected';
  /** An artifact's id, a verdict's token, or the step that an injected summary tells of. */
  readonly ref: string;
  readonly reason: string;
}
