import { z } from 'zod';
import { ACTIONS, ESCALATION_KINDS, FAILED } from '../../model/events/escalations.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { OwnWords } from '../escalations/own-words.ts';
import { ESCALATION_STATUSES, QuestionFactsView, questionFactsView } from '../escalations/view.ts';
import { component } from '../reference/components.ts';
import { Time, timeOf } from '../times.ts';
import { fitted, fittedList, roomFor } from './fitted.ts';

export const QuestionRowView = component(
  'QuestionRow',
  z.object({
    id: z.string(),
    runId: z.string(),
    workflow: z.string(),
    status: z.enum(ESCALATION_STATUSES),
    kind: z.enum(ESCALATION_KINDS),
    endpoint: z.string().optional().describe('the endpoint whose fault it is: an outage, not an approval'),
    step: z.string().nullable(),
    question: z.string().describe('an ellipsis at its end says that there is more'),
    facts: QuestionFactsView.optional(),
    feedback: z
      .string()
      .optional()
      .describe('the beginning of what the guard said; an ellipsis says that there is more'),
    assignees: z.array(z.string()).describe('the first of them'),
    moreAssignees: z.number().describe('how many assignees are left out'),
    openedAt: Time,
    expiresAt: Time.nullable(),
    decided: z.object({ action: z.enum(ACTIONS), by: z.string() }).nullable(),
  }),
);
export type QuestionRowView = z.output<typeof QuestionRowView>;

/** A question as one line of a list: at most `ROW_BYTES`, without evidence and prompts. */
export function questionRowView({ runId, workflow, escalation }: EscalationRow, words: OwnWords): QuestionRowView {
  const { id, status, kind, step, openedAt, expiresAt, decision, endpoint } = escalation;
  const asked = words.asked(escalation);
  const { shown, more } = fittedList(asked?.assignees ?? [], 50);
  const facts = questionFactsView(escalation);
  const feedback = FAILED.has(kind) ? fitted(words.feedbackOn(escalation), 120) : '';
  const view = {
    id,
    runId,
    workflow,
    status,
    kind,
    ...(endpoint !== undefined && { endpoint }),
    step: step ?? null,
    question: '',
    ...(facts && { facts }),
    ...(feedback !== '' && { feedback }),
    assignees: shown,
    moreAssignees: more,
    openedAt: timeOf(openedAt),
    expiresAt: expiresAt === undefined ? null : timeOf(expiresAt),
    decided: decision ? { action: decision.action, by: fitted(decision.by, 32) } : null,
  };
  return { ...view, question: roomFor(asked?.question ?? words.of(escalation.question, escalation), view) };
}
