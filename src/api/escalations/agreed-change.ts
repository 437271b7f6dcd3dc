import { prepareAgreed } from '../../definitions/redirects/agreed.ts';
import { preview } from '../../engine.ts';
import { type DecideRequest, Refused } from '../../model/input.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import { agreedTo } from '../../ports/agreed.ts';
import type { EscalationRow } from '../../ports/store/escalations.ts';
import type { RunRow } from '../../ports/store/runs.ts';
import type { AgreedChange } from '../../stories/answers/answer-options.ts';
import { withoutStoring } from '../control/preview.ts';
import { checkOf } from '../definitions/publish-definition.ts';
import type { ApiContext } from '../dependencies.ts';
import { runIn } from '../runs/told-run.ts';

/**
 * What follows a yes to a change that was proposed for a person's free words: the change, made of the run as it will be then. `heard`: what
 * the guard is sure to say of the yes. Undefined where that is not known, or nothing was proposed; nothing is stored.
 */
export async function agreedChange(
  context: ApiContext,
  row: RunRow,
  { kind, id, artifactDigest }: EscalationRow['escalation'],
  heard: VerdictWord | undefined,
): Promise<AgreedChange | undefined> {
  if (kind !== 'clarification' || heard !== 'pass') return undefined;
  const { store, digestOf, digestOfJson, newId, now } = withoutStoring(context);
  const named = artifactDigest === undefined ? {} : { artifactDigest };
  const yes: DecideRequest = { kind: 'decide', escalationId: id, action: 'approve', ...named };
  try {
    const { plan, state } = preview(runIn(row), yes, now(), heard, []).foreseen.after;
    const [agreed] = agreedTo(plan, state);
    if (!agreed) return undefined;
    const preparing = { store, check: checkOf(context), digestOf, digestOfJson, artifactId: () => newId('art_'), now };
    const prepared = await prepareAgreed(preparing, { ...row, state }, agreed);
    return prepared.ok
      ? { follows: [prepared.request] }
      : { refusal: prepared.issues.map(({ detail }) => detail).join(' ') };
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.message };
    throw error;
  }
}
