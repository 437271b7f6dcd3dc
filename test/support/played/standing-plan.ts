import type { Draft } from '../../../src/core/draft.ts';
import { draft } from '../../../src/engine.ts';
import type { Event } from '../../../src/model/event.ts';
import { RULES, type Rules } from '../../../src/model/events/run.ts';
import type { Budgets, GroupPlan, Plan, StepPlan } from '../../../src/model/plan.ts';
import {
  type EscalationState,
  INITIAL,
  NEW_STEP,
  type RunState,
  type StepState,
} from '../../../src/model/run-state.ts';
import { type GroupState, newSearch } from '../../../src/model/search-state.ts';
import { aPlan, aStep } from './plans.ts';

/** A search that stands as told, whatever would have led there. */
export interface Standing {
  readonly groups?: Readonly<Record<string, Partial<GroupState>>>;
  readonly steps?: Readonly<Record<string, Partial<StepState>>>;
  readonly questions?: readonly Partial<EscalationState>[];
  readonly rules?: Rules | 'none';
  readonly more?: Partial<RunState>;
}

/** The plan of a search of these steps and groups, whose base case cannot hold before `docs` is accepted. */
export function groupedPlan(
  steps: readonly StepPlan[],
  groups: readonly GroupPlan[],
  budgets: Partial<Budgets> = {},
): Plan {
  return { ...aPlan(steps, budgets), topology: 'and-or', groups, baseCase: { leaf: 'done', on: 'docs' } };
}

export function standingIn(
  plan: Plan,
  { groups = {}, steps = {}, questions = [], rules = RULES, more = {} }: Standing,
): RunState {
  const open = questions.map((question, at): EscalationState => {
    const id = `e${at}`;
    return { id, kind: 'fatal', status: 'open', question: '?', allowedActions: [], openedAt: 0, ...question };
  });
  return {
    ...INITIAL,
    ...(rules !== 'none' && { rules }),
    budgets: plan.budgets,
    steps: Object.fromEntries(plan.steps.map(({ id }) => [id, { ...NEW_STEP, ...steps[id] }])),
    escalations: Object.fromEntries(open.map((one) => [one.id, one])),
    own: {
      ...newSearch(),
      baseCase: { due: false },
      groups: Object.fromEntries(
        Object.entries(groups).map(([id, group]) => [id, { taken: [], failed: [], ...group }] as const),
      ),
    },
    ...more,
  };
}

/** What a step under way is: its call generates. */
export function underWay(step: string, more: Partial<StepState> = {}): Partial<StepState> {
  const place = { step, epoch: 1, attempt: 1, token: `t_${step}`, n: 1 };
  return {
    epoch: 1,
    open: true,
    attempt: 1,
    allowed: 4,
    n: 1,
    call: { ...place, phase: 'generate', source: 'generated' },
    ...more,
  };
}

/** What has passed, with its artifact. */
export const PASSED: Partial<StepState> = {
  sigma: 'satisfied',
  epoch: 1,
  attempt: 1,
  allowed: 4,
  n: 1,
  artifact: { id: 'art', digest: 'd' },
};

/** The events that a move makes, each as its type and what it is about. */
export function told(plan: Plan, state: RunState, move: (next: Draft) => unknown): readonly string[] {
  const next = draft(plan, state, 0);
  move(next);
  return next.events.map(line);
}

function line(event: Event): string {
  const { choice, step, to, from, orGroup, escalationId, forced, speculative, last, status } = Object(event);
  const what = event.type === 'branch.swapped' ? `${orGroup} ${from} ${to}` : (choice ?? step ?? escalationId);
  const how = [forced && 'forced', speculative && 'speculative', last && 'last', status].filter(Boolean);
  return [event.type, what, ...how].filter((part) => part !== undefined).join(' ');
}

/** A group of three choices, in a graph that needs it. */
export const AUTH: GroupPlan = { id: 'auth', choices: ['jwt', 'sso', 'none'], share: 4 };
export const AUTH_STEPS: readonly StepPlan[] = [
  aStep('jwt', { orGroup: 'auth' }),
  aStep('sso', { orGroup: 'auth' }),
  aStep('none', { orGroup: 'auth' }),
  aStep('both', { branches: ['jwt', 'sso'] }),
  aStep('docs', { requires: ['auth'] }),
];

export interface Given {
  readonly groups?: readonly GroupPlan[];
  readonly steps?: readonly StepPlan[];
  readonly standing?: Standing;
}

/** What a move makes in a search that stands so, but for what it says of the base case. */
export function made({ groups = [AUTH], steps = AUTH_STEPS, standing = {} }: Given, move: (next: Draft) => unknown) {
  const plan = groupedPlan(steps, groups);
  return told(plan, standingIn(plan, standing), move).filter((event) => !event.startsWith('basecase'));
}

/** What a move answers in a search that stands so. */
export function answered<Answer>(
  { groups = [AUTH], steps = AUTH_STEPS, standing = {} }: Given,
  ask: (next: Draft) => Answer,
): Answer {
  const plan = groupedPlan(steps, groups);
  return ask(draft(plan, standingIn(plan, standing), 0));
}
