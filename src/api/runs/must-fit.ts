import { askedAnswer } from '../../ports/answer-check.ts';
import type { EscalationRow, RunRow } from '../../ports/store.ts';
import type { ApiContext } from '../dependencies.ts';
import { Problem } from '../http/problem.ts';

/** Refuses a person's artifact that does not fit the question, or that the step's guard rejects at once; nothing is stored (R115). */
export async function mustFit(
  { checkAnswer }: ApiContext,
  { record: { plan }, state }: RunRow,
  { runId, escalation }: EscalationRow,
  { content, mediaType }: { readonly content: string; readonly mediaType?: string | undefined },
): Promise<void> {
  const asked = askedAnswer(plan, state, escalation);
  const refused = asked && (await checkAnswer(asked, { text: content, mediaType }));
  if (!refused) return;
  const { code, detail, errors, ...facts } = refused;
  throw new Problem(422, code, detail, { errors, facts: { ...facts, runId } });
}
