/** What a reader of the log knows at one point of it. */
import type { MachineNow } from './machine.ts';
import type { Rules, StepRead } from './rules.ts';

export interface Rejection {
  readonly guard: string;
  readonly signature: string;
  readonly alike: readonly number[];
  readonly progress: number;
}

export interface StepNow {
  sigma: 'unsatisfied' | 'satisfied' | 'fatal' | 'waived';
  epoch: number;
  isOpen: boolean;
  allowed: number;
  /** Attempts of the epoch that count. */
  attempt: number;
  /** Of every epoch. */
  backtracks: number;
  rung: number;
  rejections: Rejection[];
  /** Their tokens: what a retry is told of (R61). */
  tokens: string[];
  /** Where the stagnation window begins. */
  window: number;
  isWarned: boolean;
  /** What it serves its dependents with. */
  artifact?: string | undefined;
  /** The call under way, and what it has made. */
  token?: string | undefined;
  made?: string | undefined;
  judged?: string | undefined;
  /** What people have said of a leaf that is theirs. */
  answers: Map<string, 'pass' | 'retry'>;
  /** Attempts that a person gives the coming epoch. */
  granted?: number | undefined;
  /** A person has agreed that it is made, or has asked for it. */
  isApproved: boolean;
  /** What its `when` came to, and for which epoch. */
  condition?: { readonly epoch: number; readonly outcome: string; readonly mayChange?: true } | undefined;
  isInfeasible: boolean;
}

export interface Question {
  readonly id: string;
  readonly kind: string;
  readonly step?: string | undefined;
  readonly leaf?: string | undefined;
  readonly artifactId?: string | undefined;
  readonly isBranch: boolean;
}

export interface GroupNow {
  taken: Set<string>;
  failed: Set<string>;
  winner?: string | undefined;
  /** The one that won last. */
  last?: string | undefined;
  /** What a person has chosen. */
  forced?: string | undefined;
  /** How often its winner has made way. */
  swaps: number;
}

/** The state that the log tells of, folded by hand. */
export interface Now {
  rules: Rules;
  readonly machine?: MachineNow;
  readonly steps: Map<string, StepNow>;
  /** Of steps that were taken out: what one of the same name goes on from (R20, R25). */
  readonly gone: Map<string, Pick<StepNow, 'epoch' | 'backtracks'>>;
  readonly groups: Map<string, GroupNow>;
  readonly questions: Map<string, Question>;
  budgets: Record<string, number | undefined>;
  attempts: number;
  iterations: number;
  swaps: number;
  isPaused: boolean;
  isClosed: boolean;
  status: string;
  /** Of the verification under way: what is to come of it. */
  verifying?: { readonly token: string; readonly holds: boolean } | undefined;
  hasPassed: boolean;
  exceeded?: string | undefined;
  /** A person has refused what the step has, with its attempts used up. */
  refused?: string | undefined;
  /** What the leaves look at that were found false. */
  falseOn?: readonly string[] | undefined;
  /** The last choice of a group, which has failed in this moment. */
  exhausted?: string | undefined;
  /** Goes back to a group, which may be told as a swap alone. */
  allowsBacktrack?: string | undefined;
}

export function newStep(): StepNow {
  return {
    sigma: 'unsatisfied',
    epoch: 0,
    isOpen: false,
    allowed: 0,
    attempt: 0,
    backtracks: 0,
    rung: 0,
    rejections: [],
    tokens: [],
    window: 0,
    isWarned: false,
    answers: new Map(),
    isApproved: false,
    isInfeasible: false,
  };
}

export function newGroup(): GroupNow {
  return { taken: new Set(), failed: new Set(), swaps: 0 };
}

export const isSettled = ({ sigma }: StepNow): boolean => sigma === 'satisfied' || sigma === 'waived';

/** The step that stands behind a name: itself, or a group's winner. */
export function standingFor(now: Now, name: string): string | undefined {
  if (!now.rules.groups.has(name)) return name;
  return now.groups.get(name)?.winner;
}

/** R12: what a step needs has an accepted artifact; R61: what it may do without is settled. */
export function mayBegin(now: Now, { requires, optionalRequires }: StepRead): boolean {
  const stepOf = (name: string) => now.steps.get(standingFor(now, name) ?? '');
  return (
    requires.every((name) => stepOf(name)?.artifact !== undefined && isSettled(stepOf(name) ?? newStep())) &&
    optionalRequires.every((name) => {
      const step = stepOf(name);
      return step !== undefined && isSettled(step);
    })
  );
}

/** R30, R45: a question that parks the whole run, and not one branch alone. */
export function isParked(now: Now): boolean {
  return [...now.questions.values()].some(({ isBranch }) => !isBranch);
}

/** What waits for a person is not under way (R73). */
export function underWay(now: Now): readonly string[] {
  const waiting = new Set(
    [...now.questions.values()].flatMap(({ step, leaf }) => (leaf === undefined ? [] : (step ?? []))),
  );
  return [...now.steps].flatMap(([id, { token }]) => (token === undefined || waiting.has(id) ? [] : [id]));
}
