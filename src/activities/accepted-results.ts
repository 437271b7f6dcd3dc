import { isActive } from '../domain/and-or/branches.ts';
import { mergedWorkspace } from '../domain/and-or/workspace.ts';
import type { Definition } from '../domain/definition/definition.ts';
import { upstream } from '../domain/dependents.ts';
import { artifactOf, isSettled } from '../domain/frontier.ts';
import { planGraph } from '../domain/plan-graph.ts';
import type { ArtifactRow, RunRow, Store } from '../domain/store.ts';

interface Result {
  /** The step, or the group that it won. */
  readonly step: string;
  readonly artifact: ArtifactRow;
  readonly text: string;
}

export interface AcceptedResults {
  /** What others build on comes first. */
  readonly all: readonly Result[];
  /** The merged workspace: files of accepted workers, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** By step or group. */
  find(id: string): Result | undefined;
}

/** What a run has made and accepted so far, without what failed, lost or is not chosen. */
export async function acceptedResults(
  store: Pick<Store, 'artifacts' | 'contents'>,
  { record: { plan }, state }: RunRow,
  { steps }: Definition,
): Promise<AcceptedResults> {
  const settled = plan.steps.filter((step) => isActive(plan, state, step) && isSettled(state, step.id));
  const graph = planGraph(plan);
  const depth = new Map(settled.map(({ id }) => [id, upstream(graph, id).size] as const));
  const ordered = settled.toSorted((a, b) => (depth.get(a.id) ?? 0) - (depth.get(b.id) ?? 0));
  const made = ordered.flatMap(({ id }) => {
    const artifact = artifactOf(state, id);
    return artifact ? [{ step: id, ...artifact }] : [];
  });
  const texts = await store.contents.get([...new Set(made.map(({ digest }) => digest))]);
  const found = await Promise.all(
    made.map(async ({ step, id, digest }) => {
      const artifact = await store.artifacts.find(id);
      return artifact ? [{ step, artifact, text: texts.get(digest) ?? '' }] : [];
    }),
  );
  const all = found.flat();
  const workers = new Set(steps.flatMap(({ id, role }) => (role === 'worker' ? [id] : [])));
  const byStep = new Map(all.map((result) => [result.step, result] as const));
  return {
    all,
    files: mergedWorkspace(all.filter(({ step }) => workers.has(step)).map(({ text }) => text)),
    find(id) {
      const winner = state.search?.groups[id]?.winner;
      return byStep.get(winner ?? id);
    },
  };
}
