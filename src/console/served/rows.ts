import { z } from 'zod';
import { PageMark } from '../../api/http/pages.ts';
import { QuestionRowView } from '../../api/rows/question-row.ts';
import { RunRowView } from '../../api/rows/run-row.ts';
import { read } from './read.ts';
import type { VisitorsRest } from './rest.ts';

const questions = z.object({ data: z.array(QuestionRowView), page: PageMark });
const runs = z.object({ data: z.array(RunRowView), page: PageMark });

/** Rows of open questions, in the order in which a person is to answer them; `query` narrows them. */
export function openQuestions(rest: VisitorsRest, query: Readonly<Record<string, string>> = {}) {
  const params = new URLSearchParams({ status: 'open', order: 'urgency', view: 'row', limit: '100', ...query });
  return read(rest, `/v1/escalations?${params.toString()}`, questions);
}

/** Rows of runs, newest first; `query` narrows them. */
export const runRows = (rest: VisitorsRest, query: Readonly<Record<string, string>>) =>
  read(rest, `/v1/runs?${new URLSearchParams({ view: 'row', ...query }).toString()}`, runs);

/** Where the feed of all runs stands now: what is read after this and followed from here has no gap. */
export async function feedId(rest: VisitorsRest): Promise<string> {
  return (await read(rest, '/v1/feed', z.object({ id: z.string() }))).id;
}
