import type { EscalationKind } from '../../model/events/escalations.ts';
import type { Detector, StagnationAction } from '../../model/events/recovery.ts';
import { type RecoveryPlan, recoveryOf } from '../../model/plan.ts';
import type { Call } from '../../model/run-state.ts';
import { invalidate } from '../cascade.ts';
import type { Draft } from '../draft.ts';
import { close, escalate } from '../endings.ts';
import { assess } from '../stagnation.ts';
import { planOf, stateOf } from '../state/lookup.ts';
import { rulesOf, SWAPS_USED_UP, type Way } from '../topology.ts';

/**
 * What follows a verdict that is not a pass, in the order of the ladder (design 1): fatal goes to a person at once; a retry is refined
 * by the next tick (level 1), unless the step goes in circles or has used its attempts: then it climbs, sends the run back upstream
 * (level 2), or asks a person (level 3). `advice`: the attempt itself went in circles, so the step counts as stagnant, and is not refined;
 * a person is told so (R32).
 */
export function recover(draft: Draft, call: Call, verdict: 'retry' | 'fatal', guard: string, advice?: string): void {
  if (verdict === 'fatal') {
    // Its failing is no reason to stop what is tried beside it (design 3.1).
    if (rulesOf(draft.plan).leavesToOthers(draft, call.step, `${guard} judged ${call.step} fatal`)) return;
    return escalate(draft, 'fatal', call, `${guard} judged ${call.step} fatal: should the run go on, and how?`, {
      facts: { guard, attempts: call.attempt },
    });
  }
  const step = stateOf(draft.state, call.step);
  if (advice !== undefined)
    return stagnant(draft, call, guard, { detector: 'repetition', isLast: step.attempt >= step.allowed, advice });
  const found = assess(recoveryOf(planOf(draft.plan, call.step)), step);
  switch (found.kind) {
    case 'refine':
      return;
    case 'stagnant':
      return stagnant(draft, call, guard, found);
    case 'exhausted':
      return exhausted(draft, call, guard);
  }
}

/** The next rung of the model ladder, where there is one (R77): the attempt count goes on, the stagnation window starts over. */
export function climb(draft: Draft, { step, epoch, attempt }: Call): boolean {
  const { ladder } = recoveryOf(planOf(draft.plan, step));
  const rung = stateOf(draft.state, step).rung + 1;
  const model = ladder[rung];
  if (model === undefined) return false;
  draft.emit({ type: 'ladder.climbed', step, epoch, attempt, rung, model });
  return true;
}

/** What failed; its artifact, where there is one that a person could accept all the same. */
type Failed = Pick<Call, 'step' | 'epoch' | 'attempt' | 'artifactId' | 'digest'>;

interface Stagnant {
  readonly detector: Detector;
  readonly isLast: boolean;
  /** More attempts with this model are no way out: what a person can change. */
  readonly advice?: string;
}

/**
 * Attempts may be left, and more of the same will not help. One of two roads to `backtrack`: this one goes whatever `onExhausted` says,
 * wherever there are targets. 'escalated' and 'failed' look for another choice first, and a run that finds one asks nobody.
 */
function stagnant(draft: Draft, call: Call, guard: string, { detector, isLast, advice }: Stagnant): void {
  const planned = planOf(draft.plan, call.step);
  const recovery = recoveryOf(planned);
  const targets = targetsOf(recovery, guard);
  const policy = nextMove(draft, call, recovery, targets, isLast);
  const isSettled = planned.onExhausted === 'fail' || planned.onExhausted === 'skip';
  // A warning would let the attempts go on.
  if (policy === 'warned' && advice !== undefined && isSettled) return exhausted(draft, call, guard);
  const next = policy === 'warned' && advice !== undefined ? 'escalated' : policy;
  if (next !== 'warned' || !stateOf(draft.state, call.step).warned) detected(draft, call, guard, detector, next);
  switch (next) {
    case 'climbed':
      climb(draft, call);
      return;
    case 'backtracked':
      return backtrack(draft, call, guard, targets);
    case 'escalated': {
      const way = insteadOfCircling(draft, call, guard);
      if (way === 'taken') return;
      return ask(draft, call, guard, targets.length > 0 ? 'backtracks_exhausted' : 'stagnated', way, advice);
    }
    case 'failed':
      if (insteadOfCircling(draft, call, guard) === 'taken') return;
      return close(draft, 'failed', {
        code: 'stagnated',
        step: call.step,
        detail: `${call.step} goes in circles at ${guard}`,
      });
    case 'warned':
      if (isLast) exhausted(draft, call, guard);
  }
}

/** R20 to R22, R66: a rung left, else targets while `e` is left, else a person; without targets as the policy says. */
function nextMove(
  draft: Draft,
  { step }: Call,
  recovery: RecoveryPlan,
  targets: readonly string[],
  isLast: boolean,
): StagnationAction {
  const { rung, backtracks } = stateOf(draft.state, step);
  if (!isLast && recovery.ladder[rung + 1] !== undefined) return 'climbed';
  if (targets.length > 0) return backtracks < recovery.eMax ? 'backtracked' : 'escalated';
  return ({ warn: 'warned', escalate: 'escalated', fail: 'failed' } as const)[recovery.onStagnation];
}

/**
 * What follows when a step's attempts are used up (R4). The other road to `backtrack`, only where `onExhausted` says so; then another
 * choice, then what `onExhausted` says. A person who sends a guard's leaf back after the last attempt comes here too (`decide.ts`).
 */
export function exhausted(draft: Draft, call: Failed, guard: string): void {
  const { step, epoch, attempt } = call;
  const planned = planOf(draft.plan, step);
  const { onExhausted } = planned;
  const recovery = recoveryOf(planned);
  const targets = targetsOf(recovery, guard);
  const mayGoBack = onExhausted === 'backtrack' && targets.length > 0;
  if (mayGoBack && stateOf(draft.state, step).backtracks < recovery.eMax) return backtrack(draft, call, guard, targets);
  // Another way comes before whatever is done when there is none (R51, R85).
  const rules = rulesOf(draft.plan);
  const cause = { step, epoch, guard };
  const way = rules.anotherWay(draft, step, cause, attemptsUsedUp(call, guard), { swaps: onExhausted !== 'skip' });
  if (way === 'taken') return;
  if (way.wasLast && onExhausted !== 'fail' && onExhausted !== 'skip')
    return ask(draft, call, guard, 'or_exhausted', way);
  switch (onExhausted) {
    case 'fail':
      return close(draft, 'failed', { code: 'attempts_exhausted', step, detail: attemptsUsedUp(call, guard) });
    case 'skip':
      return draft.emit({
        type: 'step.waived',
        step,
        epoch,
        attempt,
        reason: 'attempts_exhausted',
        ...rules.givingUp(draft.plan, step),
      });
    case 'escalate':
      return ask(draft, call, guard, 'attempts_exhausted', way);
    case 'backtrack':
      return ask(draft, call, guard, mayGoBack ? 'backtracks_exhausted' : 'attempts_exhausted', way);
  }
}

/** Where another choice is left, it is taken; otherwise nothing changes yet. */
function insteadOfCircling(draft: Draft, { step, epoch }: Call, guard: string): Way {
  const reason = `${step} goes in circles at ${guard}`;
  const cause = { step, epoch, guard };
  return rulesOf(draft.plan).anotherWay(draft, step, cause, reason, { onlyWithAlternative: true });
}

/**
 * Level 2: all targets at once, for one `e` (R20); only they are told what went wrong downstream (formal A.2 Def 8). A group among them
 * takes another choice while one is left, else makes what its winner made again (R85); a choice that is not taken is told nothing.
 */
function backtrack(draft: Draft, { step, epoch, attempt }: Failed, guard: string, written: readonly string[]): void {
  const way = rulesOf(draft.plan).wayBack(draft, written);
  const { again, others } = way;
  draft.emit({ type: 'backtrack.started', step, epoch, attempt, guard, targets: [...new Set([...again, ...others])] });
  invalidate(draft, again, step);
  for (const target of again) {
    const place = stateOf(draft.state, target);
    const where = { step: target, epoch: place.epoch, attempt: place.attempt };
    draft.emit({ type: 'context.injected', ...where, from: step, fromEpoch: epoch });
  }
  way.finish({ step, epoch, guard });
}

/** Per-guard routing overrides the step's (formal A.5). */
function targetsOf({ targets, targetsByGuard }: RecoveryPlan, guard: string): readonly string[] {
  return targetsByGuard[guard] ?? targets;
}

function detected(draft: Draft, call: Call, guard: string, detector: Detector, action: StagnationAction): void {
  const { step, epoch, attempt } = call;
  draft.emit({ type: 'stagnation.detected', step, epoch, attempt, guard, detector, action });
}

function ask(
  draft: Draft,
  call: Failed,
  guard: string,
  kind: EscalationKind,
  { swapsUsedUp }: Exclude<Way, 'taken'>,
  advice = '',
): void {
  const circumstances: Partial<Record<EscalationKind, string>> = {
    or_exhausted: `${attemptsUsedUp(call, guard)}, and no other choice is left`,
    backtracks_exhausted: `${call.step} still fails at ${guard} and may send the run back upstream no more`,
    stagnated: `${call.step} goes in circles at ${guard}`,
  };
  const said = stateOf(draft.state, call.step).failures.at(-1)?.signature ?? '';
  const newest = said === '' ? '' : ` (${said})`;
  const why = `${circumstances[kind] ?? attemptsUsedUp(call, guard)}${newest}${swapsUsedUp ? SWAPS_USED_UP : ''}`;
  const planned = planOf(draft.plan, call.step);
  const targets = targetsOf(recoveryOf(planned), guard);
  const facts = {
    guard,
    attempts: call.attempt,
    ...(targets.length > 0 && { targets }),
    ...(advice !== '' && { advice }),
    ...(kind === 'or_exhausted' && planned.orGroup !== undefined && { group: planned.orGroup }),
  };
  const question = `${why}: how should it go on?${advice === '' ? '' : ` ${advice}`}`;
  escalate(draft, kind, call, question, { facts, ...(swapsUsedUp && { swapsUsedUp }) });
}

function attemptsUsedUp({ step, attempt }: Failed, guard: string): string {
  return `${step} used its ${attempt === 1 ? 'one attempt' : `${attempt} attempts`}; ${guard} rejected the last one`;
}
