/** The turns of a state machine and its moves, and what other events mean for the turn that is under way. */

import { entry } from '../../core/events/entry.ts';
import { type Homes, type Reactions, unsaid, untraced } from '../../core/events/home.ts';
import { isOf } from '../../core/state/spoken.ts';
import type { Event, EventOf } from '../../model/event.ts';
import { actorWord } from '../../model/events/escalation-words.ts';
import type { MachineEvent } from '../../model/events/machine.ts';
import {
  LONGEST_PATH,
  type MachineState,
  type Move,
  machineAt,
  RECENT,
  type TurnRecord,
} from '../../model/machine-state.ts';
import { goesBy, type RunState, type StepState } from '../../model/run-state.ts';
import { layersOf } from './stored-variables.ts';

export const MACHINE: Homes<MachineEvent['type']> = {
  'turn.started': {
    fold: startTurn,
    trace: untraced,
    sentence: unsaid,
  },
  'machine.transitioned': {
    fold: (state, event) => (isOf(state, event.step) ? state : transition(state, event)),
    trace: (event) => [entry(event, 'TRANSITION', moveOf(event))],
    sentence: moved,
  },
};

export const MACHINE_REACTIONS: Reactions = {
  'run.created': (state, { machine }) => (machine === undefined ? state : created(state, machine)),
  'run.redirected': (state, event) =>
    state.own.kind === 'machine' ? { ...state, own: withGiven(state.own, event) } : state,
  'step.started': (state, event, before) => countTurns(ofTurn(begin)(state, event, before), before),
  'guard.verdict': ofTurn(ask),
  'step.satisfied': ofTurn((machine, event, before) => satisfied(machine, event, isOpen(before, event.step))),
  'step.waived': ofTurn(waived),
  'step.invalidated': ofTurn(back),
  'step.reopened': ofTurn(back),
};

/** What finds out what a person's words mean belongs to no state and no turn (R86). */
function ofTurn<Each extends Event & { readonly step: string }>(
  follow: (machine: MachineState, event: Each, before: RunState) => MachineState,
) {
  return (state: RunState, event: Each, before: RunState): RunState =>
    state.own.kind === 'machine' && !isOf(before, event.step)
      ? { ...state, own: follow(state.own, event, before) }
      : state;
}

/** Variables that a person sets count over all that were set before (R89). */
function withGiven(machine: MachineState, { variables }: EventOf<'run.redirected'>): MachineState {
  return variables ? withVariables(machine, { ...variables, variables: true, joins: true }) : machine;
}

/** A fork goes on from what was there; each step is made again all the same when its turn comes (R89). */
function created(
  state: RunState,
  { initial, variables, artifacts = {} }: NonNullable<EventOf<'run.created'>['machine']>,
): RunState {
  const { baseCase } = state.own;
  const known = Object.entries(state.steps).map(([id, step]) => {
    const artifact = artifacts[id];
    return [id, artifact ? { ...step, sigma: 'satisfied' as const, artifact } : step] as const;
  });
  return {
    ...state,
    steps: Object.fromEntries(known),
    own: { ...machineAt(initial), ...(variables && { variables }), ...(baseCase && { baseCase }) },
  };
}

/** An iteration, and one more that ends where it began until a move says otherwise (R6, R72). */
function startTurn(state: RunState, { turn }: EventOf<'turn.started'>): RunState {
  if (state.own.kind !== 'machine') return state;
  const { asked: _, begun: __, ...machine } = state.own;
  const recent = [...machine.recent, { turn, state: machine.state }].slice(-RECENT);
  return {
    ...state,
    iterations: state.iterations + 1,
    stall: { ...state.stall, since: state.stall.since + 1 },
    own: { ...machine, turn, ran: [], passedOver: [], moved: false, recent },
  };
}

function transition(state: RunState, { step, to, refused }: EventOf<'machine.transitioned'>): RunState {
  const before = state.own;
  if (before.kind !== 'machine') return state;
  const { asked: _, refused: __, ...machine } = before;
  const noted = lately(machine, { to, ...(refused === true && { refused }) });
  if (step === undefined) return placed(state, noted, to);
  if (refused === true || to === machine.state)
    return { ...state, own: before.refused ? { ...noted, refused: before.refused } : noted };
  return {
    ...state,
    stall: { ...state.stall, since: 1 },
    own: {
      ...noted,
      state: to,
      moved: true,
      skipped: [],
      path: [...machine.path, { state: to, turn: machine.turn }].slice(-LONGEST_PATH),
    },
  };
}

/** A person has moved it: the turn under way is over without a result, and the next one begins afresh (R89). */
function placed(state: RunState, machine: MachineState, to: string): RunState {
  const path = to === machine.state ? machine.path : [...machine.path, { state: to, turn: machine.turn }];
  return {
    ...state,
    steps: Object.fromEntries(Object.entries(state.steps).map(([id, step]) => [id, shut(step)])),
    own: { ...machine, state: to, moved: true, skipped: [], path: path.slice(-LONGEST_PATH) },
  };
}

/** What it made in an earlier turn stays. */
function shut(before: StepState): StepState {
  const { applies: _, ...step } = before;
  if (!step.open) return step;
  const sigma = step.artifact ? ('satisfied' as const) : ('unsatisfied' as const);
  return { ...step, sigma, open: false, attempt: 0, allowed: 0, failures: [] };
}

function moveOf({ step, from, to, refused, fallback }: EventOf<'machine.transitioned'>) {
  return { ...(step !== undefined && { step }), from, to, ...(refused && { refused }), ...(fallback && { fallback }) };
}

function moved({ step = '', by, from, to, refused, fallback }: EventOf<'machine.transitioned'>): string {
  if (by !== undefined) return `${actorWord(by)} moved the machine from ${from} to ${to}.`;
  const why = fallback === true ? `${step}, by rule because no model answered,` : step;
  return refused === true
    ? `${why} asked to move from ${from} to ${to}, which no transition permits; the machine stayed.`
    : `${why} moved the machine from ${from} to ${to}.`;
}

/** It is not passed over any more. */
function back(machine: MachineState, { step }: { readonly step: string }): MachineState {
  return { ...machine, skipped: machine.skipped.filter((other) => other !== step) };
}

/** Its iterations are turns (R72): an epoch that begins is none. */
function countTurns(state: RunState, { iterations, stall }: RunState): RunState {
  return state.own.kind === 'machine' ? { ...state, iterations, stall } : state;
}

function begin(machine: MachineState, { step, epoch }: EventOf<'step.started'>): MachineState {
  return machine.begun?.step === step ? machine : { ...machine, begun: { step, epoch } };
}

function ask(machine: MachineState, { step, move }: EventOf<'guard.verdict'>): MachineState {
  const { asked: _, ...rest } = machine;
  return move ? { ...withRefusal(rest, step, move), asked: { step, ...move } } : rest;
}

/** What was found of a step's move last holds. */
function withRefusal(machine: MachineState, step: string, { to, permitted, unmet }: Move): MachineState {
  const { refused: before = [], ...rest } = machine;
  const others = before.filter((one) => one.step !== step || one.to !== to);
  const refused = permitted ? others : [...others, { step, to, ...(unmet && { unmet }) }].slice(-RECENT);
  return refused.length === 0 ? rest : { ...rest, refused };
}

/** A binding that a person overrides between its turns is no result of this one. */
function satisfied(machine: MachineState, event: EventOf<'step.satisfied'>, wasOpen: boolean): MachineState {
  const { step, digest } = event;
  const known = withVariables(machine, event);
  if (!wasOpen) return known;
  const done = { ...known, ran: [...machine.ran, step], accepted: machine.accepted + 1 };
  return lately(done, { step, outcome: 'accepted', digest });
}

/** Given up without an artifact: the machine goes on without the step while it stays in this state. */
function waived(known: MachineState, event: EventOf<'step.waived'>, before: RunState): MachineState {
  const { step, condition, digest, asks } = event;
  const wasOpen = isOpen(before, step);
  const machine = withVariables(known, event);
  const { asked, ...unasked } = machine;
  if (condition === true) {
    // What a rejected artifact asked for before a person had the step made again, it asks for no more (R54).
    const silent = goesBy(before, 'skippedAsksNoMore') && asked?.step === step ? unasked : machine;
    const passed = { ...silent, passedOver: [...machine.passedOver, step] };
    // Undone by a person and then not for this run: it was what its turn was for, which another step may not have again (R89).
    const wasBegun = goesBy(before, 'turnStaysTaken') && machine.begun?.step === step;
    return wasBegun ? { ...passed, ran: [...machine.ran, step] } : passed;
  }
  const left = asks === true && asked?.step === step ? machine : unasked;
  const kept = digest === undefined ? { ...left, skipped: [...machine.skipped, step] } : machine;
  if (!wasOpen) return kept;
  const done = { ...kept, ran: [...machine.ran, step] };
  return lately(done, { step, outcome: 'waived', ...(digest !== undefined && { digest }) });
}

/** More answers of people in a row than anybody gives, before code writes down all of them. */
const MOST_LAYERS = 50;

/** What code has set, once it is accepted in whatever way. */
function withVariables(
  machine: MachineState,
  {
    variables,
    joins,
    artifactId,
    digest,
  }: Pick<EventOf<'step.waived'>, 'variables' | 'joins' | 'artifactId' | 'digest'>,
): MachineState {
  if (variables !== true || artifactId === undefined || digest === undefined) return machine;
  const before = machine.variables;
  const under = joins === true && before ? layersOf(before).slice(-MOST_LAYERS) : [];
  return { ...machine, variables: { artifactId, digest, ...(under.length > 0 && { under }) } };
}

function lately(machine: MachineState, facts: Partial<TurnRecord>): MachineState {
  const last = machine.recent.at(-1);
  return last ? { ...machine, recent: [...machine.recent.slice(0, -1), { ...last, ...facts }] } : machine;
}

function isOpen({ steps }: RunState, step: string): boolean {
  return steps[step]?.open === true;
}
