/** The moves of an and-or run beside those of every run: verify the base case, choose, switch (S1-5, design 3.1). */
import type { Draft } from '../../core/draft.ts';
import { dropCallAndQuestions } from '../../core/endings.ts';
import { artifactOf, isSettled } from '../../core/frontier.ts';
import { planOf, stateOf } from '../../core/state/lookup.ts';
import type { GroupPlan, StepPlan } from '../../model/plan.ts';
import { goesBy, isClosed } from '../../model/run-state.ts';
import { verified } from '../base-case/verification.ts';
import {
  branchOf,
  choicesOf,
  groupOfChoice,
  groupPlanOf,
  groupsOf,
  isActive,
  isBranchActive,
  isReached,
  underWay,
  untried,
} from './branches.ts';
import { groupOf } from './group-state.ts';

/** Settles groups, verifies what is due, chooses. False while nothing more may begin because the base case is being verified. */
export function search(next: Draft): boolean {
  settleAll(next);
  if (!verified(next)) return false;
  for (let seq = -1; seq !== next.state.seq; ) {
    seq = next.state.seq;
    // What is taken of one group may need another one, or be done already.
    for (const group of groupsOf(next.plan)) {
      choose(next, group);
      settleGroup(next, group);
    }
  }
  // What was chosen may have been done before: then the base case may hold by it (R101).
  const isDue = next.state.own.baseCase?.due === true && goesBy(next.state, 'winnerIsVerified');
  return isDue ? search(next) : true;
}

/** What has passed may complete a run that does not go on by itself: parked, paused, out of budget (R101). */
export function verifyAllTheSame(next: Draft): void {
  if (!goesBy(next.state, 'verifiesParked') || next.state.unaligned === true) return;
  settleAll(next);
  verified(next);
}

function settleAll(next: Draft): void {
  for (const step of next.plan.steps) if (isLost(next, step)) followPreparing(next, step);
  for (const group of groupsOf(next.plan)) settleGroup(next, group);
}

/** The first choice that passes wins its group at once: what comes later, though in the same moment, finds its token discarded (R102). */
export function settleRaces(next: Draft): void {
  if (!goesBy(next.state, 'firstWinsAtOnce') || isClosed(next.state)) return;
  for (const group of groupsOf(next.plan)) if (group.speculative === true) settleGroup(next, group);
}

/** What comes before a step was skipped, and made nothing that it could begin with. */
function isLost({ plan, state }: Draft, preparing: StepPlan): boolean {
  const { companionOf, id } = preparing;
  if (companionOf === undefined || !isActive(plan, state, preparing) || isSettled(state, companionOf)) return false;
  return isSettled(state, id) && artifactOf(state, id) === undefined;
}

function followPreparing(next: Draft, { id, companionOf: step = '' }: StepPlan): void {
  const { epoch, attempt } = stateOf(next.state, step);
  next.emit({ type: 'step.waived', step, epoch, attempt, reason: `${id} was skipped` });
}

/** The first choice that is settled wins; what is done for the others is of no use any more (R13, S1-7.2.2-c). */
function settleGroup(next: Draft, group: GroupPlan): void {
  const { id, speculative } = group;
  const { taken, winner } = groupOf(next.state, id);
  if (winner !== undefined) return;
  const choice = taken.find((each) => isSettled(next.state, each));
  if (choice === undefined) return;
  const tellsRace = speculative === true && goesBy(next.state, 'firstWinsAtOnce');
  const cutOff = underWay(next.state, group).filter((other) => other !== choice);
  next.emit({ type: 'branch.won', orGroup: id, choice, ...(tellsRace && { cutOff }) });
  for (const other of taken) {
    if (other === choice) continue;
    abandon(next, other);
    next.emit({ type: 'branch.lost', orGroup: id, choice: other });
  }
}

function choose(next: Draft, group: GroupPlan): void {
  const { plan, state } = next;
  if (groupOf(state, group.id).winner !== undefined || isSettled(state, group.id)) return;
  if (underWay(state, group).length > 0 || !isBranchActive(plan, state, group.branches)) return;
  const open = untried(state, group);
  const first = firstOf(next, group);
  if (first === undefined) return;
  if (group.speculative === true) {
    if (!open.some((choice) => isReached(plan, state, choice))) return;
    const reason = `${open.length} choices are tried at once`;
    for (const choice of open) take(next, group, choice, { reason, speculative: true });
  } else if (isReached(plan, state, first)) {
    const why = group.sequentialBecause;
    const { taken, failed } = groupOf(state, group.id);
    if (why !== undefined && taken.length + failed.length === 0)
      next.emit({ type: 'note.added', text: `The choices of ${group.id} are tried one by one: ${why}.`.slice(0, 300) });
    take(next, group, first, { reason: reasonFor(next, group, first) });
  }
}

/** The choice that is tried next; undefined where none is left. */
export function firstOf({ plan, state }: Draft, group: GroupPlan): string | undefined {
  const open = untried(state, group);
  const { first } = groupOf(state, group.id);
  if (first !== undefined && open.includes(first)) return first;
  return open.find((choice) => planOf(plan, choice).seeded === true) ?? open[0];
}

/** Where nothing else can run, a later choice is better than none. */
export function chooseWhatCanRun(next: Draft): boolean {
  const { plan, state } = next;
  for (const group of groupsOf(plan)) {
    if (isSettled(state, group.id) || underWay(state, group).length > 0) continue;
    if (!isBranchActive(plan, state, group.branches)) continue;
    const choice = untried(state, group).find((each) => isReached(plan, state, each));
    if (choice === undefined) continue;
    take(next, group, choice, { reason: 'the choices before it cannot run' });
    return true;
  }
  return false;
}

function reasonFor({ plan, state }: Draft, { id }: GroupPlan, choice: string): string {
  if (planOf(plan, choice).seeded === true) return 'its artifact was brought along';
  if (groupOf(state, id).first === choice) return 'it had won before what it depends on made way';
  const last = groupOf(state, id).failed.at(-1);
  return last === undefined ? 'the first choice' : `${last} failed`;
}

export function take(
  next: Draft,
  { id: orGroup }: GroupPlan,
  choice: string,
  why: { readonly reason: string; readonly speculative?: boolean; readonly forced?: true },
): void {
  // What a person has forced stays so where it is taken again (R85).
  const isForced = goesBy(next.state, 'forcedStays') && groupOf(next.state, orGroup).forced === choice;
  next.emit({ type: 'branch.selected', orGroup, choice, ...why, ...(isForced && { forced: true as const }) });
  const correction = next.state.corrections?.at(-1)?.id;
  reopen(next, choice, correction === undefined ? { cause: orGroup, automatic: true } : { cause: correction });
}

/** A choice that was tried before begins anew: its attempts are used up, or a person has to look at them. */
function reopen(next: Draft, choice: string, why: { readonly cause: string; readonly automatic?: boolean }): void {
  for (const { id: step } of branchOf(next.plan, choice)) {
    const { sigma, open, epoch, attempt, allowed, escalation, call } = stateOf(next.state, step);
    const isUnderWay = call !== undefined && goesBy(next.state, 'underWayIsLeft');
    const isUsedUp = open && attempt >= allowed && !isUnderWay;
    if (epoch === 0 || (sigma !== 'fatal' && !isUsedUp && escalation === undefined)) continue;
    if (goesBy(next.state, 'settledEndsQuestions')) dropCallAndQuestions(next, step);
    else if (escalation !== undefined) next.emit({ type: 'escalation.withdrawn', escalationId: escalation });
    next.emit({ type: 'step.reopened', step, epoch, attempt, ...why });
  }
}

/**
 * Another strategy instead of the same one again (S1-2.4-b): the choice that the step works for has failed, and with it what is
 * done for it; everything else stays as it is. From the innermost group outwards. `switched`: another choice is left or under way;
 * `last`: none is; undefined: the step works for no choice.
 */
export function switchBranch(next: Draft, step: string, reason: string): 'switched' | 'last' | undefined {
  const { plan } = next;
  const { orGroup, branches = [] } = planOf(plan, step);
  const choices = orGroup === undefined ? branches : [step];
  return choices.length === 0 ? undefined : failAll(next, choices, reason);
}

/** One of several choices that are tried at once has failed, and the others go on. False: none does, and a person is asked (R15, R32). */
export function leavesToOthers(next: Draft, step: string, reason: string): boolean {
  if (!isSpeculative(next, step)) return false;
  const done = switchBranch(next, step, reason);
  return goesBy(next.state, 'lastOfAllIsAsked') ? done === 'switched' : done !== undefined;
}

/** The choices need what has failed: every one of them fails with it (R51), and where a group has no other left, what needs that group. */
function failAll(next: Draft, choices: readonly string[], reason: string): 'switched' | 'last' {
  const groups = new Set<string>();
  let hasOthers = false;
  for (const choice of choices) {
    const { orGroup = '' } = planOf(next.plan, choice);
    const { taken, failed, winner } = groupOf(next.state, orGroup);
    const [isNew, hasFailed] = [goesBy(next.state, 'lastChoiceFailsGroup'), failed.includes(choice)];
    // The last one, tried once more for another choice that needs its group, or a winner that was undone: what needs the group fails with it.
    const isOver = winner === undefined ? hasFailed : winner === choice && !isSettled(next.state, choice);
    if (isNew && isOver && taken.includes(choice)) groups.add(orGroup);
    // What was built on a winner goes with it: only a swap takes it away (R85).
    const stays = goesBy(next.state, 'wonChangesBySwap') ? winner !== undefined : (winner ?? choice) !== choice;
    if (hasFailed || stays || !taken.includes(choice)) continue;
    abandon(next, choice);
    const rest = [...untried(next.state, groupPlanOf(next.plan, orGroup)), ...taken].filter(
      (other) => other !== choice && !failed.includes(other),
    );
    const isLast = rest.length === 0;
    next.emit({ type: 'branch.failed', orGroup, choice, reason: reason.slice(0, 200), ...(isLast && { last: true }) });
    if (isLast) groups.add(orGroup);
    else if (isNew) hasOthers = true;
    else return 'switched';
  }
  const outer = [...groups].flatMap((id) => groupPlanOf(next.plan, id).branches ?? []);
  const above = outer.length === 0 ? 'last' : failAll(next, outer, reason);
  return hasOthers ? 'switched' : above;
}

/** Whether something else is left to try, or under way, instead of what the step works for. */
export function hasAlternative({ plan, state }: Draft, step: string): boolean {
  return choicesOf(plan, planOf(plan, step)).some((choice) => {
    const group = groupOfChoice(plan, choice);
    const others = [...untried(state, group), ...underWay(state, group)];
    return others.some((other) => other !== choice);
  });
}

/** Others are tried beside it, so that its failing is no reason to stop. */
export function isSpeculative({ plan, state }: Pick<Draft, 'plan' | 'state'>, step: string): boolean {
  return choicesOf(plan, planOf(plan, step)).some((choice) => {
    const group = groupOfChoice(plan, choice);
    return group.speculative === true && underWay(state, group).some((other) => other !== choice);
  });
}

/** Nothing was resolved for too long: the newest choice that has not won makes way for another one (S1-2.2-b). */
export function switchStalled(next: Draft): boolean {
  const { plan, state } = next;
  const { epoch = 1, entries = [] } = state.trail ?? {};
  const chosen = entries.filter((entry) => entry.epoch === epoch && entry.type === 'or_selected').toReversed();
  for (const { orGroup = '', selected = '' } of chosen) {
    const group = groupsOf(plan).find(({ id }) => id === orGroup);
    if (!group || isSettled(state, orGroup) || untried(state, group).length === 0) continue;
    if (!underWay(state, group).includes(selected)) continue;
    return switchBranch(next, selected, 'nothing was resolved for too long') === 'switched';
  }
  return false;
}

function isBeingTried({ plan, state }: Draft, choice: string): boolean {
  return underWay(state, groupOfChoice(plan, choice)).includes(choice);
}

/** What is under way for a choice ends, but for what another one needs too, and what was asked about it. */
export function abandon(next: Draft, choice: string): void {
  const branch = branchOf(next.plan, choice);
  const own = new Set(branch.map(({ id }) => id));
  for (const { id, branches = [] } of branch) {
    if (id !== choice && branches.some((other) => !own.has(other) && isBeingTried(next, other))) continue;
    dropCallAndQuestions(next, id);
  }
}
