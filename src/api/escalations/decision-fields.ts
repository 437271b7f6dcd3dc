import { limitsOf } from '../../definitions/schema/budgets.ts';
import type { DecideRequest } from '../../model/input.ts';
import type { EscalationState } from '../../model/run-state.ts';
import type { ApiContext } from '../dependencies.ts';
import { carried, inlineOrDigest } from '../runs/long-text.ts';
import type { Asker } from '../runs/record.ts';
import type { DecisionRequest } from './decision-request.ts';

type Fields = Omit<DecideRequest, 'kind' | 'escalationId' | 'action'>;

/** A decision as the engine takes it; the content of an amendment is named by its digest and not stored yet. */
export async function decisionOf(
  context: ApiContext,
  escalation: EscalationState,
  body: DecisionRequest,
  { principal }: Asker,
): Promise<DecideRequest> {
  const { action, artifactDigest, by = principal } = body;
  const comment = await carried(context, body.comment);
  return {
    kind: 'decide',
    escalationId: escalation.id,
    action,
    by,
    ...(artifactDigest !== undefined && { artifactDigest }),
    ...(comment !== undefined && { comment }),
    ...(await fieldsOf(context, escalation, body)),
  };
}

async function fieldsOf(context: ApiContext, escalation: EscalationState, body: DecisionRequest): Promise<Fields> {
  switch (body.action) {
    case 'approve':
      return {};
    case 'reject': {
      const { text, digest } = await inlineOrDigest(context, body.feedback);
      return { ...(text !== undefined && { feedback: text }), ...(digest !== undefined && { feedbackDigest: digest }) };
    }
    case 'amend':
      return { digest: context.digestOf(body.content) };
    case 'retry': {
      const { extraAttempts } = body;
      return { ...(extraAttempts !== undefined && { extraAttempts }), ...(await guidanceOf(context, body.guidance)) };
    }
    case 'redo':
      return { step: body.step, ...(await guidanceOf(context, body.guidance)) };
    case 'skip':
      return body.step === undefined || body.step === escalation.step ? {} : { step: body.step };
    case 'raise':
      return { budgets: limitsOf(body.budgets) };
    case 'abort': {
      const reason = await carried(context, body.reason);
      return reason === undefined ? {} : { reason };
    }
  }
}

async function guidanceOf(context: ApiContext, guidance: string | undefined): Promise<Fields> {
  if (guidance === undefined) return {};
  const { text, digest } = await inlineOrDigest(context, guidance);
  return { ...(text !== undefined && { guidance: text }), ...(digest !== undefined && { guidanceDigest: digest }) };
}
