import { z } from 'zod';
import { VERDICTS } from '../../model/verdict.ts';
import type { ArtifactRecord } from '../../ports/store/artifacts.ts';
import type { AttemptRow } from '../../ports/store/attempts.ts';
import { modelWords } from '../../text/model-words.ts';
import { component } from '../reference/components.ts';
import { ATTEMPT_STATUSES } from '../steps/attempt-view.ts';
import { Time, timeOf } from '../times.ts';
import { dollars } from '../usage-view.ts';
import { fitted, roomFor } from './fitted.ts';

export const AttemptRowView = component(
  'AttemptRow',
  z.object({
    step: z.string(),
    epoch: z.number(),
    attempt: z.number(),
    n: z.number().nullable().describe("the step's ordinal over all epochs; null on discarded rows and of people"),
    status: z.enum(ATTEMPT_STATUSES),
    source: z.string().nullable(),
    model: z.string().nullable(),
    entry: z.string().optional().describe('the model that answered, where the one that was asked is a route'),
    answeredBy: z
      .string()
      .optional()
      .describe('the model that answered, where the provider names it otherwise than it was asked'),
    artifactId: z.string().nullable(),
    verdict: z
      .object({
        verdict: z.enum(VERDICTS),
        guard: z.string(),
        line: z.string().describe('the first line of the feedback; an ellipsis at its end says that there is more'),
      })
      .nullable(),
    faults: z.number(),
    costUsd: z.number().nullable().describe('null: the price of the model is not known, or nothing was generated'),
    startedAt: Time,
    endedAt: Time.nullable(),
  }),
);
export type AttemptRowView = z.output<typeof AttemptRowView>;

/** An attempt as one line of a timeline: at most `ROW_BYTES`, without prompt and artifact. */
export function attemptRowView(row: AttemptRow): AttemptRowView {
  const { step, epoch, attempt, n, status, artifact, verdict, faults, startedAt, endedAt } = row;
  const view = {
    step,
    epoch,
    attempt,
    n: n ?? null,
    status,
    source: artifact?.source ?? null,
    model: artifact?.model === undefined ? null : fitted(artifact.model, 50),
    ...otherModel(artifact),
    artifactId: artifact?.id ?? null,
    verdict: verdict ? { verdict: verdict.verdict, guard: fitted(verdict.guard, 42), line: '' } : null,
    faults: faults.length,
    costUsd: dollars(artifact?.usage.microUsd ?? null),
    startedAt: timeOf(startedAt),
    endedAt: endedAt === undefined ? null : timeOf(endedAt),
  };
  if (!verdict || !view.verdict) return view;
  return { ...view, verdict: { ...view.verdict, line: roomFor(firstLine(verdict.feedback), view) } };
}

function otherModel({ model, route, answeredBy }: Pick<ArtifactRecord, 'model' | 'route' | 'answeredBy'> = {}) {
  const called = route?.entry ?? model;
  const isOther =
    answeredBy !== undefined && called !== undefined && modelWords({ model: called, answeredBy }) !== called;
  return {
    ...(route && { entry: fitted(route.entry, 50) }),
    ...(isOther && { answeredBy: fitted(answeredBy, 40) }),
  };
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}
