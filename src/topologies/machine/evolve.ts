/** How events change the machine part of the state. `evolve` is the only caller, after the event has changed everything else. */

import { isOf } from '../../core/spoken-state.ts';
import type { Event } from '../../model/event.ts';
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

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

export function evolveMachine(state: RunState, before: RunState, event: Event): RunState {
  if (event.type === 'run.created') {
    return event.machine === undefined ? state : created(state, event.machine);
  }
  const { machine } = before;
  // What finds out what a person's words mean belongs to no state and no turn (R86).
  if (!machine || ('step' in event && isOf(before, event.step))) return state;
  if (event.type === 'turn.started') return startTurn(state, machine, event);
  if (event.type === 'machine.transitioned') return transition(state, machine, event);
  if (event.type === 'run.redirected') return { ...state, machine: withGiven(machine, event) };
  return { ...state, machine: followed(machine, before, event) };
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
  const known = Object.entries(state.steps).map(([id, step]) => {
    const artifact = artifacts[id];
    return [id, artifact ? { ...step, sigma: 'satisfied' as const, artifact } : step] as const;
  });
  return {
    ...state,
    steps: Object.fromEntries(known),
    machine: { ...machineAt(initial), ...(variables && { variables }) },
  };
}

/** What a turn comes to by events of every topology. */
function followed(machine: MachineState, before: RunState, event: Event): MachineState {
  if (event.type === 'step.started') return begin(machine, event);
  if (event.type === 'guard.verdict') return ask(machine, event);
  if (event.type === 'step.satisfied') return satisfied(machine, event, isOpen(before, event.step));
  if (event.type === 'step.waived') return waived(machine, event, before);
  if (event.type !== 'step.invalidated' && event.type !== 'step.reopened') return machine;
  return { ...machine, skipped: machine.skipped.filter((step) => step !== event.step) };
}

/** An iteration, and one more that ends where it began until a move says otherwise (R6, R72). */
function startTurn(state: RunState, before: MachineState, { turn }: EventOf<'turn.started'>): RunState {
  const { asked: _, begun: __, ...machine } = before;
  const recent = [...machine.recent, { turn, state: machine.state }].slice(-RECENT);
  return {
    ...state,
    iterations: state.iterations + 1,
    stall: { ...state.stall, since: state.stall.since + 1 },
    machine: { ...machine, turn, ran: [], passedOver: [], moved: false, recent },
  };
}

function transition(
  state: RunState,
  before: MachineState,
  { step, to, refused }: EventOf<'machine.transitioned'>,
): RunState {
  const { asked: _, refused: __, ...machine } = before;
  const noted = lately(machine, { to, ...(refused === true && { refused }) });
  if (step === undefined) return placed(state, noted, to);
  if (refused === true || to === machine.state)
    return { ...state, machine: before.refused ? { ...noted, refused: before.refused } : noted };
  return {
    ...state,
    stall: { ...state.stall, since: 1 },
    machine: {
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
    machine: { ...machine, state: to, moved: true, skipped: [], path: path.slice(-LONGEST_PATH) },
  };
}

/** What it made in an earlier turn stays. */
function shut(before: StepState): StepState {
  const { applies: _, ...step } = before;
  if (!step.open) return step;
  const sigma = step.artifact ? ('satisfied' as const) : ('unsatisfied' as const);
  return { ...step, sigma, open: false, attempt: 0, allowed: 0, failures: [] };
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
  if (condition === true) {
    const passed = { ...machine, passedOver: [...machine.passedOver, step] };
    // Undone by a person and then not for this run: it was what its turn was for, which another step may not have again (R89).
    const wasBegun = goesBy(before, 3) && machine.begun?.step === step;
    return wasBegun ? { ...passed, ran: [...machine.ran, step] } : passed;
  }
  const { asked: _, ...unasked } = machine;
  const left = asks === true && machine.asked?.step === step ? machine : unasked;
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
