/** Plays a recorded history in memory: what arrived then arrives again, and nothing but the core says what follows. */
import { noteRefusal, recordRefusal, unpacked, upgraded } from '../../../src/engine.ts';
import type { CallResult } from '../../../src/model/call-result.ts';
import { type Input, Refused } from '../../../src/model/input.ts';
import type { Plan, StepPlan } from '../../../src/model/plan.ts';
import type { PrepareRedirectOutput, StoreAmendmentOutput } from '../../../src/ports/calls.ts';
import { type MemoryRun, memoryRunFrom } from '../../../src/testing/memory-world.ts';
import { fieldsOf } from '../../../src/text/fields.ts';
import {
  type Decision,
  readAlign,
  readBegin,
  readBudget,
  readDecision,
  readPlain,
  readRedirect,
  readStop,
} from '../../../src/workflows/read-requests.ts';
import type { Arrived, Asked, History, Task } from './history.ts';

export interface Retold {
  readonly run: MemoryRun;
  /** By task: the calls that were begun in it, as `token/phase`. */
  readonly begun: readonly (readonly string[])[];
}

/** `handsOn`: whether the run goes on from its JSON after each task, as an execution does that was handed it. */
export function retell(history: History, handsOn = false): Retold {
  const { began, tasks } = history;
  const [first] = tasks;
  const plan = goneBy(history, began.plan);
  const run = memoryRunFrom({ plan, state: unpacked(upgraded(began.state, plan.topology)) }, first?.at);
  const begun: string[][] = [];
  const waiting: Decision[] = [];
  let known = new Set<string>();
  if (began.resume) run.dispatch({ ...began.resume, stopped: true });
  for (const [at, task] of tasks.entries()) {
    run.at(task.at);
    for (const each of task.arrived) hear(run, besideAll(history, each), { at: task.at, waiting });
    if (!isPreparing(tasks, at)) run.turn();
    if (handsOn) run.handOn();
    const calls = run.calls.map(({ token, phase }) => `${token}/${phase}`);
    begun.push(calls.filter((call) => !known.has(call)));
    known = new Set(calls);
  }
  return { run, begun };
}

interface Hearing {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Decisions whose text is being stored. */
  readonly waiting: Decision[];
}

/** What the recorded workflow asked for that is a call of the core, as `token/phase`: of an agent its first turn. */
export function callIn({ name, input }: Asked): string | undefined {
  const phase = PHASES[name];
  return phase === undefined || Number(input['iteration'] ?? 1) > 1 || input['outside'] !== undefined
    ? undefined
    : `${String(input['token'])}/${phase}`;
}

const PHASES: Readonly<Record<string, string>> = {
  generate: 'generate',
  runCode: 'generate',
  runCommand: 'generate',
  agentTurn: 'generate',
  evaluateGuard: 'guard',
  evaluateWhen: 'condition',
  verifyBaseCase: 'verify',
};

/** Runs from before R103 asked a `when` in the call that makes the artifact. */
function goneBy({ patches }: History, plan: Plan): Plan {
  if (patches.has('when-before-all-else')) return plan;
  return { ...plan, steps: plan.steps.map(unconditional) };
}

function unconditional(step: StepPlan): StepPlan {
  const { conditional: _, ...rest } = step;
  return rest;
}

/** A run goes on beside a question about its base case; executions from before waited. */
function besideAll({ patches }: History, arrived: Arrived): Arrived {
  if (arrived.kind !== 'answer' || arrived.asked.name !== 'verifyBaseCase') return arrived;
  const result = fieldsOf(arrived.result);
  if (result['kind'] !== 'pending' || !patches.has('work-beside-an-assertion')) return arrived;
  return { ...arrived, result: { ...result, beside: true } };
}

/** While a redirect is prepared the run is not looked at. */
function isPreparing(tasks: readonly Task[], at: number): boolean {
  const count = (all: readonly Task[], of: (task: Task) => number) => all.reduce((sum, task) => sum + of(task), 0);
  const asked = count(
    tasks.slice(0, at + 1),
    (task) => task.asked.filter(({ name }) => name === 'prepareRedirect').length,
  );
  const answered = count(
    tasks.slice(0, at + 1),
    ({ arrived }) => arrived.filter((each) => each.kind === 'answer' && each.asked.name === 'prepareRedirect').length,
  );
  return asked > answered;
}

function hear(run: MemoryRun, arrived: Arrived, { at, waiting }: Hearing): void {
  if (arrived.kind === 'time' || arrived.kind === 'cancel') return void run.dispatch({ kind: arrived.kind });
  if (arrived.kind === 'answer') return answer(run, arrived, { at, waiting });
  const { name, request, isUpdate } = arrived;
  try {
    if (name === 'decide') decide(run, readDecision(request), waiting);
    else ask(run, name, request);
  } catch (error) {
    if (isUpdate || !(error instanceof Refused)) throw error;
    const { state } = run.now;
    run.record(name === 'decide' ? recordRefusal(state, request, error, at) : noteRefusal(state, name, error, at));
  }
}

/** One that brings its text along is taken once that is stored. */
function decide(run: MemoryRun, decision: Decision, waiting: Decision[]): void {
  if (decision.action === 'amend' && decision.content !== undefined) waiting.push(decision);
  else run.dispatch(decision);
}

/** A redirect as a person writes it is taken once it is prepared. */
function ask(run: MemoryRun, name: string, request: unknown): void {
  const read = READ[name]?.(request);
  if (read === undefined) throw new Error(`Nothing is known of the message ${name}.`);
  if (read.kind !== 'written') run.dispatch(read);
}

const READ: Readonly<Record<string, (request: unknown) => Input | { readonly kind: 'written' }>> = {
  stop: readStop,
  pause: (request) => readPlain('pause', request),
  resume: (request) => readPlain('resume', request),
  terminate: (request) => readPlain('terminate', request),
  budget: readBudget,
  begin: readBegin,
  align: readAlign,
  redirect: readRedirect,
};

function answer(
  run: MemoryRun,
  { asked, result }: Extract<Arrived, { kind: 'answer' }>,
  { at, waiting }: Hearing,
): void {
  if (asked.name === 'prepareRedirect') return prepared(run, asked, result as PrepareRedirectOutput, at);
  if (asked.name === 'storeAmendment') return stored(run, waiting.shift(), result as StoreAmendmentOutput);
  const isWanted = run.calls.some(({ token }) => token === asked.input['token']);
  const { kind } = (result ?? {}) as { readonly kind?: string };
  if (isWanted && !BETWEEN.has(kind ?? 'done')) run.dispatch(result as CallResult);
}

/** What an activity answers before its call is answered. */
const BETWEEN = new Set(['done', 'turned', 'outside']);

function prepared(run: MemoryRun, { input }: Asked, result: PrepareRedirectOutput, at: number): void {
  try {
    if (!result.ok) throw new Refused('invalid_request', result.detail);
    run.dispatch(result.request);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { proposal } = input as { readonly proposal?: { readonly step: string } };
    if (error.code === 'redirect_stale') return;
    if (proposal) run.dispatch({ kind: 'misunderstood', step: proposal.step, detail: error.message });
    else run.record(noteRefusal(run.now.state, 'redirect', error, at));
  }
}

function stored(run: MemoryRun, decision: Decision | undefined, result: StoreAmendmentOutput): void {
  if (!decision || 'refused' in result) throw new Error('Nobody had decided, or what was sent was refused.');
  const { content: _, mediaType: __, ...request } = decision;
  run.dispatch({ ...request, ...result });
}
