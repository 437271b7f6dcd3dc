/**
 * The port for topologies: what the core asks of the one that a run goes by. The core names none of them; each registers itself. A further one
 * does so without a line of the core changed, as long as it gets by on what is here: requests, calls or facts of its own (`OwnInput`,
 * `OwnCall`, `facts`), a state (`Own` in `model/own-state.ts`) and a plan (`OwnPlan` in `model/plan.ts`) are closed lists, which it joins.
 */

import type { CallResult } from '../model/call-result.ts';
import type { Event, EventOf } from '../model/event.ts';
import type { SwapCause } from '../model/events/and-or.ts';
import type { EscalationKind } from '../model/events/escalations.ts';
import type { Place } from '../model/events/place.ts';
import type { Standing } from '../model/graph.ts';
import type { Input } from '../model/input.ts';
import type { MachineFacts } from '../model/machine-facts.ts';
import type { Own, PartsOfSchema1 } from '../model/own-state.ts';
import type { Plan, StepPlan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import type { Call, RunState } from '../model/run-state.ts';
import type { Draft } from './draft.ts';
import { createRegistry } from './registry.ts';

/**
 * What came of looking for another way. `wasLast`: the step works for a choice, and no other is left; `swapsUsedUp`: another one is, but
 * the run may swap no more (R85).
 */
export type Way = 'taken' | { readonly wasLast: boolean; readonly swapsUsedUp: boolean };

export const NO_WAY = { wasLast: false, swapsUsedUp: false } as const;

/** Part of the sentence of a question that is asked although another choice is left. */
export const SWAPS_USED_UP = ' (another choice is left upstream, but the run has made all its swaps: maxSwaps)';

/** A call of the topology's own, beside attempts and conditions. */
export interface OwnCall {
  readonly phase: 'verify';
  readonly token: string;
  /** What people have said so far, by leaf. */
  readonly answers: Readonly<Record<string, boolean>>;
}

/** A name that stands for steps: it depends on what may serve under it. */
export interface Joint extends Standing {
  readonly dependsOn: readonly string[];
}

/** What a run asks a person when nothing can run: without the question itself, which follows from the kind. */
interface AtRest {
  readonly kind: Extract<EscalationKind, 'stalled' | 'deadlock'>;
  readonly what: string;
  readonly swapsUsedUp: boolean;
}

/** How a step is sent back to: what is made again, what takes its place, and what follows once all that is said. */
export interface WayBack {
  readonly again: readonly string[];
  readonly others: readonly string[];
  finish(cause: SwapCause): void;
}

/** Inputs that only some topologies have moves for. */
type OwnInput = Extract<Input, { kind: 'align' | 'begin' | 'decompose' }>;
/** A move emits into the draft; one that brings its own plan along answers with the events instead. */
type OwnMoves = {
  readonly [Kind in OwnInput['kind']]: (next: Draft, input: Extract<Input, { kind: Kind }>) => readonly Event[] | void;
};

/** Pure; in the workflow. What a topology has no opinion of, it takes over from `src/topologies/common/rules.ts`. */
export interface TopologyRules {
  readonly kind: string;
  /** What the first event says of the plan beside its steps and budgets. */
  created(plan: Plan): Pick<EventOf<'run.created'>, 'topology' | 'machine' | 'verifies'>;
  /** The plan with the limits of one run: other limits may change its bound. */
  limited(plan: Plan, budgets: Plan['budgets']): Plan;

  /** Steps in order of scheduling. */
  order(plan: Plan): readonly StepPlan[];
  /** Names that are no steps; with a state: as things stand. */
  joints(plan: Plan, state?: RunState): readonly Joint[];
  /** The steps that targets of a backtrack may mean. */
  stepsBehind(plan: Plan, targets: readonly string[]): readonly string[];

  // Which steps: by choice, by place, and what is left of them. An example of each is of the only topology that differs.
  /** Whether the step is worked on as things were chosen. Not: in an and-or graph a step for a choice that was not taken, or has failed. */
  counts(run: Run, step: StepPlan): boolean;
  /** Whether the step belongs to where the run stands, ready or not; `whereabouts` says where. Not: in a machine a step of another state. */
  isHere(state: RunState, step: StepPlan): boolean;
  whereabouts(state: RunState): string;
  /** Whether a person who skips the step would skip nothing. Settled is done, but in a machine, where a later turn may run it again. */
  isDone(state: RunState, step: string): boolean;
  /** What is left to do, for the stall and for people. In an and-or graph a group stands for its choices while none has won. */
  unresolved(run: Run): readonly string[];
  /** Of that the steps that could begin without a person: no budget stops the run while each may turn out not to be needed (R103). In a machine one. */
  left(run: Run): readonly StepPlan[];

  /** Of the steps that have a `when` those that it may be asked of now, in order. */
  conditional(run: Run, steps: readonly StepPlan[]): readonly StepPlan[];
  /** What the answer depends on beside the run's input: when it is asked, and what people may have corrected. */
  askedOf(state: RunState): { readonly moment?: number; readonly corrected?: string };

  // Asked by the tick, in this order.
  /** What follows from what has passed without a call. */
  settlePending(next: Draft): void;
  completion(run: Run): 'at once' | 'when nothing is under way' | 'not yet';
  /** What has passed may complete a run that does not go on by itself (R101). */
  lookAgain(next: Draft): void;
  /** Before anything begins. False: nothing may until a call of the topology's own is answered. */
  prepare(next: Draft): boolean;
  /** Opens what may begin. */
  open(next: Draft): void;
  /** `open` opened nothing and nothing is under way. True: something was taken up that can run, such as a later choice of a group. */
  otherwise(next: Draft): boolean;
  /** Not even `otherwise` helped: another way was taken upstream, such as a swap of a winner, or what a person is asked. */
  atRest(next: Draft): 'moved on' | AtRest;
  /** A step could begin, and too many iterations have resolved nothing (R72): another choice is taken first, such as for the newest one. */
  insteadOfStalling(next: Draft): Way;
  /** Why a person is asked about a stall, and what helps. */
  stalledAt(run: Run): string;
  help(run: Run): string;
  /** How many steps are seen to be left when an epoch begins; undefined: nobody looks. */
  observed(run: Run): number | undefined;

  // Asked by the moves. Five ways past a step, by what happened to it; in all but an and-or graph none is there, and the default says so:
  // attempts used up, in circles, prompt too long → `anotherWay`; fatal or broken → `leavesToOthers`; a probe's "cannot be done" → `switchFor`;
  // `when` is false → `makesWay`; targets to go back to → `wayBack`. The middle three are about the step's own choice; `anotherWay` looks upstream, too.
  /** After each input, before the next is absorbed. */
  absorbed(next: Draft): void;
  /** Before a question about a step that failed: its choice makes way, or one upstream that had won is swapped (R51, R85). Say `jwt` fails: `session` is tried. */
  anotherWay(next: Draft, step: string, cause: SwapCause, reason: string, options?: WayOptions): Way;
  /** Its choice is dropped because others are tried at the same time. False: none is, and a person is asked. Say `jwt` is fatal while `session` is under way. */
  leavesToOthers(next: Draft, step: string, reason: string): boolean;
  /** The choice that a probe looked at is dropped before it is begun. `last`: no other is left; `none`: it had no alternative, or was for no choice. */
  switchFor(next: Draft, step: string, reason: string): 'switched' | 'last' | 'none';
  /** Whether what a probe finds infeasible is asked about, skipped or failed (R91). */
  readonly heedsProbes: boolean;
  /** The step is not for this run, so that its choice is not either (R103). True: all is done, by another choice or a question; false: it is waived. */
  makesWay(next: Draft, place: Place, reason: string): boolean;
  /** What targets of a backtrack mean (R20): steps made again, and groups that swap instead. Say the target `auth` is a group that `jwt` won. */
  wayBack(next: Draft, targets: readonly string[]): WayBack;
  /** A person raised a limit: questions that were asked because of it may need no answer any more. */
  limitsRaised(next: Draft): void;
  /** Whether there is anything of use in what a person would accept. */
  isAcceptable(run: Run, call: Pick<Call, 'step' | 'artifactId'>): boolean;
  /** What the events say that accept an artifact, give a step up, or skip it for its `when`. */
  accepting(plan: Plan, step: string, isGiven?: boolean): { readonly variables?: true; readonly joins?: true };
  givingUp(plan: Plan, step: string): { readonly asks?: true };
  readonly skipping: { readonly condition?: true };

  // Redirects.
  redirected(plan: Plan, before: RunState): { readonly verifies?: true };
  mayMoveTo(plan: Plan, state: string): boolean;
  moveTo(next: Draft, state: string, by: string): void;
  /** A new objective: what was chosen and has not won is open again. */
  reopenChoices(next: Draft, before: RunState, forced?: Forced): void;
  forceChoice(next: Draft, forced: Forced, cause: string): void;
  /** Last: questions that need no answer any more. */
  withdrawNeedlessQuestions(next: Draft): void;

  // Bounds of generations (R26, R76, R85).
  remaining(run: Run): number;
  /** The generations that it may begin besides, since a person's correction opened again what was used up; each raises the bound as it begins. */
  takenAnew(run: Run): number;
  automatic(run: Run): number;

  // States of schema 1 (`core/state/schema-1.ts`): what was the topology's own, in today's form, and the other way round.
  ownOf(parts: PartsOfSchema1): Own;
  partsOf(own: Own): PartsOfSchema1;

  // What only it has.
  readonly moves: Partial<OwnMoves>;
  calls(state: RunState): readonly OwnCall[];
  answered(next: Draft, result: CallResult): void;
  /** What activities are told with a call of the run. */
  facts(state: RunState): { readonly machine?: MachineFacts };
  /** What definitions call the condition of a step. */
  readonly conditionWord: string;
  /** Whether others are tried beside the step. */
  isBeside(run: Run, step: string): boolean;
  /** Whether the verdict waits for one that is under way. */
  waitsForVerdict(plan: Plan, call: Call, judged: readonly Call[]): boolean;
}

interface Forced {
  readonly orGroup: string;
  readonly choice: string;
}

/** `swaps: false`: only its own choice (R51); `ownChoice: false`: all but that. `onlyWithAlternative`: where its own group has no other choice, that group stays as it is. */
export interface WayOptions {
  readonly swaps?: boolean;
  readonly ownChoice?: boolean;
  readonly onlyWithAlternative?: boolean;
}

const rules = createRegistry<TopologyRules>('rules', 'src/engine.ts');

/** Throws where the kind has other rules already. */
export const registerTopology = rules.register;

/** The rules of the plan's topology. Throws where nobody has registered them. */
export function rulesOf({ topology }: { readonly topology: string }): TopologyRules {
  return rules.of(topology);
}
