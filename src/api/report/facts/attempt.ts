import type { z } from 'zod';
import type { UsageView } from '../../usage-view.ts';
import type { Shown } from './room.ts';

export type Usage = z.output<typeof UsageView>;

/** An attempt with all that it was made from and what became of it. Times are RFC 3339 in UTC. */
export interface AttemptFacts {
  /** Its place among all attempts of the run, from 1. */
  readonly place: number;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** The step's ordinal over all epochs; null of what was discarded, or made by a person. */
  readonly n: number | null;
  readonly status: string;
  readonly source: string | null;
  readonly model: string | null;
  /** Of a model that stands for several: the one that answered, and which were passed over. */
  readonly route: { readonly entry: string; readonly passedOver: string } | null;
  /** The model that answered, as the provider names it. */
  readonly answeredBy: string | null;
  /** By whose price the cost was computed. */
  readonly price: string | null;
  /** What a person should know of the answer. */
  readonly warnings: readonly string[];
  readonly finishReason: string | null;
  readonly parameters: Shown | null;
  readonly usage: Usage;
  /** What models used to judge it; null: none was asked. */
  readonly judging: Usage | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  readonly artifact: MadeFacts | null;
  readonly diff: DiffFacts | null;
  readonly verdict: VerdictFacts | null;
  readonly prompt: PromptFacts | null;
  /** What joined the specification, as JSON. */
  readonly injected: readonly Shown[];
  /** Names → artifact ids. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Dependencies that it was made without, each with why. */
  readonly absent: Readonly<Record<string, string>>;
  /** What had no room in the prompt. */
  readonly dropped: readonly string[];
  readonly faults: readonly FaultFacts[];
  readonly agent: AgentFacts | null;
  /** Parts of it that had no room in the report. */
  readonly leftOut: number;
}

export interface MadeFacts {
  readonly id: string;
  readonly digest: string;
  readonly mediaType: string;
  readonly text: Shown;
}

export interface VerdictFacts {
  readonly verdict: string;
  readonly guard: string;
  readonly nature: string;
  readonly generated: boolean;
  readonly tampered: boolean;
  readonly score: number | null;
  readonly feedback: Shown;
  readonly sub: readonly VerdictFacts[];
}

/** What changed from the artifact that the step made before, by word within lines that changed. */
export interface DiffFacts {
  /** Place of the attempt that made the one before. */
  readonly from: number;
  readonly equal: boolean;
  readonly parts: readonly DiffPart[];
  /** Parts that are left out at the end. */
  readonly leftOut: number;
}

/** `words`: that many that did not change are left out. */
export type DiffPart =
  | { readonly mark: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly mark: 'skipped'; readonly words: number };

export interface PromptFacts {
  /** Of the messages as they were sent. */
  readonly digest: string;
  readonly sections: readonly SectionFacts[];
  /** Sections that had no room. */
  readonly leftOut: number;
  /** Bytes of long parts that are not shown, beyond the start of each. */
  readonly missing: number;
}

/** A section of a prompt. `sameAs`: place of the attempt where the very same stands in full. */
export type SectionFacts = { readonly role: string; readonly heading: string | null } & (
  | { readonly text: Shown }
  | { readonly sameAs: number }
);

export interface FaultFacts {
  readonly at: string;
  readonly phase: string;
  readonly detail: Shown;
  /** What had arrived when a stream was cut. */
  readonly partial: Shown | null;
}

interface AgentFacts {
  readonly name: string;
  readonly iterations: number;
  /** Name of a tool → its calls, and how many of them failed. */
  readonly tools: readonly { readonly name: string; readonly calls: number; readonly failed: number }[];
}
