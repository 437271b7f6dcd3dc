import { artifactOf } from '../../engine.ts';
import { isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { allAttempts } from '../steps/attempts.ts';
import type { FailureView, ResultView } from './result-view.ts';
import { runIn } from './told-run.ts';

/** The result of a run as it stands: artifacts of its goal with their content, what was waived, and why it failed (api 2). */
export async function resultOf(store: Store, row: RunRow): Promise<ResultView> {
  const { record, state } = row;
  const failure = await failureOf(store, row);
  const endedBy = state.status === 'completed' ? topologyViewOf(record.plan.topology).ending(runIn(row)) : undefined;
  return {
    runId: record.id,
    status: state.status,
    artifacts: await goalArtifacts(store, row),
    waived: record.plan.steps.flatMap(({ id }) => (state.steps[id]?.sigma === 'waived' ? [id] : [])),
    ...(endedBy && { endedBy }),
    ...(failure && { failure }),
  };
}

/** Why a run failed, with the rejected attempts of the step that failed, or of all where there is none, in order. */
async function failureOf(store: Store, { record, state }: RunRow): Promise<FailureView | undefined> {
  const { failure } = state;
  if (!failure) return undefined;
  const attempts = await allAttempts(store, record.id, failure.step === undefined ? {} : { step: failure.step });
  const provenance = attempts.flatMap(({ step, attempt, artifact, verdict, status }) => {
    if (!verdict || verdict.verdict === 'pass' || status === 'discarded') return [];
    return [{ step, attempt, artifactId: artifact?.id ?? null, verdict: verdict.verdict, feedback: verdict.feedback }];
  });
  return { ...failure, provenance };
}

/** What the single view of a run shows beside its row. */
export async function endingOf(store: Store, row: RunRow): Promise<{ result?: ResultView; failure?: FailureView }> {
  if (!isClosed(row.state)) return {};
  const result = await resultOf(store, row);
  return { result, ...(result.failure && { failure: result.failure }) };
}

async function goalArtifacts(store: Store, { record, state }: RunRow): Promise<ResultView['artifacts']> {
  const goals = record.plan.goal.flatMap((step) => {
    const artifact = artifactOf(state, step);
    return artifact ? [{ step, ...artifact }] : [];
  });
  const contents = await store.contents.get([...new Set(goals.map(({ digest }) => digest))]);
  const entries = goals.map(async ({ step, id, digest }) => {
    const { mediaType = 'text/plain', agent } = (await store.artifacts.find(id)) ?? {};
    const shown = agent?.finalState === undefined ? {} : { finalState: agent.finalState };
    return [step, { artifactId: id, digest, mediaType, content: contents.get(digest) ?? '', ...shown }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
