import type { Plan } from '../../model/plan.ts';
import type { Issue } from '../../ports/catalogues.ts';
import { below } from '../../text/pointer.ts';
import { importArtifact } from '../artifacts/import-artifact.ts';
import type { ApiContext } from '../dependencies.ts';
import type { StartRequest } from './start-request.ts';

type Seeds = NonNullable<StartRequest['artifacts']>;

/** What is wrong with the artifacts that a start brings along (R69). */
export async function seedIssues(
  { store }: ApiContext,
  plan: Pick<Plan, 'steps'>,
  seeds: Seeds = {},
): Promise<readonly Issue[]> {
  const steps = new Set(plan.steps.map(({ id }) => id));
  const issues: Issue[] = [];
  for (const [step, { artifactId }] of Object.entries(seeds)) {
    if (!steps.has(step)) issues.push(unknownStep(step, steps));
    if (artifactId !== undefined && !(await store.artifacts.find(artifactId)))
      issues.push(unknownArtifact(step, artifactId));
  }
  return issues;
}

/** Step id → artifact id; what came as content is imported first. */
export async function storeSeeds(context: ApiContext, seeds: Seeds = {}): Promise<Readonly<Record<string, string>>> {
  const stored: [string, string][] = [];
  for (const [step, { artifactId, content = '', mediaType }] of Object.entries(seeds)) {
    stored.push([step, artifactId ?? (await importArtifact(context, content, mediaType)).id]);
  }
  return Object.fromEntries(stored);
}

function unknownStep(step: string, steps: ReadonlySet<string>): Issue {
  const detail = `The workflow has no step "${step}", but ${[...steps].slice(0, 20).join(', ')}.`;
  return { pointer: below('/artifacts', step), code: 'unknown_step', detail };
}

function unknownArtifact(step: string, id: string): Issue {
  const pointer = below('/artifacts', step, 'artifactId');
  return { pointer, code: 'unknown_artifact', detail: `There is no artifact "${id}"; import it first.` };
}
