import { z } from 'zod';
import type { ArtifactRow } from '../../ports/store.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';

export const ArtifactView = component(
  'Artifact',
  z.object({
    id: z.string(),
    runId: z.string().optional(),
    step: z.string().optional(),
    epoch: z.number().optional(),
    attempt: z.number().optional(),
    digest: z.string(),
    mediaType: z.string(),
    bytes: z.number(),
    source: z.enum(['generated', 'human', 'imported']),
    status: z.enum(['pending', 'accepted', 'rejected', 'superseded', 'discarded', 'waived']),
    parents: z.array(z.object({ artifactId: z.string(), relation: z.string() })),
    createdAt: Time,
  }),
);
export type ArtifactView = z.output<typeof ArtifactView>;

export const LineageView = component(
  'Lineage',
  z.object({
    nodes: z.array(ArtifactView),
    edges: z.array(z.object({ from: z.string(), to: z.string(), relation: z.string() })),
  }),
);

export function artifactView(row: ArtifactRow): ArtifactView {
  const { id, runId, step, epoch, attempt, digest, mediaType, bytes, source, status, parents, createdAt } = row;
  return {
    id,
    ...(runId !== undefined && { runId }),
    ...(step !== undefined && { step }),
    ...(epoch !== undefined && { epoch }),
    ...(attempt !== undefined && { attempt }),
    digest,
    mediaType,
    bytes,
    source,
    status,
    parents: [...parents],
    createdAt: timeOf(createdAt),
  };
}
