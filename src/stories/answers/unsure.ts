/** Why nobody can say yet whether a run ends by a request: of each call that must answer first, what about it is not known. */
import type { Preview } from '../../core/preview.ts';
import type { AnyCall } from '../../core/run.ts';
import { planOf } from '../../core/state/lookup.ts';
import { rulesOf } from '../../core/topology.ts';
import type { DecideRequest, Request } from '../../model/input.ts';
import type { Run } from '../../model/run.ts';
import type { EscalationState } from '../../model/run-state.ts';

/** A sentence for each call that it depends on. `refusal`: why the change that was proposed cannot be made as the run stands. */
export function whyUnsure(run: Run, request: Request, told: Preview, refusal?: string): readonly string[] {
  if (told.endsRun !== 'depends') return [];
  const { begun, after } = told.foreseen;
  const said = request.kind === 'decide' ? request : undefined;
  const question = said && run.state.escalations[said.escalationId];
  const sentences = begun.flatMap((call) => {
    if (call.phase === 'generate') return [];
    return isAboutIt(call, question) && said ? ofAnswer(after, call, said, refusal) : ofCall(call);
  });
  return [...new Set(sentences)];
}

function isAboutIt(call: AnyCall, question: EscalationState | undefined): boolean {
  if (call.phase === 'verify') return question?.kind === 'assertion';
  return call.phase === 'guard' && call.step === question?.step;
}

/** The call judges what the person has just said. */
function ofAnswer(after: Run, call: AnyCall, { action }: DecideRequest, refusal: string | undefined): string {
  if (call.phase === 'verify')
    return 'Your word is one of several things that the base case goes by, and the others are looked at again: they may say something else by now.';
  const { clarification, decomposes } = planOf(after.plan, call.step);
  const proposes = clarification === true || decomposes !== undefined;
  if (action === 'amend')
    return proposes
      ? 'What your change does to the run is known once it is written, and the guard has found that it can be made.'
      : `The guard of ${call.step} judges your text as it judges every other, and it has not read it yet.`;
  if (refusal !== undefined)
    return `The change cannot be made as the run stands: ${refusal} It goes back, with this reason, to the model that proposed it.`;
  if (proposes) return 'What was proposed is judged once more, with your word, before it changes the run.';
  if (rulesOf(after.plan).facts(after.state).machine)
    return `Where the run goes next is decided once the guard of ${call.step} has judged with your word.`;
  return `Your word is one part of what the guard of ${call.step} goes by; what its other parts say is known once it has judged.`;
}

/** The call is next whatever was said. */
function ofCall(call: AnyCall): string {
  if (call.phase === 'verify') return 'Whether the base case holds, so that the run is done, is looked at then.';
  return call.phase === 'condition'
    ? `Whether ${call.step} is needed at all hangs on its condition, which is looked at then.`
    : `The guard of ${call.step} judges next, and what it will say is not known.`;
}
