/**
 * The ports to ℛ, the event log and the views (design 4 and 5). Contents, artifact versions, verdicts, faults, decisions and events
 * are only ever inserted; views are caches of the log, rebuildable. One implementation, over PostgreSQL, in `src/store`.
 */
import type { AgentTurns } from '../model/agent-turn.ts';
import type { ArtifactSource, EscalationKind, Event, RunStatus } from '../model/event.ts';
import type { Offer } from '../model/isolation.ts';
import type { Plan } from '../model/plan.ts';
import type { EscalationState, RunState } from '../model/run-state.ts';
import type { Usage } from '../model/usage.ts';
import type { Verdict } from '../model/verdict.ts';

export interface PageRequest {
  /** 1…200. */
  readonly limit: number;
  /** Opaque, from an earlier page; a bad one throws `BadCursor`. */
  readonly cursor?: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** A bad `cursor`: 400 (R57). */
export class BadCursor extends Error {
  override readonly name = 'BadCursor';
}

/** Other content under a number of the log that is taken (design 5, projections): the run fails `log_forked`. */
export class LogFork extends Error {
  override readonly name = 'LogFork';
}

/** The database does not answer: 503 naming the part. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
}

/** The database has no such run: it is another one's, or its definition is gone. */
export class UnknownRun extends Error {
  override readonly name = 'UnknownRun';
  constructor(runId: string) {
    super(`There is no run ${runId} in this database.`);
  }
}

/** The database answers, but has no room to store anything. */
export class StorageFull extends StoreUnavailable {
  override readonly name = 'StorageFull';
}

// Definitions ---------------------------------------------------------------------------------------------------------------

export interface DefinitionVersion {
  readonly name: string;
  readonly version: number;
  /** `sha256:<hex>` of the RFC 8785 form of `document` (R38). */
  readonly digest: string;
  readonly topology: string;
  /** The document as submitted, parsed. */
  readonly document: unknown;
  readonly plan: Omit<Plan, 'definition'>;
  readonly warnings: readonly unknown[];
  readonly createdAt: number;
}

export interface Definitions {
  /** A name's same digest again answers the version that exists, `created: false`; else the next version. Safe under concurrency. */
  publish(
    definition: Omit<DefinitionVersion, 'version' | 'createdAt'>,
  ): Promise<{ readonly version: DefinitionVersion; readonly created: boolean }>;
  /** The newest version when none is named. */
  find(name: string, version?: number): Promise<DefinitionVersion | undefined>;
  /** The newest version of every name, newest published first. */
  list(page: PageRequest): Promise<Page<DefinitionVersion>>;
}

// Runs ----------------------------------------------------------------------------------------------------------------------

/** What never changes of a run. */
export interface RunRecord {
  readonly id: string;
  readonly definition: { readonly name: string; readonly version: number; readonly digest: string };
  readonly topology: string;
  readonly input: unknown;
  /** Replaces the definition's specification when given (R38). */
  readonly specification?: string;
  readonly tags: readonly string[];
  /** The plan as started, with budgets merged per key; or as the newest redirect that changed it left it. */
  readonly plan: Plan;
  /** Seeded artifacts: step id → artifact id (R69). */
  readonly seeds: Readonly<Record<string, string>>;
  /** Digest of the start request, for the same id again (R56). */
  readonly requestDigest: string;
  readonly createdAt: number;
  /** Where a fork comes from: the run, the first step that is made again, of a machine the turn that is taken again, and what differs. */
  readonly forkedFrom?: {
    readonly runId: string;
    readonly fromStep?: string;
    readonly fromTurn?: number;
    readonly changed: readonly string[];
  };
  /** Steps that a fork's origin had waived: it takes that over. */
  readonly waived?: readonly string[];
  /** Digest of the document that a redirect or a fork made (api 4); none while the run goes by its definition. */
  readonly revision?: string;
}

export interface RunRow {
  readonly record: RunRecord;
  readonly state: RunState;
  /** Usage of stored answers whose token the log has discarded (R27), and of judges' answers that nothing could be read in. */
  readonly discarded: Usage;
}

export interface RunFilter {
  readonly status?: RunStatus;
  readonly workflow?: string;
  readonly tag?: string;
  /** Milliseconds, exclusive. */
  readonly createdAfter?: number;
  readonly createdBefore?: number;
}

export interface Runs {
  /** Inserts the run and its first event in one transaction (R74). `existing` when the id is taken, whatever its content. */
  create(record: RunRecord, created: Event): Promise<{ readonly existing?: RunRow }>;
  find(id: string): Promise<RunRow | undefined>;
  /** Whether any of these ids is a run of this database. */
  hasAny(ids: readonly string[]): Promise<boolean>;
  /** Newest first. */
  list(filter: RunFilter, page: PageRequest): Promise<Page<RunRow>>;
  /** Runs whose log holds `run.created` alone and is older than so many milliseconds: a crash left them unstarted. */
  unstarted(olderThan: number): Promise<readonly { readonly record: RunRecord; readonly created: Event }[]>;
}

/** What a redirect made of a run's definition: the document by its digest, and what the workflow goes by. */
interface Revision {
  readonly digest: string;
  readonly document: unknown;
  readonly plan: Plan;
}

export interface Revisions {
  /** Stored before the redirect reaches the run; the log says whether it ever held. */
  save(runId: string, revision: Revision): Promise<void>;
  /** The document that the run goes by now: its definition's, or what the newest redirect made of it. */
  document(runId: string): Promise<unknown>;
}

// The log -------------------------------------------------------------------------------------------------------------------

export interface EventLog {
  /**
   * Stores what is new of a dense batch, folds it into the views in the same transaction and notifies. Idempotent on (run, seq).
   * Throws `LogFork` when other content lies under a number, or when the batch would leave a hole.
   */
  append(runId: string, events: readonly Event[]): Promise<void>;
  /** Events after a seq, oldest first. */
  read(runId: string, after: number, limit: number): Promise<readonly Event[]>;
  /** Resolves when the run's log has this seq, or false after so many milliseconds. */
  waitFor(runId: string, seq: number, timeout: number): Promise<boolean>;
  /** Hears of every batch stored by any process. `tokens` are those the batch discarded. The answer ends the subscription. */
  subscribe(
    listener: (news: { readonly runId: string; readonly seq: number; readonly tokens: readonly string[] }) => void,
  ): () => void;
  /** Those of these calls whose token the log has discarded: for a listener that may have missed news. A token is unique in its run only. */
  discarded<Call extends { readonly runId: string; readonly token: string }>(
    calls: readonly Call[],
  ): Promise<readonly Call[]>;
}

/** What event streams read; they are many and long, so they have connections of their own (R118). */
export interface EventStreams {
  /** As of the log. */
  read: EventLog['read'];
  /** Whether the log has nothing after this seq and its run is closed, or is none at all. */
  isOver(runId: string, seq: number): Promise<boolean>;
}

// Artifacts -----------------------------------------------------------------------------------------------------------------

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
export interface ArtifactRecord {
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
  readonly context?: ContextSnapshot;
  /** The model asked for and its parameters. */
  readonly model?: string;
  readonly parameters?: unknown;
  readonly usage: Usage;
  readonly rawUsage?: unknown;
  readonly finishReason?: string;
  /** Digest of the whole answer where the artifact is a part of it. */
  readonly answerDigest?: string;
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
  /** Every call of a tool, in order. */
  readonly tools: readonly { readonly name: string; readonly ok: boolean; readonly error?: string }[];
  /** What the agent shows of its state (`projectFinalState`). */
  readonly finalState?: unknown;
}

export type ParentRelation = 'dependency' | 'previous_attempt' | 'injected' | 'reused';
export type ArtifactStatus = 'pending' | 'accepted' | 'rejected' | 'superseded' | 'discarded' | 'waived';
export type ArtifactRow = ArtifactRecord & { readonly status: ArtifactStatus };

export interface Artifacts {
  /** Inserts artifact and contents; where the run has an answer under the token already, that one is returned and nothing stored (R27). */
  save(record: ArtifactRecord, contents: readonly string[]): Promise<ArtifactRecord>;
  find(id: string): Promise<ArtifactRow | undefined>;
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

export interface Contents {
  /** Stores texts; answers their digests in order. */
  put(texts: readonly string[]): Promise<readonly string[]>;
  /** Texts by digest; every digest asked for is in the answer or it throws. */
  get(digests: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

// Verdicts and faults -------------------------------------------------------------------------------------------------------

export interface Verdicts {
  /** The first verdict stored under (run, token) wins and is returned. */
  save(runId: string, token: string, artifactId: string, verdict: Verdict): Promise<Verdict>;
  find(runId: string, token: string): Promise<Verdict | undefined>;
  /** Those of these tokens that there are, by token. */
  findAll(runId: string, tokens: readonly string[]): Promise<ReadonlyMap<string, Verdict>>;
}

/** What broke: the generator's way to its answer, the guard, or we ourselves (R117). */
export type FaultPhase = 'generate' | 'guard' | 'internal';

export interface Faults {
  /** Notes a provider fault or a guard error; answers how many this call has met and when the execution of the first began (R32). */
  record(fault: {
    readonly runId: string;
    readonly token: string;
    readonly phase: FaultPhase;
    readonly detail: string;
    readonly partial?: string;
    /** What was paid for an answer that led to nothing; shows as discarded and counts in the budgets (R111). */
    readonly usage?: Usage;
    readonly startedAt: number;
  }): Promise<{
    readonly count: number;
    readonly firstStartedAt: number;
    /** All that the run has paid so for faults; left out: nothing. */
    readonly paid?: Usage;
  }>;
  count(runId: string, token: string, phase: FaultPhase): Promise<number>;
}

// What an activity reads ----------------------------------------------------------------------------------------------------

export interface HistoryEntry {
  readonly token: string;
  readonly artifact: ArtifactRecord;
  readonly text: string;
  readonly verdict: Verdict;
}

/** Everything a call reads, in one round trip. */
export interface CallMaterial {
  readonly run: RunRecord;
  readonly document: unknown;
  /** Step id → accepted artifact with its text and the verdict it was accepted with. */
  readonly dependencies: Readonly<
    Record<string, { readonly artifact: ArtifactRecord; readonly text: string; readonly verdict?: Verdict }>
  >;
  readonly history: readonly HistoryEntry[];
  /** An answer stored under the token by an earlier execution. */
  readonly answer?: { readonly artifact: ArtifactRecord; readonly text: string; readonly verdict?: Verdict };
  /** Faults of this phase so far; of a generation also those of the step's discarded attempts since its last that counted. */
  readonly faults: number;
  /** What the run has paid for answers that led to nothing; left out: nothing (R111). */
  readonly paid?: Usage;
}

export interface Calls {
  load(call: {
    readonly runId: string;
    readonly step: string;
    readonly token: string;
    readonly phase: 'generate' | 'guard';
    /** The document that the call goes by, where a redirect changed it. */
    readonly revision?: string;
    /** Step id → artifact id. */
    readonly dependencies: Readonly<Record<string, string>>;
    readonly history: readonly string[];
  }): Promise<CallMaterial>;
}

// Views ---------------------------------------------------------------------------------------------------------------------

/** One attempt as the views keep it; `status` follows the log. */
export interface AttemptRow {
  readonly runId: string;
  readonly token: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  /** Absent on discarded rows (R27). */
  readonly n?: number;
  readonly status: ArtifactStatus;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly artifact?: ArtifactRecord;
  readonly verdict?: Verdict;
  /** `partial`: the text that had arrived when a stream was cut (R32). */
  readonly faults: readonly {
    readonly at: number;
    readonly phase: string;
    readonly detail: string;
    readonly partial?: string;
  }[];
}

export interface AttemptFilter {
  readonly step?: string;
  /** With `step`: the ordinal over all epochs (R25). */
  readonly n?: number;
}

export interface Attempts {
  /** Rejections of a step with their texts, oldest first: of one epoch, or of all before it. */
  rejected(
    runId: string,
    step: string,
    epochs: { readonly of: number } | { readonly before: number },
  ): Promise<readonly HistoryEntry[]>;
  /** What the log says became of a token; undefined when it does not know it yet. */
  statusOf(runId: string, token: string): Promise<ArtifactStatus | undefined>;
  /** Oldest first. */
  list(runId: string, filter: AttemptFilter, page: PageRequest): Promise<Page<AttemptRow>>;
}

/** A whole run as its log and its guards tell it. */
export interface RunHistory {
  readonly runId: string;
  readonly workflow: string;
  readonly status: RunStatus;
  readonly events: readonly Event[];
  /** By token. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Tokens of rejected attempts whose context did not fit and was cut (R58). */
  readonly cut: ReadonlySet<string>;
  /** Usage of stored answers whose token the log has discarded (R27). */
  readonly discarded: Usage;
}

export interface StatisticsFilter extends RunFilter {
  readonly version?: number;
  /** Runs in which this model, as asked for, made an artifact. */
  readonly model?: string;
}

export interface NewestRuns {
  readonly histories: AsyncIterable<RunHistory>;
  /** Runs that fit, and how many of them `histories` holds. */
  readonly matched: number;
  readonly counted: number;
  /** When the oldest run in `histories` was created, in milliseconds; undefined when it holds none. */
  readonly oldest?: number;
}

/** What is read of many runs at once. The work is limited, and where the limit cut something off, that is said. */
export interface Statistics {
  history(runId: string): Promise<RunHistory | undefined>;
  /** The newest runs that fit, at most so many, and no more once so many events have been read. */
  newest(filter: StatisticsFilter, most: { readonly runs: number; readonly events: number }): Promise<NewestRuns>;
}

/** A judged attempt: what was asked, what was answered, and what the guard said of it (S3-DISC-2). */
export interface Example {
  readonly runId: string;
  readonly workflow: string;
  readonly step: string;
  readonly epoch: number;
  readonly attempt: number;
  readonly artifact: ArtifactRecord;
  readonly output: string;
  /** As sent; empty for what no model made. */
  readonly prompt: readonly { readonly role: string; readonly content: string }[];
  readonly verdict: Verdict;
}

export interface Examples {
  /** Read as they are taken: runs newest first, their attempts oldest first; discarded and unjudged ones are left out. */
  stream(filter: RunFilter): AsyncIterable<Example>;
}

export interface EscalationRow {
  readonly runId: string;
  readonly workflow: string;
  readonly escalation: EscalationState;
}

export interface Escalations {
  find(id: string): Promise<EscalationRow | undefined>;
  /** Newest first. */
  list(
    filter: { readonly status?: EscalationState['status']; readonly runId?: string; readonly kind?: EscalationKind },
    page: PageRequest,
  ): Promise<Page<EscalationRow>>;
}

// Requests ------------------------------------------------------------------------------------------------------------------

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Idempotency keys: per method, path and tenant, 24 h (R56). */
export interface Requests {
  /** `new`: go on, then `finish` or `forget`. `done`: answer again. `busy`: still in flight. `other`: the key was used with another body. */
  begin(key: {
    readonly scope: string;
    readonly key: string;
    readonly digest: string;
  }): Promise<
    | { readonly state: 'new' }
    | { readonly state: 'done'; readonly answer: StoredAnswer }
    | { readonly state: 'busy' }
    | { readonly state: 'other' }
  >;
  finish(key: { readonly scope: string; readonly key: string }, answer: StoredAnswer): Promise<void>;
  forget(key: { readonly scope: string; readonly key: string }): Promise<void>;
}

/** Who did what and why: every write of a person or a program leaves a row (api 3). */
export interface Audit {
  add(entry: {
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly reason?: string;
    readonly requestId?: string;
  }): Promise<void>;
}

/** What workers say of themselves when they come up. Only ever added to; a worker's newest word counts. */
export interface WorkerOffers {
  /** `worker` is its identity at the Temporal server. */
  announce(worker: string, offers: readonly Offer[]): Promise<void>;
  /** By worker; without those that have announced nothing. */
  of(workers: readonly string[]): Promise<ReadonlyMap<string, readonly Offer[]>>;
}

/** Which processes with workers are connected now. */
export interface WorkerPresence {
  /** Of these identities at the Temporal server, those whose process is connected to the database. */
  of(identities: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Keys that the processes on one database have in common. */
export interface ServiceKeys {
  /** 32 random bytes, drawn when a name is first asked for and the same for ever after. */
  of(name: string): Promise<Uint8Array>;
  /** Whether it was asked for before. */
  has(name: string): Promise<boolean>;
}

export interface Store {
  readonly definitions: Definitions;
  readonly runs: Runs;
  readonly events: EventLog;
  readonly streams: EventStreams;
  readonly revisions: Revisions;
  readonly artifacts: Artifacts;
  readonly contents: Contents;
  readonly verdicts: Verdicts;
  readonly faults: Faults;
  readonly calls: Calls;
  readonly attempts: Attempts;
  readonly escalations: Escalations;
  readonly statistics: Statistics;
  readonly examples: Examples;
  readonly requests: Requests;
  readonly audit: Audit;
  readonly offers: WorkerOffers;
  readonly presence: WorkerPresence;
  readonly keys: ServiceKeys;
  readonly agents: AgentTurns;
  /** Throws `StoreUnavailable` when the database does not answer within a second. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
