import { z } from 'zod';
import { PageMark } from '../../api/http/pages.ts';
import { AttemptRowView } from '../../api/rows/attempt-row.ts';
import { restOfStep } from '../parts/paths.ts';
import { read } from './read.ts';
import type { VisitorsRest } from './rest.ts';

const attempts = z.object({ data: z.array(AttemptRowView), page: PageMark });

/** Rows of a step's attempts over all epochs, the newest first; `cursor`: where an earlier page ended. */
export function stepAttempts(
  rest: VisitorsRest,
  id: string,
  step: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const query = { view: 'row', order: 'newest', limit: `${limit}`, ...(cursor !== undefined && { cursor }) };
  return read(rest, `${restOfStep(id, step)}/attempts?${new URLSearchParams(query).toString()}`, attempts);
}
