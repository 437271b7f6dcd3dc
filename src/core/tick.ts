import type { BudgetName, Event, RunStatus } from '../model/event.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import { goesBy, isClosed, openEscalations, type RunState, unresolvedSteps } from '../model/run-state.ts';
import { anotherWayForAll, SWAPS_USED_UP, type Way } from '../topologies/and-or/another-way.ts';
import { unresolved } from '../topologies/and-or/branches.ts';
import { chooseWhatCanRun, search, switchStalled, verified, verifyAllTheSame } from '../topologies/and-or/search.ts';
import { helpFor, whyStuck } from '../topologies/machine/stuck.ts';
import { endOf, endsFalsely, firstOfTurn, machineIn, nextInTurn, stepsElsewhere } from '../topologies/machine/turn.ts';
import { conditions, isUnasked, mayNeedNothing } from './conditions.ts';
import { type Draft, draft, planOf, stateOf } from './draft.ts';
import { close, escalate } from './endings.ts';
import { goalMet, isSettled } from './frontier.ts';
import { isOpenable } from './openable.ts';
import { amountOf, inPublicUnits, measuresOf, type Spent, usedUp } from './spending.ts';
import { spokenNow } from './spoken-state.ts';
import { verification, wanted } from './wanted.ts';

/**
 * Scheduling, after everything that arrived was absorbed, in the fixed order of design 1: stop → goal met → paused or parked → a budget used
 * up → stalled → open attempts up to `maxParallelAgents` → nothing wanted: deadlock. Idempotent: a second tick adds nothing.
 */
export function tick(plan: Plan, state: RunState, now: number): readonly Event[] {
  const next = draft(plan, state, now);
  if (!isClosed(state)) schedule(next);
  return next.events;
}

function schedule(next: Draft): void {
  const { plan, state } = next;
  const flying = wanted(state);
  if (state.control.stop) {
    const { mode } = state.control.stop;
    if (mode === 'now' || flying.length === 0) close(next, 'stopped');
    return;
  }
  if (state.redirecting) return considerWords(next, flying.length === 0);
  if (state.failing) return close(next, 'failed', state.failing);
  settleMove(next);
  if (isMet(next)) {
    // The base case of a search ends it at once, whatever is under way (S1-2.1-b).
    if (isAndOr(plan) || flying.length === 0) complete(next);
    return;
  }
  if (state.status !== 'running' || state.control.pause) verifyAllTheSame(next);
  if (state.control.pause) {
    if (flying.length === 0 && state.control.pause.settled !== true) next.emit({ type: 'run.paused' });
    return;
  }
  if (CLARIFIES.has(state.status)) openClarifications(next);
  if (state.status !== 'running') return;
  if (state.seq === 1) next.emit({ type: 'run.started' });
  do {
    if (isAndOr(plan) ? !search(next) : !verified(next)) {
      waitForPeople(next);
      return;
    }
    const spent = usedUp(next.state, next.now);
    if (spent && !mayNeedNothing(plan, next.state)) return park(next, spent);
    if (machineIn(plan, next.state)) takeTurn(next);
    else open(next);
    warnOfBudgets(next);
    if (isBusy(next) || next.state.status !== 'running') return;
  } while ((isAndOr(plan) && chooseWhatCanRun(next)) || nothingElse(next) === 'taken');
}

/** Nothing is under way and nothing can be begun: people are waited for, another choice is taken upstream (R85), or a person is asked. */
function nothingElse(next: Draft): 'taken' | 'waits' {
  if (waitForPeople(next)) return 'waits';
  const way = isAndOr(next.plan) ? anotherWayForAll(next) : NO_WAY;
  if (way === 'taken') return 'taken';
  if (isAndOr(next.plan) && unresolved(next.plan, next.state).length === 0) {
    const { because } = next.state.search?.baseCase ?? {};
    const why = because === undefined ? '' : ` (${because})`;
    askOfRun(next, 'stalled', `All work is done and the base case does not hold${why}`, HOW_ON, way);
  } else {
    const what = whyStuck(next.plan, next.state) ?? 'No step can run and the goal is not met';
    askOfRun(next, 'deadlock', what, 'which way should the run end?', way);
  }
  return 'waits';
}

const HOW_ON = 'how should the run go on?';

const NO_WAY = { wasLast: false, swapsUsedUp: false };

function askOfRun(
  next: Draft,
  kind: 'stalled' | 'deadlock',
  what: string,
  ask: string,
  { swapsUsedUp }: Exclude<Way, 'taken'> = NO_WAY,
): void {
  const facts = { ...(swapsUsedUp && { swapsUsedUp }) };
  const help = helpFor(next.plan, next.state);
  escalate(next, kind, undefined, `${what}${swapsUsedUp ? SWAPS_USED_UP : ''}: ${ask}${help}`, facts);
}

/** Until it is settled what a person has said only its own step runs: no attempt, verdict, turn, base case or ending (R86). */
function considerWords(next: Draft, isAtRest: boolean): void {
  const { state, plan } = next;
  const step = plan.steps.find(({ id }) => id === spokenNow(state)?.step);
  if (state.control.pause) {
    if (isAtRest && state.control.pause.settled !== true) next.emit({ type: 'run.paused' });
    return;
  }
  if (!step || !CLARIFIES.has(state.status)) return;
  const mayPark = state.status === 'running' || goesBy(state, 3);
  const spent = mayPark ? usedUp(state, next.now) : undefined;
  if (spent) return park(next, spent);
  if (isOpenable(plan, state, step)) {
    const short = shortOf(state, false);
    if (!short) openAttempt(next, step, state.seq + 1);
    else if (mayPark) park(next, short);
  } else if (stateOf(state, step.id).escalation !== undefined) waitForPeople(next);
}

/** What a redirect means, or what a run is for, is found out although the run itself may not go on. */
const CLARIFIES: ReadonlySet<RunStatus> = new Set<RunStatus>(['awaiting_alignment', 'escalated', 'running']);

function isAndOr({ topology }: Plan): boolean {
  return topology === 'and-or';
}

/** Something is under way: a call, or a `when` that is asked. */
function isBusy({ plan, state }: Draft): boolean {
  return wanted(state).length > 0 || conditions(plan, state).length > 0;
}

/** Where nothing else is under way, the run waits for whoever was asked (R45). */
function waitForPeople(next: Draft): boolean {
  if (next.state.waiting || verification(next.state) || isBusy(next)) return true;
  const [waiting] = openEscalations(next.state);
  if (!waiting) return false;
  next.emit({ type: 'escalation.updated', escalationId: waiting.id, waiting: true });
  return true;
}

/** A search is over when its base case holds, a machine then or where it ends (R88), a graph when its goal is met. */
function isMet({ plan, state }: Draft): boolean {
  if (state.search?.baseCase.passed === true) return true;
  if (isAndOr(plan)) return false;
  return machineIn(plan, state) ? endOf(plan, state) !== undefined : goalMet(plan, state);
}

/** The move that a step asked for is made once the step has passed, or was accepted by a person; refused, the machine stays (R54). */
function settleMove(next: Draft): void {
  const { asked, ran = [], state: from } = next.state.machine ?? {};
  if (!asked || from === undefined || !ran.includes(asked.step)) return;
  const { step, to, permitted, fallback } = asked;
  next.emit({
    type: 'machine.transitioned',
    step,
    from,
    to,
    ...(!permitted && { refused: true }),
    ...(fallback === true && { fallback: true }),
  });
}

/** One step of a machine at a time, in turns; only another turn is held back by limits of iterations. */
function takeTurn(next: Draft): void {
  const { plan, state } = next;
  const { machine } = state;
  if (!machine || wanted(state).length > 0) return;
  if (!nextInTurn(plan, machine)) {
    const first = firstOfTurn(plan, machine);
    if (endsFalsely(plan, state)) return askOfStall(next);
    if (!first && plan.machine?.endsAsDeclared === true) return;
    const mayBeSkipped = first !== undefined && isUnasked(state, first);
    const short = mayBeSkipped ? iterationsShort(state) : shortOf(state, true);
    if (short) return park(next, short);
    if (isTurning(state)) return askOfStall(next);
    const skipped = stepsElsewhere(plan, machine).slice(0, 50);
    const reasons = skipped.map((step) => ({ step, reason: 'state_condition' as const }));
    next.emit({ type: 'turn.started', turn: machine.turn + 1, state: machine.state, skipped: reasons });
  }
  const step = next.state.machine && nextInTurn(plan, next.state.machine);
  if (!step) return;
  const { call, escalation } = stateOf(next.state, step.id);
  if (call || escalation !== undefined || isUnasked(next.state, step) || askFirst(next, step)) return;
  const short = shortOf(next.state, false);
  if (short) park(next, short);
  else openAttempt(next, step, next.state.seq + 1);
}

/** R6: so many turns in a row have ended in the same state. */
function isTurning({ budgets: { maxStall }, stall }: RunState): boolean {
  return maxStall !== undefined && stall.since >= maxStall;
}

function complete(next: Draft): void {
  for (const { id, clarification } of next.plan.steps) {
    if (clarification !== true || isSettled(next.state, id)) continue;
    next.emit({ type: 'note.added', step: id, text: 'The run was complete before this redirect was clear.' });
  }
  close(next, 'completed');
}

/** Opens an attempt of every step that is ready, in declared order, while there is room and nothing shared is in use. */
function open(next: Draft): void {
  const flying = wanted(next.state).filter(({ step }) => planOf(next.plan, step).clarification !== true);
  const busy = new Set(flying.flatMap((call) => planOf(next.plan, call.step).resources));
  let room = next.state.budgets.maxParallelAgents - flying.length;
  const wave = next.state.seq + 1;
  for (const step of inOrder(next.plan)) {
    if (room <= 0) return;
    if (
      step.clarification === true ||
      !isOpenable(next.plan, next.state, step) ||
      step.resources.some((name) => busy.has(name))
    )
      continue;
    if (isUnasked(next.state, step) || askFirst(next, step)) continue;
    const short = shortOf(next.state, !stateOf(next.state, step.id).open);
    if (short || isStalled(next.state, step)) {
      if (isBusy(next)) return;
      if (short) return park(next, short);
      const way = isAndOr(next.plan) ? insteadOfStalling(next) : NO_WAY;
      if (way !== 'taken') return askOfStall(next, way);
      search(next);
      return open(next);
    }
    openAttempt(next, step, wave);
    for (const name of step.resources) busy.add(name);
    room -= 1;
  }
}

/** What a redirect means is found out although the run waits for a person: it may be the answer (api 4). */
function openClarifications(next: Draft): void {
  for (const step of next.plan.steps) {
    if (step.clarification !== true || !isOpenable(next.plan, next.state, step)) continue;
    const asks = goesBy(next.state, 3);
    const spent = asks ? usedUp(next.state, next.now) : undefined;
    const short = spent ?? shortOf(next.state, !stateOf(next.state, step.id).open);
    if (!short) openAttempt(next, step, next.state.seq + 1);
    // Found out about by each attempt, which then gives its number back, it would go on for ever.
    else if (asks) return park(next, short);
  }
}

const orders = new WeakMap<Plan, readonly StepPlan[]>();

/** In declared order; in a search those that most others wait for come first (S1-5-b). */
function inOrder(plan: Plan): readonly StepPlan[] {
  if (!isAndOr(plan)) return plan.steps;
  const known = orders.get(plan);
  if (known) return known;
  const dependents = new Map<string, number>();
  for (const { requires, optionalRequires } of plan.steps)
    for (const id of [...requires, ...optionalRequires]) dependents.set(id, (dependents.get(id) ?? 0) + 1);
  const count = ({ id, orGroup = '' }: StepPlan) => (dependents.get(id) ?? 0) + (dependents.get(orGroup) ?? 0);
  const order = plan.steps.toSorted((a, b) => count(b) - count(a));
  orders.set(plan, order);
  return order;
}

/** A person supplies the artifact, or must agree before one is generated: a question, and no attempt (R44, R81). */
function askFirst(next: Draft, step: StepPlan): boolean {
  if (step.seeded === true && stateOf(next.state, step.id).epoch === 0) return false;
  const asksApproval = step.approval === true && !stateOf(next.state, step.id).approved;
  if (step.kind !== 'human' && !asksApproval) return false;
  openEpoch(next, step, next.state.seq + 1);
  const { epoch, attempt } = stateOf(next.state, step.id);
  const kind = asksApproval ? 'approval' : 'input';
  const question = asksApproval ? `May ${step.id} be generated?` : `What is the artifact of ${step.id}?`;
  escalate(next, kind, { step: step.id, epoch, attempt }, question, { branch: true });
  return true;
}

function openEpoch(next: Draft, { id: step, attempts }: StepPlan, wave: number): void {
  const before = stateOf(next.state, step);
  if (before.open) return;
  // What a settled step of a machine was allowed in an earlier turn, it is not in this one.
  const allowed = before.sigma === 'unsatisfied' ? before.allowed || attempts : attempts;
  const seen = isAndOr(next.plan) && { unresolved: unresolved(next.plan, next.state).length, wave };
  next.emit({ type: 'step.started', step, epoch: before.epoch + 1, allowed, ...seen });
}

function openAttempt(next: Draft, plan: StepPlan, wave: number): void {
  const step = plan.id;
  openEpoch(next, plan, wave);
  const { epoch, attempt, n, rung } = stateOf(next.state, step);
  const place = { step, epoch, attempt: attempt + 1, n: n + 1, ...(rung > 0 && { rung }) };
  next.emit({ type: 'attempt.started', ...place, token: `t${next.state.seq + 1}` });
}

/** Once for each budget, when four fifths of it are used. */
function warnOfBudgets(next: Draft): void {
  for (const { budget, used, limit } of measuresOf(next.state, next.now)) {
    if (used * 5 < limit * 4 || next.state.warned.includes(budget)) continue;
    next.emit({ type: 'budget.warning', budget, ...asShown({ budget, used, limit }) });
  }
}

/** Budgets that are tested before a generation, so that they are never exceeded (R49). */
function shortOf(state: RunState, opensIteration: boolean): Spent | undefined {
  const { maxAttempts } = state.budgets;
  const { attempts } = state.usage;
  if (maxAttempts !== undefined && attempts >= maxAttempts)
    return { budget: 'maxAttempts', used: attempts, limit: maxAttempts };
  return opensIteration ? iterationsShort(state) : undefined;
}

function iterationsShort({ budgets: { maxIterations }, iterations }: RunState): Spent | undefined {
  if (maxIterations === undefined || iterations < maxIterations) return undefined;
  return { budget: 'maxIterations', used: iterations, limit: maxIterations };
}

/**
 * R6, R72: the iterations that are allowed without progress are used up. Only another epoch is held back: those under way may still
 * resolve their steps, by a retry too.
 */
function isStalled(state: RunState, { id }: StepPlan): boolean {
  const { maxStall } = state.budgets;
  if (maxStall === undefined || stateOf(state, id).open) return false;
  return state.stall.since >= maxStall && unresolvedSteps(state) >= state.stall.best;
}

function insteadOfStalling(next: Draft): Way {
  return switchStalled(next) ? 'taken' : anotherWayForAll(next);
}

function askOfStall(next: Draft, way = NO_WAY): void {
  const { budgets, machine } = next.state;
  const what = endsFalsely(next.plan, next.state)
    ? `The machine is in ${machine?.state}, where it is to end, and its base case does not hold`
    : machine
      ? `${budgets.maxStall} turns in a row ended in ${machine.state}`
      : `Nothing was resolved for ${budgets.maxStall} iterations`;
  askOfRun(next, 'stalled', what, 'how should the run go on?', way);
}

/** A call has found the budget used up before another try (R111); a run that does not go on anyway is not asked about. */
export function parkFor(next: Draft, name: BudgetName): void {
  const { status, control } = next.state;
  const spent = measuresOf(next.state, next.now).find(({ budget }) => budget === name);
  if (spent && status === 'running' && !control.stop && !control.pause) park(next, spent);
}

function park(next: Draft, { budget, used, limit }: Spent): void {
  next.emit({ type: 'budget.exceeded', budget, ...asShown({ budget, used, limit }) });
  const [spent, allowed] = [amountOf(budget, used), amountOf(budget, limit)];
  escalate(next, 'budget', undefined, `The run has used its ${budget} (${spent} of ${allowed}): should it go on?`);
}

function asShown({ budget, used, limit }: Spent): Omit<Spent, 'budget'> {
  return { used: inPublicUnits(budget, used), limit: inPublicUnits(budget, limit) };
}
