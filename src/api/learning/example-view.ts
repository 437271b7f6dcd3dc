import { z } from 'zod';
import { VERDICTS } from '../../model/verdict.ts';
import type { Example } from '../../ports/store/examples.ts';
import { component } from '../reference/components.ts';
import { ANSWERED_BY, PRICE, RouteView, routeView } from '../steps/attempt-view.ts';
import { Time, timeOf } from '../times.ts';
import { UsageView, usageView } from '../usage-view.ts';

/** One line of the export: an attributable labelled example (S3-DISC-2). */
export const ExampleView = component(
  'Example',
  z.object({
    runId: z.string(),
    workflow: z.string(),
    step: z.string(),
    epoch: z.number(),
    attempt: z.number(),
    artifactId: z.string(),
    source: z.string().describe('generated, human or imported'),
    model: z.string().nullable(),
    route: RouteView.optional(),
    answeredBy: z.string().optional().describe(ANSWERED_BY),
    price: z.string().optional().describe(PRICE),
    prompt: z.array(z.object({ role: z.string(), content: z.string() })),
    output: z.string(),
    verdict: z.enum(VERDICTS),
    feedback: z.string(),
    guard: z.string(),
    reward: z.union([z.literal(1), z.literal(-1)]),
    usage: UsageView,
    createdAt: Time,
  }),
);
type ExampleView = z.output<typeof ExampleView>;

export function exampleView({
  runId,
  workflow,
  step,
  epoch,
  attempt,
  artifact,
  output,
  prompt,
  verdict,
}: Example): ExampleView {
  return {
    runId,
    workflow,
    step,
    epoch,
    attempt,
    artifactId: artifact.id,
    source: artifact.source,
    model: artifact.model ?? null,
    ...(artifact.route && { route: routeView(artifact.route) }),
    ...(artifact.answeredBy !== undefined && { answeredBy: artifact.answeredBy }),
    ...(artifact.price !== undefined && { price: artifact.price }),
    prompt: prompt.map(({ role, content }) => ({ role, content })),
    output,
    verdict: verdict.verdict,
    feedback: verdict.feedback,
    guard: verdict.guard,
    reward: verdict.verdict === 'pass' ? 1 : -1,
    usage: usageView(artifact.usage),
    createdAt: timeOf(artifact.createdAt),
  };
}
