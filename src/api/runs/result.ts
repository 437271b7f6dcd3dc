import { artifactOf } from '../../engine.ts';
import { failureOf, isClosed } from '../../model/run-state.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { Store } from '../../ports/store/store.ts';
import { topologyViewOf } from '../../stories/topology-view.ts';
import { missingIn } from '../../stories/waivers.ts';
import { inOwnWords } from '../../text/own-words.ts';
import { allAttempts } from '../steps/attempts.ts';
import type { FailureView, ResultView } from './result-view.ts';
import { runIn } from './told-run.ts';

/** The result of a run as it stands: artifacts of its goal with their content, what was waived, and why it failed (api 2). */
export async function resultOf(store: Store, row: RunRow): Promise<ResultView> {
  const { record, state } = row;
  const failure = await failureViewOf(store, row);
  const endedBy =
    state.life.status === 'completed' ? topologyViewOf(record.plan.topology).ending(runIn(row)) : undefined;
  return {
    runId: record.id,
    status: state.life.status,
    missing: await missingParts(store, row),
    artifacts: await goalArtifacts(store, row),
    waived: record.plan.steps.flatMap(({ id }) => (state.steps[id]?.sigma === 'waived' ? [id] : [])),
    ...(endedBy && { endedBy }),
    ...(failure && { failure }),
  };
}

/** What the run did without, each with what its guard said last, in the guard's own words. */
async function missingParts(store: Store, row: RunRow): Promise<ResultView['missing']> {
  const missing = missingIn(runIn(row));
  return Promise.all(
    missing.map(async ({ step, reason }) => {
      const attempts = await allAttempts(store, row.record.id, { step });
      const last = attempts.findLast(({ status }) => status === 'rejected');
      return { step, reason: inOwnWords(reason, last?.verdict) };
    }),
  );
}

/** Why a run failed, with the rejected attempts of the step that failed, or of all where there is none, in order. */
async function failureViewOf(store: Store, { record, state }: RunRow): Promise<FailureView | undefined> {
  const failure = failureOf(state);
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
  const made = await store.artifacts.read(goals.map(({ id }) => id));
  const entries = goals.map(({ step, id, digest }) => {
    const { mediaType = 'text/plain', agent, text: content = '' } = made.get(id) ?? {};
    const shown = agent?.finalState === undefined ? {} : { finalState: agent.finalState };
    return [step, { artifactId: id, digest, mediaType, content, ...shown }] as const;
  });
  return Object.fromEntries(entries);
}
