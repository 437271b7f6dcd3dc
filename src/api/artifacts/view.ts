import { z } from 'zod';
import type { ArtifactRow } from '../../ports/store/artifacts.ts';
import { cutBytes } from '../../text/text.ts';
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
    absent: z.record(z.string(), z.string()).optional(),
    createdAt: Time,
  }),
);
export type ArtifactView = z.output<typeof ArtifactView>;

/** Bytes of a text that a page shows. */
const LONGEST_TEXT = 16 * 1024;

/** An artifact with the beginning of its text (`view=page`). */
export const ArtifactPageView = component(
  'ArtifactPage',
  ArtifactView.extend({ text: z.string().describe('at most its first 16 KiB'), cut: z.boolean() }),
);

export const LineageView = component(
  'Lineage',
  z.object({
    nodes: z.array(ArtifactView),
    edges: z.array(z.object({ from: z.string(), to: z.string(), relation: z.string() })),
  }),
);

export function artifactView(row: ArtifactRow): ArtifactView {
  const { id, runId, step, epoch, attempt, digest, mediaType, bytes, source, status, parents, absent, createdAt } = row;
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
    ...(absent && { absent }),
    createdAt: timeOf(createdAt),
  };
}

/** `text` is the whole of it. */
export function artifactPageView(row: ArtifactRow, text: string): z.output<typeof ArtifactPageView> {
  const shown = cutBytes(text, LONGEST_TEXT);
  return { ...artifactView(row), text: shown, cut: shown.length < text.length };
}
