import { z } from 'zod';
import { type ConditionEvidence, conditionEvidence } from '../../expressions/condition-evidence.ts';
import type { EscalationKind } from '../../model/events/escalations.ts';
import { NEW_STEP, type RunState } from '../../model/run-state.ts';
import type { AttemptRow } from '../../ports/store/attempts.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { Store } from '../../ports/store/store.ts';
import { rejectionSummary } from '../../prompts/rejection-summary.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { parseJson } from '../../text/exact-json.ts';
import { readJson } from '../../text/parse-json.ts';
import { diffView } from '../artifacts/diff-view.ts';
import { attemptName } from '../report/words.ts';
import { runIn } from '../runs/told-run.ts';
import type { AttemptView } from '../steps/attempt-view.ts';
import type { EvidenceAttempt, FalseLeaf } from './view.ts';

/** A diff of more is nothing to read; so many of the newest attempts have one. */
const LONGEST_TEXT = 256 * 1024;
const MOST_DIFFS = 50;

/** Attempts with what their guard said and what changed since the artifact before, of the same step. */
export async function withDiffs(
  store: Store,
  rows: readonly AttemptRow[],
  attempts: readonly AttemptView[],
): Promise<readonly EvidenceAttempt[]> {
  const pairs = pairsOf(rows).slice(-MOST_DIFFS);
  const digests = new Set(pairs.flatMap(({ before, after }) => [before.digest, after.digest]));
  const texts = await store.contents.get([...digests]);
  const diffs = new Map(
    pairs.map(({ token, before, after }) => [token, diffView(sideOf(before, texts), sideOf(after, texts))]),
  );
  return attempts.map((attempt, index) => {
    const diff = diffs.get(rows[index]?.token ?? '');
    return { ...attempt, feedback: attempt.verdict?.feedback ?? '', ...(diff && { diff }) };
  });
}

type Artifact = NonNullable<AttemptRow['artifact']>;

interface Pair {
  readonly token: string;
  readonly before: Artifact;
  readonly after: Artifact;
}

function pairsOf(rows: readonly AttemptRow[]): readonly Pair[] {
  const newest = new Map<string, Artifact>();
  return rows.flatMap(({ token, step, artifact }) => {
    if (!artifact) return [];
    const before = newest.get(step);
    newest.set(step, artifact);
    return before && before.bytes <= LONGEST_TEXT && artifact.bytes <= LONGEST_TEXT
      ? [{ token, before, after: artifact }]
      : [];
  });
}

function sideOf({ id, digest }: Artifact, texts: ReadonlyMap<string, string>) {
  return { id, text: texts.get(digest) ?? '' };
}

/** What went wrong with a step, over all its epochs; undefined when nothing was rejected. */
export async function summaryOf(
  store: Store,
  state: RunState,
  { runId, escalation }: EscalationRow,
): Promise<string | undefined> {
  const { step, allowedActions } = escalation;
  if (step === undefined) return undefined;
  const rejected = await store.attempts.rejected(runId, step, { before: (state.steps[step]?.epoch ?? 0) + 1 });
  const told = rejected.map(({ text, verdict, artifact: { attempt = 1, epoch = 1 } }) => ({
    name: attemptName({ attempt, epoch }),
    text,
    feedback: verdict.feedback,
    signature: verdict.signature ?? '',
  }));
  return rejectionSummary(told, step, `What a person can do: ${allowedActions.join(', ')}.`) || undefined;
}

/** What joined the step's specification: summaries as its attempts were shown them, and what people said. */
export async function injectedInto(
  store: Store,
  state: RunState,
  step: string | undefined,
  attempts: readonly AttemptView[],
): Promise<readonly unknown[]> {
  const { injected } = step === undefined ? NEW_STEP : (state.steps[step] ?? NEW_STEP);
  const digests = injected.flatMap(({ digest }) => digest ?? []);
  const texts = await store.contents.get([...new Set(digests)]);
  const said = injected.flatMap(({ from, text, digest }) => {
    const words = text ?? (digest === undefined ? undefined : texts.get(digest));
    return words === undefined ? [] : [{ from, text: words }];
  });
  const all = [...attempts.flatMap((attempt) => attempt.injected), ...said];
  return [...new Map(all.map((part) => [JSON.stringify(part), part])).values()];
}

/** What a condition was asked of, where the question is that it cannot be calculated (R109). */
export async function conditionOf(
  store: Store,
  { escalation: { evidence } }: EscalationRow,
): Promise<ConditionEvidence | undefined> {
  if (evidence === undefined) return undefined;
  const text = (await store.contents.get([evidence])).get(evidence);
  return text === undefined ? undefined : conditionEvidence.parse(parseJson(text));
}

/** The text of a stored content; undefined where there is none. */
export async function textOf(store: Pick<Store, 'contents'>, digest: string | undefined): Promise<string | undefined> {
  return digest === undefined ? undefined : (await store.contents.get([digest])).get(digest);
}

const asksBack = z.object({ question: z.string().min(1) });

/** What a model asks back in place of a change. */
export function questionIn(text: string | undefined): string | undefined {
  const parsed = readJson(text ?? '');
  return 'document' in parsed ? asksBack.safeParse(parsed.document).data?.question : undefined;
}

const verification = z.object({
  evidence: z.array(z.object({ leaf: z.string(), check: z.string(), passed: z.boolean(), detail: z.string() })),
});

/** What of the base case does not hold, as it was verified last, where the question is how the run goes on without (R90). */
export async function falseLeavesOf(
  store: Pick<Store, 'artifacts' | 'contents' | 'runs'>,
  { runId, escalation: { kind, step } }: EscalationRow,
): Promise<readonly FalseLeaf[] | undefined> {
  if (!ABOUT_THE_RUN.has(kind) || step !== undefined) return undefined;
  const run = await store.runs.find(runId);
  const baseCase = run && topologyViewOf(run.record.plan.topology).state(runIn(run)).baseCase;
  const { artifactId, passed } = baseCase ?? {};
  if (artifactId === undefined || passed !== false) return undefined;
  const text = await textOf(store, (await store.artifacts.find(artifactId))?.digest);
  const found = verification.safeParse(text === undefined ? undefined : JSON.parse(text)).data?.evidence ?? [];
  const failed = found.filter((leaf) => !leaf.passed);
  return failed.map(({ leaf, check, detail }) => ({ leaf, expected: check, found: detail }));
}

const ABOUT_THE_RUN: ReadonlySet<EscalationKind> = new Set<EscalationKind>(['stalled', 'deadlock', 'assertion']);
