/** Goes through what is a machine's own: turns, moves, variables, ends (R53, R54, R72, R88, R89). */
import { BEGINNING, CODES, MACHINE_CONDITIONS, type Variables } from '../random/machine-documents.ts';
import { chance, nameIn } from '../random/script.ts';
import type { MachineRead, MachineStepRead } from './machine-rules.ts';
import { isParked } from './now.ts';
import type { Of, Reader } from './reader.ts';

export interface MachineNow {
  readonly read: MachineRead;
  state: string;
  variables: Variables;
  /** What they were when code made what is judged now: its artifact holds all of them, and who approves it approves these. */
  madeOf?: Variables;
  /** A person has set some since a guard found what move is permitted: whether that is found anew is left open. */
  isCorrected: boolean;
  turn: number;
  /** A turn is under way; what has run in it or was given up, and whether it is over. */
  isOpen: boolean;
  readonly done: Set<string>;
  /** What has begun in it, whatever came of that. */
  readonly begun: Set<string>;
  /** Given up: they run no more while the machine stays in this state (R88). */
  readonly gone: Set<string>;
  /** A step that asks a model was skipped: whether that ends the turn is left open. */
  mayBeOver: boolean;
  isOver: boolean;
  /** Turns in a row that ended in the same state. */
  stall: number;
  /** The move that the step just settled asks for. */
  due?: { readonly step: string; readonly to: string; readonly permitted: boolean | 'either' } | undefined;
}

export function machineBeginning(read: MachineRead): MachineNow {
  return {
    read,
    state: read.initial,
    variables: BEGINNING,
    isCorrected: false,
    turn: 0,
    isOpen: false,
    done: new Set(),
    begun: new Set(),
    gone: new Set(),
    mayBeOver: false,
    isOver: false,
    stall: 0,
  };
}

export function truthOf(condition: string | undefined, variables: Variables): boolean {
  return condition === undefined || (MACHINE_CONDITIONS[condition]?.(variables) ?? false);
}

/** What runs in a state, in list order. */
export function stepsHere({ read, state, gone }: MachineNow): readonly MachineStepRead[] {
  return [...read.steps.values()].filter(
    ({ id, inStates }) => (inStates.length === 0 || inStates.includes(state)) && !gone.has(id),
  );
}

/** To stay is no move, unless a transition from the state to itself decides. */
export function mayMove({ read, state, variables }: MachineNow, to: string): boolean {
  const { transitions } = read;
  if (transitions.length === 0) return true;
  const leading = transitions.filter(
    ({ from, to: there }) => there === to && (from.includes(state) || from.includes('*')),
  );
  if (to === state && !leading.some(({ from }) => from.includes(state) || from.includes('*'))) return true;
  return leading.some(({ condition }) => truthOf(condition, variables));
}

export function onTurn(reader: Reader, { turn, state }: Of<'turn.started'>): void {
  const { now } = reader;
  const { machine } = now;
  if (!machine) return reader.complain('S2-1-a', 'a turn begins, and there is no machine');
  reader.mustHold(turn === machine.turn + 1, 'R72', `turn ${turn} follows ${machine.turn}`);
  reader.mustHold(
    state === machine.state,
    'S2-1-a',
    `a turn begins in ${state}, and the machine is in ${machine.state}`,
  );
  reader.mustHold(
    !machine.isOpen || isTurnOver(machine),
    'S2-1-b',
    `turn ${turn} begins before the one before it is over`,
  );
  reader.mustHold(!now.isPaused && !isParked(now) && !now.isClosed, 'R30', `turn ${turn} begins while the run waits`);
  reader.mustHold(
    !now.hasPassed && !isAtEnd(machine, now.rules.baseCase !== undefined),
    'R88',
    `turn ${turn} begins after the end`,
  );
  const { maxIterations: limit } = now.budgets;
  reader.mustHold(limit === undefined || turn <= limit, 'R49', `turn ${turn} begins beyond maxIterations ${limit}`);
  now.iterations = turn;
  Object.assign(machine, { turn, isOpen: true, isOver: false, mayBeOver: false });
  machine.done.clear();
  machine.begun.clear();
  for (const id of machine.read.steps.keys()) reader.askAgain(id);
}

/** Nothing is left of it: a model has answered, the state has changed, or the list is through. */
function isTurnOver(machine: MachineNow): boolean {
  return machine.isOver || machine.mayBeOver || stepsHere(machine).every(({ id }) => machine.done.has(id));
}

/** R53, R88: without a base case a final state is the end; with neither, a state in which nothing runs. */
export function isAtEnd(machine: MachineNow, hasBaseCase: boolean): boolean {
  if (hasBaseCase) return false;
  if (machine.read.finals !== undefined) return machine.read.finals.includes(machine.state);
  const { read, state } = machine;
  return [...read.steps.values()].every(({ inStates }) => inStates.length > 0 && !inStates.includes(state));
}

/** A step may begin: it is the first of its state that has not run in this turn. */
export function checkTurnStep(reader: Reader, id: string): void {
  const { machine } = reader.now;
  if (!machine) return;
  const next = stepsHere(machine).find((step) => !machine.done.has(step.id));
  reader.mustHold(machine.isOpen && !machine.isOver, 'S2-1-b', `${id} begins, and the turn is over`);
  // What a person has undone may run again before what comes earlier in the list.
  reader.mustHold(
    next?.id === id || machine.mayBeOver,
    'S2-1-b',
    `${id} begins in ${machine.state}, and it is ${next?.id ?? 'nobody'}'s turn`,
  );
  machine.begun.add(id);
}

/** `skipped`: its condition is false. `given up`: by its policy, and it asks for its move all the same (R88). `let be`: a person skips it. */
export type Settled = 'passed' | 'skipped' | 'given up' | 'let be';

/** The step has passed, or was given up: what its code has set counts, and its move is due. */
export function settledInTurn(reader: Reader, id: string, artifact: string | undefined, how: Settled): void {
  const { machine } = reader.now;
  const step = machine?.read.steps.get(id);
  if (!machine || !step) return;
  machine.done.add(id);
  if (step.type === 'code' && artifact !== undefined) {
    const isGiven = nameIn(artifact).startsWith('h');
    const before = isGiven ? machine.variables : (machine.madeOf ?? machine.variables);
    const set = isGiven ? { x: 4 } : (CODES[step.code]?.(before) ?? {});
    machine.variables = { ...before, ...set };
  }
  machine.due = undefined;
  if (how === 'passed' && step.type !== 'code') machine.isOver = true;
  if (how === 'given up' || how === 'let be') {
    machine.gone.add(id);
    if (step.type !== 'code') machine.mayBeOver = true;
  }
  // It was what its turn was for, though a person had it made again and it then was not for this run (R54).
  if (how === 'skipped' && machine.begun.has(id) && step.type !== 'code') machine.mayBeOver = true;
  if (how === 'skipped' || how === 'let be') return;
  const chosen =
    step.type === 'transition' && how === 'passed' ? step.map[decision(reader, step, artifact) ?? ''] : undefined;
  const to = step.to ?? chosen;
  if (to === undefined) return;
  machine.due = { step: id, to, permitted: mayMove(machine, to) };
  // What given-up code would have set counts for nothing, and may decide about its move all the same: the rulings leave it open.
  const isOpen = machine.isCorrected || (how === 'given up' && step.type === 'code');
  if (isOpen) machine.due = { step: id, to, permitted: 'either' };
  const { due } = machine;
  if (due.permitted === true && due.to !== machine.state)
    reader.demand(
      'S2-1-a',
      `${id} moves the machine to ${due.to}`,
      (later) => later.type === 'machine.transitioned' && later.to === due.to,
    );
}

/** What a model chose: the script says it of the artifact. */
export function decision(
  { drawn }: Reader,
  { map }: MachineStepRead,
  artifact: string | undefined,
): string | undefined {
  // A person's artifact is no answer of the map.
  if (artifact === undefined || nameIn(artifact).startsWith('h')) return undefined;
  const answers = [...Object.keys(map), 'nowhere'];
  return answers[chance(drawn.script, answers.length, 'decides', nameIn(artifact))];
}

export function onMove(reader: Reader, event: Of<'machine.transitioned'>): void {
  const { machine } = reader.now;
  if (!machine) return reader.complain('S2-1-a', 'a machine moves, and there is none');
  const { step, by, from, to, refused } = event;
  reader.answersDemand(event);
  reader.mustHold(from === machine.state, 'S2-1-a', `the machine moves from ${from}, and is in ${machine.state}`);
  reader.mustHold(machine.read.states.includes(to), 'S2-1-a', `the machine moves to ${to}, which is no state`);
  if (step === undefined) {
    reader.mustHold(by !== undefined, 'R89', 'the machine moves, and nobody asks for it');
    Object.assign(machine, { state: to, isOpen: false, isOver: false });
    machine.done.clear();
    machine.begun.clear();
    machine.gone.clear();
    return;
  }
  const { due } = machine;
  reader.mustHold(
    due?.step === step && due.to === to,
    'R54',
    `${step} moves the machine to ${to}, and asks for ${due?.to ?? 'nothing'}`,
  );
  const isRight = due?.permitted === 'either' || (refused === true) === (due?.permitted === false);
  reader.mustHold(
    isRight,
    'R54',
    `the move of ${step} to ${to} is ${refused === true ? 'refused' : 'made'}, and ${due?.permitted === true ? 'may be' : 'may not be'}`,
  );
  machine.due = undefined;
  if (refused === true) return;
  if (to !== machine.state) {
    machine.isOver = true;
    machine.gone.clear();
  }
  machine.state = to;
}

/** A step is undone: it may run again in this turn, unless that is over. */
export function runAgain(machine: MachineNow, id: string): void {
  if (isTurnOver(machine)) machine.mayBeOver = true;
  machine.gone.delete(id);
  machine.done.delete(id);
}
