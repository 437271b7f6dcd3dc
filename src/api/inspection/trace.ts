import type { Store } from '../../ports/store.ts';
import type { TraceEntry } from '../../stories/trace.ts';
import type { TraceEntryView } from './trace-view.ts';

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
    return { ...entry, ...(feedback !== undefined && { feedback: shortened(feedback) }) };
  });
}

/** Characters are not cut in two. */
function shortened(feedback: string): string {
  return feedback.length <= LONGEST_FEEDBACK ? feedback : Array.from(feedback).slice(0, LONGEST_FEEDBACK).join('');
}
