import type { Store } from '../../domain/store.ts';
import { cut } from '../../domain/text.ts';
import type { TraceEntry } from '../../domain/trace.ts';
import type { TraceEntryView } from '../views/trace.ts';

const LONGEST_FEEDBACK = 500;

/** Entries of a run's trace as served: what goes by a verdict carries the first 500 characters of its feedback (R121). */
export async function withFeedback(
  store: Pick<Store, 'verdicts'>,
  runId: string,
  entries: readonly TraceEntry[],
): Promise<TraceEntryView[]> {
  const tokens = new Set(entries.flatMap(({ token }) => token ?? []));
  const verdicts = await store.verdicts.findAll(runId, [...tokens]);
  return entries.map(({ token, ...entry }) => {
    const feedback = token === undefined ? undefined : verdicts.get(token)?.feedback;
    return { ...entry, ...(feedback !== undefined && { feedback: cut(feedback, LONGEST_FEEDBACK) }) };
  });
}
