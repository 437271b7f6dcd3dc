import { documentDigest } from '../../definitions/document-digest.ts';
import { topologyWorkOf } from '../../definitions/topology-work.ts';
import { artifactOf, budgetStatusOf, isSettled, planGraph } from '../../engine.ts';
import type { Verified } from '../../model/call-result.ts';
import { upstream } from '../../model/graph.ts';
import type { RunState } from '../../model/run-state.ts';
import { NO_USAGE, type Usage } from '../../model/usage.ts';
import type { AcceptedResult, BaseCasePort } from '../../ports/base-case-port.ts';
import type { VerifyBaseCaseInput } from '../../ports/calls.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import { StoreUnavailable, UnknownRun } from '../../ports/store/errors.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { CallStore } from '../../ports/store/store.ts';
import { findJudged, keepJudged } from '../../store/artifacts/judged-answers.ts';
import { digestOf } from '../../store/digest.ts';
import { LONGEST_WORDS } from '../../stories/question-words.ts';
import { signatureOf } from '../../text/normalise.ts';
import { cut } from '../../text/text.ts';
import { artifactId } from '../artifact-id.ts';
import { exhaustedFor } from '../budget-exhausted.ts';

type Using = Pick<
  CallStore,
  'agents' | 'artifacts' | 'contents' | 'events' | 'faults' | 'revisions' | 'runs' | 'waits'
>;

/** Milliseconds that events may take to the store; then Temporal tries again. */
const LOG_LAG = 5_000;

/** The port of whoever has the database. */
export function createBaseCasePort(store: Using): BaseCasePort {
  const port: BaseCasePort = {
    async open(call) {
      const { runId, seq, events } = call;
      if (events.length > 0) await store.events.append(runId, events);
      if (!(await store.events.waitFor(runId, seq, LOG_LAG)))
        throw new StoreUnavailable(`the log of ${runId} is not at ${seq} yet`);
      const row = await mustFind(store, runId);
      const known = await knownOf(store, call);
      const paid = await store.faults.paid(runId);
      return {
        run: row.record,
        document: await store.revisions.document(row.record),
        results: await resultsOf(store, row),
        winners: winnersOf(row),
        sparing: isOutOfBudget(row.state, paid),
        ...(paid && { paid }),
        ...(known && { known }),
      };
    },
    // Nothing is read before what was paid for is stored, or held for want of a store (R100).
    async keep(call, { text, usage }, { material } = {}) {
      const { runId, token } = call;
      const { run, results } = material ?? (await port.open({ ...call, events: [] }));
      const record: ArtifactRecord = {
        id: artifactId(runId, token),
        runId,
        token,
        digest: digestOf(text),
        mediaType: 'application/json',
        bytes: Buffer.byteLength(text),
        source: 'generated',
        usage,
        definitionDigest: documentDigest(run),
        parents: results.map(({ artifact }) => ({ artifactId: artifact.id, relation: 'dependency' })),
        createdAt: Date.now(),
      };
      const saved = await store.artifacts.save(record, [text]);
      return verified(token, saved, await textOf(store, saved.digest));
    },
    findLeaf: (call, question) => findJudged(store, call, question),
    keepLeaf: (call, question, text) => keepJudged(store, call, question, text),
    note: (_call, fault) => store.faults.record(fault),
    wait: ({ runId, token }, wait) => store.waits.begin({ ...wait, runId, counted: token, phase: 'judge' }),
  };
  return port;
}

/** By the run's own clock: it is what decides later whether the verification is due again. */
function isOutOfBudget(state: RunState, paid: Usage | undefined): boolean {
  const budget = budgetStatusOf(state);
  const exhausted = budget && exhaustedFor({ budget, ...(paid && { paid }) }, NO_USAGE, state.at);
  return state.life.status === 'budget_exceeded' || exhausted !== undefined;
}

async function mustFind(store: Pick<CallStore, 'runs'>, runId: string): Promise<RunRow> {
  const row = await store.runs.find(runId);
  if (!row) throw new UnknownRun(runId);
  return row;
}

async function knownOf(store: Using, { runId, token }: VerifyBaseCaseInput): Promise<Verified | undefined> {
  const stored = await store.artifacts.byToken(runId, token);
  return stored && verified(token, stored, await textOf(store, stored.digest));
}

/** What is stored of a verification, as far as the run has to know. */
interface Evidence {
  readonly passed: boolean;
  readonly evidence?: readonly {
    readonly leaf: string;
    readonly passed: boolean;
    readonly check?: string;
    readonly detail?: string;
  }[];
  readonly leftOut?: readonly string[];
}

function verified(token: string, { id, digest, usage }: ArtifactRecord, text: string): Verified {
  const { passed, evidence = [], leftOut = [] }: Evidence = JSON.parse(text);
  const failed = evidence.filter((found) => !found.passed);
  const falseLeaves = failed.map(({ leaf }) => leaf);
  const [first] = failed;
  const because =
    first && cut(`${first.leaf}, ${first.check ?? ''}: ${signatureOf(first.detail ?? '')}`, LONGEST_WORDS);
  const why = { falseLeaves, ...(because !== undefined && { because }) };
  const facts = { ...(!passed && why), ...(leftOut.length > 0 && { leftOut: true }) };
  return { kind: 'verified', token, passed, artifactId: id, digest, usage, ...facts };
}

/** Accepted artifacts by step, what others build on first. */
function inForce({ record: { plan }, state }: RunRow) {
  const work = topologyWorkOf(plan.topology);
  const settled = plan.steps.filter((step) => work.counts({ plan, state }, step) && isSettled(state, step.id));
  const graph = planGraph(plan);
  const depth = new Map(settled.map(({ id }) => [id, upstream(graph, id).size] as const));
  const ordered = settled.toSorted((a, b) => (depth.get(a.id) ?? 0) - (depth.get(b.id) ?? 0));
  return ordered.flatMap(({ id: step }) => {
    const artifact = artifactOf(state, step);
    return artifact ? [{ step, ...artifact }] : [];
  });
}

async function resultsOf(
  store: Pick<CallStore, 'artifacts' | 'contents'>,
  row: RunRow,
): Promise<readonly AcceptedResult[]> {
  const made = inForce(row);
  const texts = await store.contents.get([...new Set(made.map(({ digest }) => digest))]);
  const found = await Promise.all(
    made.map(async ({ step, id, digest }) => {
      const artifact = await store.artifacts.find(id);
      return artifact ? [{ step, artifact, text: texts.get(digest) ?? '' }] : [];
    }),
  );
  return found.flat();
}

function winnersOf({ record: { plan }, state }: RunRow): Readonly<Record<string, string>> {
  return topologyWorkOf(plan.topology).winners(state);
}

async function textOf(store: Pick<CallStore, 'contents'>, digest: string): Promise<string> {
  return (await store.contents.get([digest])).get(digest) ?? '';
}
