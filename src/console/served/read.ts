import { z } from 'zod';
import { EscalationPageView } from '../../api/escalations/page.ts';
import { PageMark } from '../../api/http/pages.ts';
import { OverviewView } from '../../api/overview/view.ts';
import { QuestionRowView } from '../../api/rows/question-row.ts';
import { RunRowView } from '../../api/rows/run-row.ts';
import type { VisitorsRest } from './rest.ts';

/** Why a page cannot be shown: what REST said. */
export class NotShown extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(status: number, body: unknown) {
    const { detail, code } = problem.parse(body);
    super(detail ?? 'The service gave no reason.');
    this.status = status;
    this.code = code;
  }
}

const problem = z.object({ detail: z.string().optional(), code: z.string().optional() }).catch({});

/** A document of REST, in its own shape. Throws `NotShown`. */
async function read<Shape extends z.ZodType>(rest: VisitorsRest, path: string, shape: Shape): Promise<z.output<Shape>> {
  const { status, body } = await rest.get(path);
  if (status !== 200) throw new NotShown(status, body);
  return shape.parse(body);
}

const questions = z.object({ data: z.array(QuestionRowView), page: PageMark });
const runs = z.object({ data: z.array(RunRowView), page: PageMark });

/** Rows of open questions, oldest first. */
export const openQuestions = (rest: VisitorsRest, limit = 100) =>
  read(rest, `/v1/escalations?status=open&view=row&limit=${limit}`, questions);

/** Rows of runs, newest first; `query` narrows them. */
export const runRows = (rest: VisitorsRest, query: Readonly<Record<string, string>>) =>
  read(rest, `/v1/runs?${new URLSearchParams({ view: 'row', ...query }).toString()}`, runs);

export const questionPage = (rest: VisitorsRest, id: string) =>
  read(rest, `/v1/escalations/${encodeURIComponent(id)}?view=page`, EscalationPageView);

export const overview = (rest: VisitorsRest, id: string) =>
  read(rest, `/v1/runs/${encodeURIComponent(id)}/overview`, OverviewView);
