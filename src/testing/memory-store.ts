/** What calls of one run take of the store, in memory: as PostgreSQL keeps it, and gone with the process. */
import { budgetStatusOf } from '../engine.ts';
import type { AgentTurn, StoredEffect } from '../model/agent-turn.ts';
import type { Event } from '../model/event.ts';
import type { RunState } from '../model/run-state.ts';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.ts';
import type { Verdict } from '../model/verdict.ts';
import type { ArtifactRecord } from '../ports/store/artifacts.ts';
import type { CallMaterial, CallRequest, HistoryEntry } from '../ports/store/calls.ts';
import { UnknownRun } from '../ports/store/errors.ts';
import type { Faults } from '../ports/store/faults.ts';
import type { Revisions } from '../ports/store/revisions.ts';
import type { RunRecord } from '../ports/store/runs.ts';
import type { CallStore } from '../ports/store/store.ts';
import { digestOf } from '../store/digest.ts';
import { revised } from '../store/runs/revisions.ts';
import { type AttemptView, attemptsChangedBy } from '../store/views/attempt-view.ts';

export interface MemoryStore extends CallStore {
  /** Follows the run; `before`: its state before the event. */
  recorded(event: Event, before: RunState): void;
  /** What the log says of its attempts, oldest first. */
  rows(): readonly AttemptView[];
  /** The answer to a call, by its token. */
  made(token: string): Made | undefined;
  verdictOn(token: string): Verdict | undefined;
  /** Everything that was made, oldest first. */
  all(): readonly Made[];
}

interface Made {
  readonly artifact: ArtifactRecord;
  readonly text: string;
}

export interface MemoryStoreOptions {
  readonly record: RunRecord;
  readonly document: unknown;
  /** The run as it stands. */
  readonly state: () => RunState;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Everything that is kept of the run. */
interface Kept extends MemoryStoreOptions {
  readonly texts: Map<string, string>;
  readonly artifacts: Map<string, ArtifactRecord>;
  /** By token: of what a call has made the artifact's id. */
  readonly answers: Map<string, string>;
  readonly verdicts: Map<string, { readonly artifactId: string; readonly verdict: Verdict }>;
  readonly revisions: Map<string, Parameters<Revisions['save']>[1]>;
  readonly rows: Map<string, AttemptView>;
  readonly faults: Fault[];
}

type Fault = Parameters<Faults['record']>[0];

/** Everything in it is of the one run. */
export function createMemoryStore(options: MemoryStoreOptions): MemoryStore {
  const kept: Kept = {
    ...options,
    texts: new Map(),
    artifacts: new Map(),
    answers: new Map(),
    verdicts: new Map(),
    revisions: new Map(),
    rows: new Map(),
    faults: [],
  };
  return {
    recorded(event, before) {
      for (const row of attemptsChangedBy(event, kept.rows, before)) kept.rows.set(row.token, row);
    },
    rows: () => [...kept.rows.values()].toSorted((a, b) => a.seq - b.seq),
    made: (token) => answerTo(kept, token),
    verdictOn: (token) => kept.verdicts.get(token)?.verdict,
    all: () => [...kept.artifacts.keys()].map((id) => artifactOf(kept, id)),
    runs: createRuns(kept),
    events: { append: async () => undefined, waitFor: async () => true },
    revisions: {
      async save(_, revision) {
        if (!kept.revisions.has(revision.digest)) kept.revisions.set(revision.digest, revision);
      },
      document: async () => kept.revisions.get(kept.state().revision ?? '')?.document ?? kept.document,
    },
    artifacts: createArtifacts(kept),
    contents: {
      put: async (texts) => put(kept, texts),
      get: async (digests) => new Map(digests.map((digest) => [digest, textOf(kept, digest)])),
    },
    verdicts: {
      async save(_, token, artifactId, verdict) {
        const first = kept.verdicts.get(token) ?? { artifactId, verdict };
        kept.verdicts.set(token, first);
        return first.verdict;
      },
    },
    faults: createFaults(kept.faults),
    // Nothing waits where time goes by at once.
    waits: { begin: async ({ now }) => ({ since: now }), sent: async () => undefined, ofRun: async () => [] },
    calls: {
      load: async (call) => materialOf(kept, call),
      async open(call, append) {
        await append?.();
        return materialOf(kept, call);
      },
      known: () => undefined,
    },
    attempts: {
      async rejected(_, step, epochs) {
        const isOf = (epoch: number) => ('of' in epochs ? epoch === epochs.of : epoch < epochs.before);
        const found = [...kept.rows.values()].filter(
          (row) => row.step === step && row.status === 'rejected' && isOf(row.epoch) && kept.verdicts.has(row.token),
        );
        return found.toSorted((a, b) => a.seq - b.seq).map(({ token }) => pastOf(kept, token));
      },
    },
    agents: createAgents(),
  };
}

function createRuns({ record, revisions, state: stateNow }: Kept): CallStore['runs'] {
  return {
    async find(id) {
      if (id !== record.id) return undefined;
      const state = stateNow();
      const plan = revisions.get(state.revision ?? '')?.plan ?? null;
      return { record: revised(record, state.revision, plan), state, discarded: NO_USAGE };
    },
  };
}

function createArtifacts(kept: Kept): CallStore['artifacts'] {
  return {
    async save(record, contents) {
      const { id, token } = record;
      const known = (token === undefined ? undefined : answerTo(kept, token)?.artifact) ?? kept.artifacts.get(id);
      if (known) return known;
      put(kept, contents);
      const artifact = { ...record, createdAt: kept.now() };
      kept.artifacts.set(id, artifact);
      if (token !== undefined) kept.answers.set(token, id);
      return artifact;
    },
    async find(id) {
      const artifact = kept.artifacts.get(id);
      const { status = 'pending' } = [...kept.rows.values()].find((row) => row.artifactId === id) ?? {};
      return artifact && { ...artifact, status };
    },
    byToken: async (_, token) => answerTo(kept, token)?.artifact,
    acceptedBefore: async () => false,
  };
}

function materialOf(kept: Kept, call: CallRequest): CallMaterial {
  if (call.runId !== kept.record.id) throw new UnknownRun(call.runId);
  const revision = kept.revisions.get(call.revision ?? '');
  const answer = answerTo(kept, call.token);
  const own = kept.verdicts.get(call.token)?.verdict;
  const paid = totalOf(kept.faults);
  const budget = budgetStatusOf(kept.state());
  return {
    run: revised(kept.record, call.revision, revision?.plan ?? null),
    document: revision?.document ?? kept.document,
    dependencies: Object.fromEntries(
      Object.entries(call.dependencies).map(([step, id]) => {
        const newest = [...kept.verdicts.values()].findLast(({ artifactId }) => artifactId === id);
        return [step, { ...artifactOf(kept, id), ...(newest && { verdict: newest.verdict }) }];
      }),
    ),
    history: call.history.map((token) => pastOf(kept, token)),
    ...(answer && { answer: { ...answer, ...(own && { verdict: own }) } }),
    faults: metBy(call, kept),
    ...(paid && { paid }),
    ...(budget && { budget }),
  };
}

function pastOf(kept: Kept, token: string): HistoryEntry {
  const answer = answerTo(kept, token);
  const verdict = kept.verdicts.get(token)?.verdict;
  if (!answer || !verdict) throw new Error(`The store does not have an answer to ${token} and a verdict on it.`);
  return { token, ...answer, verdict };
}

/** Of a person's artifact the log says which call it answers. */
function answerTo(kept: Kept, token: string): Made | undefined {
  const id = kept.answers.get(token) ?? kept.rows.get(token)?.artifactId;
  return id === undefined || id === null ? undefined : artifactOf(kept, id);
}

function artifactOf(kept: Kept, id: string): Made {
  const artifact = kept.artifacts.get(id);
  if (!artifact) throw new Error(`The store does not have the artifact ${id}.`);
  return { artifact, text: textOf(kept, artifact.digest) };
}

function put({ texts }: Kept, said: readonly string[]): readonly string[] {
  return said.map((text) => {
    const digest = digestOf(text);
    texts.set(digest, text.toWellFormed());
    return digest;
  });
}

function textOf({ texts }: Kept, digest: string): string {
  const text = texts.get(digest);
  if (text === undefined) throw new Error(`The store does not have the content ${digest}.`);
  return text;
}

/** Faults of a discarded attempt count on, as the store has it. */
function metBy({ token, phase, step }: CallRequest, { faults, rows }: Kept): number {
  const ofStep = [...rows.values()].filter((row) => row.step === step);
  const counted = ofStep.filter((row) => row.status !== 'discarded' && row.token !== token);
  const since = Math.max(0, ...counted.map(({ seq }) => seq));
  const before = ofStep.filter((row) => phase === 'generate' && row.status === 'discarded' && row.seq > since);
  const tokens = new Set([token, ...before.map((row) => row.token)]);
  return faults.filter((fault) => fault.phase === phase && tokens.has(fault.token)).length;
}

function createFaults(all: Fault[]): Faults {
  const faultsOf = (token: string, phase: Fault['phase']) =>
    all.filter((fault) => fault.token === token && fault.phase === phase);
  return {
    async record(fault) {
      all.push(fault);
      const met = faultsOf(fault.token, fault.phase);
      const paid = totalOf(all);
      const firstStartedAt = Math.min(...met.map(({ startedAt }) => startedAt));
      const equal = met.filter(({ equalBy }) => equalBy !== undefined && equalBy === fault.equalBy).length;
      return { count: met.length, equal: Math.max(1, equal), firstStartedAt, ...(paid && { paid }) };
    },
    count: async (_, token, phase) => faultsOf(token, phase).length,
    paid: async () => totalOf(all),
  };
}

function totalOf(faults: readonly Fault[]): Usage | undefined {
  const paid = faults.flatMap(({ usage }) => usage ?? []);
  return paid.length === 0 ? undefined : paid.reduce(addUsage);
}

function createAgents(): CallStore['agents'] {
  const turns: AgentTurn[] = [];
  const effects = new Map<string, { readonly call: string; readonly answer: StoredEffect }>();
  const find = (token: string, iteration: number) =>
    turns.find((turn) => turn.token === token && turn.iteration === iteration);
  const keyOf = (token: string, iteration: number) => `${token}/${iteration}/`;
  return {
    async save(turn) {
      const known = find(turn.token, turn.iteration);
      if (!known) turns.push(turn);
      return known ?? turn;
    },
    find: async (_, token, iteration) => find(token, iteration),
    last: async (_, token) => turns.findLast((turn) => turn.token === token),
    newest: async (_, step, { since, not }) =>
      turns.findLast((turn) => turn.step === step && turn.epoch >= since && turn.token !== not),
    async saveEffect({ token, iteration, call }, answer) {
      const key = `${keyOf(token, iteration)}${call}`;
      const kept = effects.get(key) ?? { call, answer };
      effects.set(key, kept);
      return kept.answer;
    },
    findEffect: async ({ token, iteration, call }) => effects.get(`${keyOf(token, iteration)}${call}`)?.answer,
    async effects(_, token, iteration) {
      const found = [...effects].filter(([key]) => key.startsWith(keyOf(token, iteration)));
      return new Map(found.map(([, { call, answer }]) => [call, answer]));
    },
  };
}
