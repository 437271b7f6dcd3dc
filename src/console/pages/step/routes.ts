import { z } from 'zod';
import { ArtifactPageView } from '../../../api/artifacts/view.ts';
import { CONSOLE } from '../../../api/session/own-path.ts';
import { AttemptView } from '../../../api/steps/attempt-view.ts';
import { StepView } from '../../../api/steps/view.ts';
import { restOfArtifact, restOfStep, stepPath } from '../../parts/paths.ts';
import { stepAttempts } from '../../served/attempts.ts';
import { NotShown, read } from '../../served/read.ts';
import { type VisitorsRest, visitorsRest } from '../../served/rest.ts';
import { openQuestions } from '../../served/rows.ts';
import { HIDDEN, PAGE, type Site } from '../../served/site.ts';
import type { Opened } from './attempt.ts';
import { stepScreen } from './step.ts';

/** Rows of a page. */
const LIMIT = 100;

/** A step of a run with its attempts over all epochs. */
export function addStep({ app, show, now }: Site): void {
  const params = z.object({ id: z.string(), step: z.string() });
  const querystring = z.object({
    attempt: z.string().optional(),
    artifact: z.string().optional(),
    cursor: z.string().optional(),
  });
  const schema = { ...HIDDEN, params, querystring };
  app.get(`${CONSOLE}/runs/:id/steps/:step`, { ...PAGE, schema }, async (request, reply) => {
    const rest = visitorsRest(app, request);
    const { id, step } = request.params;
    const { cursor, attempt: asked, artifact } = request.query;
    const [{ data: attempts, page }, view, { data: questions }] = await Promise.all([
      stepAttempts(rest, id, step, { limit: LIMIT, cursor }),
      planned(rest, id, step),
      openQuestions(rest, { runId: id }),
    ]);
    const maker = attempts.find((row) => row.n !== null && (artifact === undefined || row.artifactId === artifact));
    const n = asked ?? maker?.n ?? undefined;
    const opened = n === undefined ? undefined : await openedAt(rest, id, step, `${n}`);
    const beside = opened || artifact === undefined ? undefined : await textOf(rest, id, step, artifact);
    const earlier =
      page.nextCursor && `${stepPath(id, step)}?${new URLSearchParams({ cursor: page.nextCursor }).toString()}`;
    const screen = stepScreen({
      id,
      step,
      isAsked: questions.some((question) => question.step === step),
      attempts,
      ...(view && { view }),
      ...(opened && { opened }),
      ...(beside && { beside }),
      ...(earlier && { earlier }),
      now: now(),
    });
    return show(request, reply, screen);
  });
}

/** Throws `NotShown`, for a text of another step too. */
async function textOf(rest: VisitorsRest, id: string, step: string, artifactId: string) {
  const found = await read(rest, `${restOfArtifact(artifactId)}?view=page`, ArtifactPageView);
  if (found.runId === id && found.step === step) return found;
  throw new NotShown(404, { code: 'artifact_not_found', detail: 'The step has not made such a text.' });
}

/** Undefined for a step that a redirect has taken out of the plan. Throws `NotShown`. */
async function planned(rest: VisitorsRest, id: string, step: string): Promise<StepView | undefined> {
  try {
    return await read(rest, restOfStep(id, step), StepView);
  } catch (error) {
    if (error instanceof NotShown && error.code === 'step_not_found') return undefined;
    throw error;
  }
}

async function openedAt(rest: VisitorsRest, id: string, step: string, n: string): Promise<Opened> {
  const attempt = await read(rest, `${restOfStep(id, step)}/attempts/${encodeURIComponent(n)}`, AttemptView);
  if (attempt.artifactId === null) return { attempt };
  const path = `${restOfArtifact(attempt.artifactId)}?view=page`;
  return { attempt, artifact: await read(rest, path, ArtifactPageView) };
}
