/** What is told of a whole run at once. */
import type { Event } from '../../src/model/event.ts';
import type { Plan } from '../../src/model/plan.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import type { Reason } from '../../src/ports/store/tellings.ts';
import type { FoundMode, Judged } from '../../src/stories/failure-modes.ts';
import type { Survey } from '../../src/stories/survey.ts';
import { gistOf, modesIn, newTelling, surveyIn, tellOn } from '../../src/stories/telling.ts';
import { type Standing, standingOf } from '../../src/stories/why.ts';
import { aPlan } from './played/plans.ts';

type Facts = { readonly events: readonly Event[]; readonly plan?: Plan; readonly workflow?: string } & Partial<Judged>;

function toldOf({ events, plan = aPlan([]), workflow = 'flow', verdicts = new Map(), cut = new Set() }: Facts) {
  const telling = newTelling();
  const added = tellOn(telling, INITIAL, { events, plan, workflow, verdicts, cut });
  return { telling, added };
}

export function whyOf(
  events: readonly Event[],
  plan: Plan,
  state: RunState,
  verdicts: Judged['verdicts'] = new Map(),
): Standing & { readonly chain: readonly Reason[] } {
  const { telling, added } = toldOf({ events, plan, verdicts });
  const { status, summary, next } = standingOf(gistOf(telling), { plan, state });
  return { status, summary, chain: [...added.reasons.said.values()], next };
}

export function failureModesOf(facts: Facts): readonly FoundMode[] {
  return modesIn(toldOf(facts).telling);
}

export function surveyOfRun(facts: Facts): Survey {
  const { telling, added } = toldOf(facts);
  return surveyIn(telling, facts.workflow ?? 'flow', added.state);
}
