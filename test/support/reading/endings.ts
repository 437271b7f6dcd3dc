/** Questions, verifications and ends: when the rules allow them (R41, R45, R85, R101). */
import { CONDITIONS } from '../random/documents.ts';
import { breaks, hasFile, isFeasible, leafHolds, nameIn } from '../random/script.ts';
import { ALLOWED } from './decisions.ts';
import { isAtEnd, type MachineNow, stepsHere } from './machine.ts';
import { isSettled, mayBegin, type Now, newStep, standingFor, underWay } from './now.ts';
import type { Of, Reader } from './reader.ts';
import { type BaseCaseRead, leavesOf, peopleIn } from './rules.ts';
import { counts, groupOf, isNeeded, swappable, swapsLeft } from './search.ts';

const OF_FAILURE = new Set([
  'attempts_exhausted',
  'backtracks_exhausted',
  'stagnated',
  'or_exhausted',
  'stalled',
  'deadlock',
]);

export function onQuestion(reader: Reader, event: Of<'escalation.opened'>): void {
  const { escalationId, kind, step: id, leaf, allowedActions, branch = false, artifactId } = event;
  const { now } = reader;
  const wasDemanded = reader.answersDemand(event);
  reader.mustHold(!wasDemanded || !now.isClosed, 'R44', 'a question is asked after the end');
  checkActions(reader, kind, allowedActions);
  if (OF_FAILURE.has(kind)) checkNoWayOut(reader, event);
  const step = id === undefined ? undefined : reader.step(id);
  const read = id === undefined ? undefined : reader.read(id);
  switch (kind) {
    case 'approval':
      if (leaf !== undefined)
        reader.mustHold(
          read !== undefined && peopleIn(read.guard).includes(leaf) && step?.made !== undefined,
          'R73',
          `a person is asked about ${leaf} of ${id}, which is not theirs`,
        );
      else
        reader.mustHold(
          read?.approval === true && step?.isOpen !== undefined,
          'R81',
          `a person is asked whether ${id} may begin`,
        );
      break;
    case 'condition':
      reader.mustHold(wasDemanded, 'R109', `a person is asked about the when of ${id}, which can be calculated`);
      break;
    case 'input':
      reader.mustHold(read?.kind === 'human', 'R44', `a person is asked to make ${id}`);
      break;
    case 'infrastructure':
      reader.mustHold(
        step !== undefined && isBroken(reader, id ?? ''),
        'R32',
        `a person is asked about a fault of ${id}, and there was none`,
      );
      break;
    case 'infeasible':
      reader.mustHold(
        wasInfeasible(reader, id ?? ''),
        'R91',
        `a person is asked whether ${id} can be done, and no probe said no`,
      );
      break;
    case 'budget':
      reader.mustHold(isUsedUp(now), 'R49', 'a person is asked about a budget that is not used up');
      break;
    case 'stalled':
    case 'deadlock':
      break;
    case 'assertion':
    case 'attempts_exhausted':
    case 'backtracks_exhausted':
    case 'clarification':
    case 'context_overflow':
    case 'fatal':
    case 'internal':
    case 'or_exhausted':
    case 'stagnated':
      if (now.refused !== undefined && now.refused === id) break;
      if (kind === 'fatal' && step?.judged === 'fatal') break;
      if (kind === 'or_exhausted' && (now.exhausted !== undefined || isSpent(now, id ?? ''))) break;
      reader.mustHold(wasDemanded, 'R4', `a person is asked about ${id} (${kind}) without a reason`);
  }
  now.questions.set(escalationId, { id: escalationId, kind, step: id, leaf, artifactId, isBranch: branch });
}

function checkActions(reader: Reader, kind: string, actions: readonly string[]): void {
  const allowed = ALLOWED[kind] ?? [];
  const unfit = actions.filter((action) => !allowed.includes(action));
  reader.mustHold(unfit.length === 0, 'R42', `${kind} may be answered by ${unfit.join(', ')}`);
  const missing = allowed.filter(
    (action) => !actions.includes(action) && !['approve', 'reject', 'amend', 'redo', 'retry'].includes(action),
  );
  reader.mustHold(missing.length === 0, 'R42', `${kind} cannot be answered by ${missing.join(', ')}`);
}

/** R85: no person is asked because of failure while a group that it depends on could be swapped. */
function checkNoWayOut(reader: Reader, { kind, step, swapsUsedUp = false }: Of<'escalation.opened'>): void {
  const { now } = reader;
  const ways = swappable(now, step === undefined ? whatFailed(now) : [step]);
  if (swapsUsedUp) reader.mustHold(!swapsLeft(now), 'R85', `${kind} says that the swaps are used up, and they are not`);
  else reader.mustHold(ways.length === 0, 'R85', `${kind} is asked, and ${ways.join(', ')} could be swapped`);
}

/** Every choice of its group has failed. */
function isSpent(now: Now, id: string): boolean {
  const group = groupOf(now.rules, id);
  return group?.choices.every((choice) => now.groups.get(group.id)?.failed.has(choice)) ?? false;
}

/** R85: each unresolved step; with all done what the false leaves of the base case look at. */
function whatFailed(now: Now): readonly string[] {
  const left = unresolved(now);
  if (left.length > 0) return left;
  return (now.falseOn ?? []).flatMap((on) => (on === '' ? [...now.groups.keys()] : [on]));
}

function unresolved(now: Now): readonly string[] {
  return [...now.steps].flatMap(([id, step]) => {
    const own = groupOf(now.rules, id);
    const group = own && now.groups.get(own.id);
    // Of a group that nothing has won every choice that has not failed is open, one too that a person skipped before it was tried.
    if (own && group?.winner === undefined && isNeeded(now, own.id, 0))
      return group?.failed.has(id) === true ? [own.id] : [id];
    const about = now.rules.steps.get(id)?.probes;
    const isNeedless = about !== undefined && isSettled(now.steps.get(about) ?? newStep());
    if (isSettled(step) || isNeedless) return [];
    return counts(now, id) ? [id] : [];
  });
}

function isBroken(reader: Reader, id: string): boolean {
  const { epoch, attempt } = reader.step(id);
  return ['generate', 'guard'].some((phase) =>
    [attempt, attempt + 1].some((at) => breaks(reader.drawn.script, phase, `${id} ${epoch} ${at}`)),
  );
}

function wasInfeasible(reader: Reader, id: string): boolean {
  const probe = reader.now.steps.get(`probe_${id}`) ?? reader.now.steps.get(id);
  return probe?.artifact === undefined || !isFeasible(reader.drawn.script, nameIn(probe.artifact));
}

function isUsedUp(now: Now): boolean {
  const { maxAttempts = Number.POSITIVE_INFINITY, maxIterations = Number.POSITIVE_INFINITY } = now.budgets;
  return now.attempts >= maxAttempts || now.iterations >= maxIterations;
}

/** Whether the base case holds of what is accepted now. */
function holds(reader: Reader, tree: BaseCaseRead | undefined = reader.now.rules.baseCase): boolean {
  if (!tree) return false;
  if ('word' in tree)
    return tree.word === 'all'
      ? tree.parts.every((one) => holds(reader, one))
      : tree.parts.some((one) => holds(reader, one));
  if (tree.on === undefined) return hasFile(reader.drawn.script);
  const step = reader.now.steps.get(standingFor(reader.now, tree.on) ?? '');
  return step?.artifact !== undefined && leafHolds(reader.drawn.script, nameIn(step.artifact), tree.name);
}

export function onVerification(reader: Reader, event: Of<'basecase.started'> | Of<'basecase.verified'>): void {
  const { now } = reader;
  if (event.type === 'basecase.started') {
    now.verifying = { token: event.token, holds: holds(reader) };
    return;
  }
  const { passed, token } = event;
  if (token === undefined)
    reader.mustHold(
      !passed && !holds(reader),
      'S1-2.1-b',
      'the base case is said to be false without a look, and holds',
    );
  else {
    reader.mustHold(now.verifying?.token === token, 'R27', 'a verification answers that is not under way');
    reader.mustHold(now.verifying?.holds === passed, 'S1-2.1-b', `the base case is found ${passed}, and is not`);
  }
  now.verifying = undefined;
  now.falseOn = leavesOf(now.rules.baseCase).flatMap(({ name, on }) =>
    event.falseLeaves?.includes(name) ? [on ?? ''] : [],
  );
  if (passed) now.hasPassed = true;
}

export function onEnd(reader: Reader, event: Of<'run.closed'> | Of<'run.failing'>): void {
  const { now } = reader;
  const wasDemanded = reader.answersDemand(event);
  if (event.type === 'run.failing') return;
  now.isClosed = true;
  now.status = event.status;
  switch (event.status) {
    case 'completed':
      if (now.rules.baseCase)
        reader.mustHold(now.hasPassed, 'R101', 'the run is complete, and its base case has not been found to hold');
      else if (now.machine)
        reader.mustHold(
          isAtEnd(now.machine, false),
          'R88',
          `the machine is complete in ${now.machine.state}, which is no end`,
        );
      else if (now.rules.topology === 'dag') {
        const missing = now.rules.goal.filter((id) => !isSettled(reader.step(id)));
        reader.mustHold(missing.length === 0, 'R12', `the run is complete without ${missing.join(', ')}`);
        reader.mustHold(
          underWay(now).length === 0,
          'R34',
          `the run is complete while ${underWay(now).join(', ')} is under way`,
        );
      }
      return;
    case 'failed':
      return reader.mustHold(
        wasDemanded || isInfeasibleEnd(event.failure?.code) || now.refused === event.failure?.step,
        'R34',
        `the run fails (${event.failure?.code}) without a reason`,
      );
    case 'cancelled':
    case 'stopped':
    case 'terminated':
      return;
  }
}

function isInfeasibleEnd(code: string | undefined): boolean {
  return code === 'infeasible';
}

/** R43, R44: of a step that is settled nobody is asked, and of none two things that another answer would settle. */
export function checkQuestions(reader: Reader): void {
  const questions = [...reader.now.questions.values()];
  for (const { step: id, kind } of questions) {
    if (id === undefined || reader.now.isClosed) continue;
    reader.mustHold(reader.now.steps.has(id), 'R44', `${id} is gone, and a person is asked about it (${kind})`);
    const step = reader.step(id);
    reader.mustHold(
      !isSettled(step) || kind === 'infeasible',
      'R44',
      `${id} is ${step.sigma}, and a person is asked about it (${kind})`,
    );
  }
}

/** R61, formal Def 4: a retry is told of every rejected attempt of its epoch, and of no other. */
export function checkTold(reader: Reader): void {
  for (const [id, tokens] of Object.entries(reader.moment.told)) {
    const due = reader.step(id).tokens.join();
    reader.mustHold(
      tokens.join() === due,
      'R61',
      `${id} is told of ${tokens.join() || 'nothing'}, and it is ${due || 'nothing'}`,
    );
  }
}

/** R104: at an end each accepted step that counts has its binding. */
export function checkBindings(reader: Reader): void {
  const { now, moment } = reader;
  const due = [...now.steps].filter(
    ([id, { artifact }]) => artifact !== undefined && (now.machine !== undefined || counts(now, id)),
  );
  const missing = due.flatMap(([id]) => (moment.bindings.includes(id) ? [] : [id]));
  reader.mustHold(missing.length === 0, 'R104', `the run ends without the binding of ${missing.join(', ')}`);
}

/** What the rules demand of a run in which nothing is under way any more. */
export function checkRest(reader: Reader): void {
  const { now } = reader;
  if (now.isClosed) return;
  reader.mustHold(!holds(reader) || isHeld(reader), 'R101', 'the base case holds, and the run waits');
  const questions = [...now.questions.values()];
  checkStatus(reader);
  if (now.isPaused) return;
  reader.mustHold(questions.length > 0, 'R12', 'nothing is under way, and nobody is asked');
  if (now.machine) return checkMachineRest(reader, now.machine);
  if (now.rules.topology === 'dag') {
    const missing = now.rules.goal.filter((id) => !isSettled(reader.step(id)));
    reader.mustHold(missing.length > 0, 'R34', 'the goal is met, and the run waits');
  }
  if (questions.some(({ isBranch }) => !isBranch)) return checkFinalQuestions(reader);
  for (const id of startable(reader)) reader.complain('S3-D3-a', `${id} could begin, and nothing is under way`);
}

/** R88: in its end a machine is complete; `deadlock` is asked only where nothing runs. */
function checkMachineRest(reader: Reader, machine: MachineNow): void {
  const { now } = reader;
  reader.mustHold(
    !isAtEnd(machine, now.rules.baseCase !== undefined),
    'R88',
    `the machine is in ${machine.state}, where it ends, and waits`,
  );
  const kinds = [...now.questions.values()].map(({ kind }) => kind);
  const isSure = kinds.every((kind) => kind === 'deadlock');
  if (isSure)
    reader.mustHold(
      stepsHere(machine).length === 0,
      'R88',
      `deadlock is asked in ${machine.state}, where something runs`,
    );
}

function isHeld(reader: Reader): boolean {
  return reader.moment.status === 'stopped';
}

/** R45: ended, paused, out of budget, escalated, running. */
function checkStatus(reader: Reader): void {
  const { now, moment } = reader;
  const isBudget = [...now.questions.values()].some(({ kind }) => kind === 'budget');
  const due = now.isPaused ? 'paused' : isBudget ? 'budget_exceeded' : 'escalated';
  reader.mustHold(moment.status === due, 'R45', `the run waits as ${moment.status}, and it is ${due}`);
}

/** `deadlock` and `stalled` say that nothing can be done: then nothing may be left that could. */
function checkFinalQuestions(reader: Reader): void {
  const { now } = reader;
  const kinds = new Set([...now.questions.values()].map(({ kind }) => kind));
  if (!kinds.has('deadlock')) return;
  for (const id of startable(reader)) reader.complain('R12', `deadlock is asked, and ${id} could begin`);
}

/** What could begin now if it were let. */
function startable(reader: Reader): readonly string[] {
  const { now } = reader;
  return [...now.rules.steps.values()].flatMap((read) => {
    const step = reader.step(read.id);
    if (isSettled(step) || step.sigma === 'fatal' || step.token !== undefined) return [];
    if (reader.openQuestion(read.id) !== undefined || !mayBegin(now, read)) return [];
    if (step.isOpen && step.attempt >= step.allowed) return [];
    if (read.when !== undefined && CONDITIONS[read.when as keyof typeof CONDITIONS] === 'false') return [];
    if (isHeldByProbe(reader, read.id)) return [];
    // Who needs it has been skipped, or is not tried.
    if (read.probes !== undefined && (isSettled(reader.step(read.probes)) || isIdle(reader, read.probes))) return [];
    if (isIdle(reader, read.id)) return [];
    return [read.id];
  });
}

/** R91: its probe said no, and nobody has said what to do. */
function isHeldByProbe(reader: Reader, id: string): boolean {
  return reader.openQuestion(`probe_${id}`) !== undefined;
}

/** It is of use to choices alone, and none of them is being tried (docs/searching: branches). */
function isIdle({ now }: Reader, id: string): boolean {
  return !counts(now, id);
}
