import type { Answered } from '../../model/answer-warning.ts';
import type { Settlement } from '../../model/caps.ts';
import type { ArtifactSource } from '../../model/events/attempts.ts';
import type { Usage } from '../../model/usage.ts';
import type { Page, PageRequest } from './pages.ts';

/** A literal, or a content by its digest, so that large texts are stored once (design 4). */
export type PromptPart = { readonly text: string } | { readonly digest: string };

export interface PromptMessage {
  /** The last two in conversations of agents. */
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly parts: readonly PromptPart[];
}

/** What an attempt was made from: C of the paper, by ids (design 4). */
export interface ContextSnapshot {
  readonly specification: string;
  readonly constraints: string;
  /** Names → artifact ids. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** H: the rejected artifacts of this epoch with the verdict's token, oldest first. */
  readonly history: readonly { readonly artifactId: string; readonly token: string }[];
  readonly injected: readonly unknown[];
  /** Empty for generators without a prompt. */
  readonly prompt: readonly PromptMessage[];
  /** `sha256:<hex>` of the rendered messages as sent. */
  readonly promptDigest: string;
  readonly dropped: readonly { readonly kind: string; readonly ref: string; readonly reason: string }[];
}

/** An artifact version as made. Its status comes from the log. */
export interface ArtifactRecord extends Answered {
  readonly id: string;
  readonly runId?: string;
  readonly token?: string;
  readonly step?: string;
  readonly epoch?: number;
  readonly attempt?: number;
  readonly digest: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly source: ArtifactSource;
  readonly definitionDigest?: string;
  /** Dependencies that it was made without, each with why; left out: none. */
  readonly absent?: Readonly<Record<string, string>>;
  readonly context?: ContextSnapshot;
  /** The model asked for and its parameters. */
  readonly model?: string;
  readonly parameters?: unknown;
  readonly usage: Usage;
  readonly rawUsage?: unknown;
  readonly finishReason?: string;
  /** The provider's own word for it, where that is another one. */
  readonly rawFinishReason?: string;
  /** The endpoint takes that word, which dsap does not know, for the end of a whole answer. */
  readonly endsWhole?: boolean;
  /** Digest of the whole answer where the artifact is a part of it. */
  readonly answerDigest?: string;
  /** Digest of the fields that the provider sent beside the answer, reasoning above all, as JSON (llm 1.5). */
  readonly besideDigest?: string;
  /** Of what an agent made. */
  readonly agent?: AgentProvenance;
  readonly parents: readonly { readonly artifactId: string; readonly relation: ParentRelation }[];
  readonly createdAt: number;
}

/** How an agent came to its answer; the conversation is the context's prompt. */
export interface AgentProvenance {
  readonly name: string;
  /** Calls of the model in this attempt. */
  readonly iterations: number;
  /** Who answered in each turn, where the provider says so. */
  readonly turns?: readonly AnsweredTurn[];
  /** Every call of a tool, in order. */
  readonly tools: readonly { readonly name: string; readonly ok: boolean; readonly error?: string }[];
  /** What the agent shows of its state (`projectFinalState`). */
  readonly finalState?: unknown;
}

/** `turn` counts from 1. */
export type AnsweredTurn = { readonly turn: number } & Pick<Answered, 'answeredBy' | 'price'>;

export type ParentRelation = 'dependency' | 'previous_attempt' | 'injected' | 'reused';
export type ArtifactStatus = 'pending' | 'accepted' | 'rejected' | 'superseded' | 'discarded' | 'waived';
export type ArtifactRow = ArtifactRecord & { readonly status: ArtifactStatus };

/** `agent`: of what one made. */
export interface ReadArtifact extends Pick<ArtifactRecord, 'mediaType' | 'agent'> {
  readonly text: string;
}

export interface Artifacts {
  /**
   * Inserts artifact and contents; where the run has an answer under the token already, that one is returned and nothing stored (R27).
   * `settles`: what was reserved for the answer under caps.
   */
  save(record: ArtifactRecord, contents: readonly string[], settles?: Settlement): Promise<ArtifactRecord>;
  find(id: string): Promise<ArtifactRow | undefined>;
  /** What artifacts say, by id, in one round trip and without their prompts; those that are not there are left out. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, ReadArtifact>>;
  byToken(runId: string, token: string): Promise<ArtifactRecord | undefined>;
  /** Newest first. */
  listByRun(runId: string, page: PageRequest): Promise<Page<ArtifactRow>>;
  /** Ancestors and descendants of an artifact, with the edges between them; at most 1,000 nodes. */
  lineage(id: string): Promise<{
    readonly nodes: readonly ArtifactRow[];
    readonly edges: readonly { readonly from: string; readonly to: string; readonly relation: ParentRelation }[];
  }>;
  /** Whether the step's guard passed such an artifact under this definition digest (R69). */
  acceptedBefore(artifactId: string, step: string, definitionDigest: string): Promise<boolean>;
}
