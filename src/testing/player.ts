import { judgeOf } from '../activities/guards/judge.ts';
import type { Parts } from '../authoring/parts.ts';
import { GeneratorError } from '../generators/generator.ts';
import type { Judge } from '../guards/judge.ts';
import { createGuardRegistry } from '../guards/registry.ts';
import { type Input, Refused } from '../model/input.ts';
import type { Plan } from '../model/plan.ts';
import { type EscalationState, isClosed, openEscalations } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import { type Agreed, agreedTo } from '../ports/agreed.ts';
import { amendmentInput } from '../ports/amendment.ts';
import { withoutRivals } from '../ports/call-flow.ts';
import type { RunRecord } from '../ports/store/runs.ts';
import { addToTrace } from '../stories/trace.ts';
import '../topologies/documents.ts';
import type { AnswerSource, Asked } from './answers.ts';
import type { Clock } from './clock.ts';
import { type Decided, type Person, type PlayedDecision, requestOf } from './decisions.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { type MemoryRun, memoryRun } from './memory-world.ts';
import { type Begun, createPlayCalls, type PlayCalls } from './play-calls.ts';
import { type Compiled, compile, type PlayedDefinition } from './play-definition.ts';
import { PlayError } from './play-error.ts';
import { type PlayedPrompt, playedModels } from './play-models.ts';
import { type Played, playedOf } from './played.ts';
import type { RunningSteps } from './running-steps.ts';
import { type SandboxesOnDemand, sandboxesOnDemand, sandboxMissing } from './sandboxes-on-demand.ts';

export interface Setting {
  readonly definition: PlayedDefinition;
  readonly input: unknown;
  readonly parts: Parts;
  readonly running: RunningSteps;
  readonly clock: Clock;
  readonly source: AnswerSource;
  readonly person: Person;
  /** Which of so many is next. */
  readonly draw: (count: number) => number;
}

/** A run on its way, with all that it is played by. */
interface Playing extends Pick<Setting, 'clock' | 'person' | 'draw'> {
  readonly run: MemoryRun;
  readonly store: MemoryStore;
  readonly calls: PlayCalls;
  readonly sandboxes: SandboxesOnDemand;
  /** Calls that were begun and are not made yet, oldest first. */
  readonly queue: Set<Begun>;
  readonly trace: readonly TraceEntry[];
  readonly prompts: readonly PlayedPrompt[];
}

/** Plays a run to its end; `steps` are those that it had then. */
export async function playWith(
  setting: Setting,
): Promise<{ readonly played: Played; readonly steps: readonly string[] }> {
  const playing = prepare(setting);
  const { run, store, trace, prompts } = playing;
  for (;;) {
    await applyAgreed(playing);
    run.at(setting.clock.now());
    run.turn();
    if (isClosed(run.now.state)) break;
    await goOn(playing);
  }
  const played = playedOf({ run: run.now, log: run.log, trace, store, prompts });
  return { played, steps: Object.keys(run.now.state.steps) };
}

function prepare(setting: Setting): Playing {
  const { parts, running, clock, person, draw } = setting;
  const sandboxes = sandboxesOnDemand();
  const prompts: PlayedPrompt[] = [];
  const { source, failed } = watched(setting.source, (asked) => rejectionOf(store, asked));
  const judge: Judge = (request) => judgeOf(playedModels(source, prompts, judgeNamed(request)))(request);
  const guards = createGuardRegistry({ sim: true, judge, sandboxes, own: () => parts.guards() });
  const compiled = compile(setting.definition, setting.input, { guards, parts });
  const { document, plan, check } = compiled;
  running.check(plan.steps);
  const state = () => run.now.state;
  const store = createMemoryStore({ record: recordOf(plan, setting.input, clock), document, state, now: clock.now });
  const blocked: Parameters<typeof createPlayCalls>[0]['blocked'] = ({ step = 'baseCase', attempt }) =>
    failed() ?? (sandboxes.missing === undefined ? undefined : sandboxMissing(sandboxes.missing, { step, attempt }));
  const models = playedModels(source, prompts);
  const calls = createPlayCalls({ store, clock, source, models, guards, parts, running, sandboxes, check, blocked });
  const queue = new Set<Begun>();
  const trace: TraceEntry[] = [];
  const run = begin(compiled, { calls, clock, queue, store, trace });
  return { clock, person, draw, run, store, calls, sandboxes, queue, trace, prompts };
}

type Beginning = Pick<Playing, 'calls' | 'clock' | 'queue' | 'store'> & { readonly trace: TraceEntry[] };

function begin({ plan }: Compiled, { calls, clock, queue, store, trace }: Beginning): MemoryRun {
  const beginning = { runId: RUN, by: 'a test', ...(plan.missing !== undefined && { unaligned: true }) };
  return memoryRun(plan, beginning, clock.now(), {
    recorded(event, before) {
      store.recorded(event, before.state);
      addToTrace(trace, event, before.plan, before.state);
    },
    startable: (waiting, underWay, now) => withoutRivals(now.plan, waiting, underWay),
    start(call, now) {
      const begun = calls.begin(call, now);
      queue.add(begun);
      return { cancel: () => void queue.delete(begun) };
    },
  });
}

const RUN = 'run_1';

function recordOf(plan: Plan, input: unknown, { now }: Clock): RunRecord {
  const { definition, topology } = plan;
  const facts = { seeds: {}, tags: [], requestDigest: '', createdAt: now() };
  return { id: RUN, definition, topology, input, plan, ...facts };
}

/** The same answers, and what was thrown in their place: a guard's call would take it for a guard that broke. */
function watched(
  source: AnswerSource,
  rejection: (asked: Asked) => string,
): { readonly source: AnswerSource; readonly failed: () => unknown } {
  let failure: unknown;
  const watch = async <Said>(asked: Asked, saying: Promise<Said>): Promise<Said> => {
    try {
      return await saying;
    } catch (error) {
      if (error instanceof GeneratorError) throw error;
      failure ??= error instanceof PlayError && error.code === 'answer_missing' ? error.after(rejection(asked)) : error;
      throw failure;
    }
  };
  return {
    source: {
      ...source,
      model: (asked) => watch(asked, source.model(asked)),
      outside: (asked) => watch(asked, source.outside(asked)),
      custom: (asked) => watch(asked, source.custom(asked)),
    },
    failed: () => failure,
  };
}

/** Why the step is asked once more, in a sentence; nothing where it is not. */
function rejectionOf(store: MemoryStore, { name, step }: Asked): string {
  if (name !== step) return '';
  const last = store.rows().findLast((row) => row.step === step && row.status === 'rejected');
  const verdict = last && store.verdictOn(last.token);
  return verdict ? ` ${verdict.guard} rejected attempt ${last.attempt}: ${verdict.feedback}` : '';
}

/** A leaf of a base case is called by its place, any other by its step and its id. */
function judgeNamed({ leaf = 'llm-judge', place: { step } }: Parameters<Judge>[0]): string {
  return /^baseCase(?:\/|$)/.test(leaf) ? leaf : `${step}/${leaf}`;
}

/** What people or the run itself have agreed to is applied before anything else happens. */
async function applyAgreed({ run, calls, clock }: Playing): Promise<void> {
  for (;;) {
    const { plan, state } = run.now;
    const [agreed] = agreedTo(plan, state);
    if (!agreed) return;
    run.at(clock.now());
    run.dispatch(await inputFor(agreed, run, calls));
  }
}

async function inputFor({ proposal, decomposes, by }: Agreed, run: MemoryRun, calls: PlayCalls): Promise<Input> {
  const { runId, seq } = run.now.state;
  const what = { proposal, ...(decomposes !== undefined && { decomposes }) };
  const prepared = await calls.prepareRedirect({ runId, key: `${seq}`, by, events: [], ...what });
  if (prepared.ok) return prepared.request;
  const isAttempt = decomposes === undefined ? {} : { isAttempt: true };
  return { kind: 'misunderstood', step: proposal.step, detail: prepared.detail, ...isAttempt };
}

/** One thing happens: a call is answered, a question decided, or time goes by. */
async function goOn(playing: Playing): Promise<void> {
  const { run, queue, draw, clock } = playing;
  const waiting = [...queue];
  const begun = waiting[draw(waiting.length)];
  if (begun) return answer(playing, begun);
  const [question] = openEscalations(run.now.state);
  if (question) return decide(playing, question);
  if (run.wakesAt === undefined) throw notGoingOn(run);
  clock.reach(run.wakesAt);
  run.at(clock.now());
  run.dispatch({ kind: 'time' });
}

async function answer({ run, queue, clock, sandboxes }: Playing, begun: Begun): Promise<void> {
  if (begun.runsProgram) await sandboxes.open();
  queue.delete(begun);
  const result = await begun.make();
  run.ended(begun.call);
  run.at(clock.now());
  run.dispatch(result);
}

async function decide(playing: Playing, question: EscalationState): Promise<void> {
  const { run, person, store, clock } = playing;
  const { id, kind, step, attempt, allowedActions, artifactId, expiresAt } = question;
  const shown = store.all().find(({ artifact }) => artifact.id === artifactId);
  const decision = person.decide({
    id,
    kind,
    ...(step !== undefined && { step }),
    ...(attempt !== undefined && { attempt }),
    question: question.question,
    ...(shown && { artifact: shown.text }),
    allowedActions,
    ...(expiresAt !== undefined && { expiresAt }),
  });
  if (decision === 'expire') {
    if (expiresAt === undefined) throw refused(question, decision, 'It has no time in which it must be answered.');
    clock.reach(expiresAt);
    run.at(clock.now());
    run.dispatch({ kind: 'time' });
    return;
  }
  await send(playing, question, decision);
}

async function send(
  { run, calls, clock }: Playing,
  question: EscalationState,
  decision: PlayedDecision,
): Promise<void> {
  const request = requestOf(question, decision);
  run.at(clock.now());
  try {
    if (decision.action !== 'amend') {
      run.dispatch(request);
      return;
    }
    const { content, mediaType } = decision;
    const input = amendmentInput(run.now, { ...request, content, ...(mediaType !== undefined && { mediaType }) });
    const stored = await calls.storeAmendment(input);
    if ('refused' in stored) throw refused(question, decision, stored.refused.detail);
    run.dispatch({ ...request, ...stored });
  } catch (error) {
    throw error instanceof Refused ? refused(question, decision, error.message) : error;
  }
}

function refused({ kind, step, attempt, allowedActions }: EscalationState, decision: Decided, why: string): PlayError {
  const add = `Decide otherwise. Possible: ${allowedActions.join(', ')}.`;
  const what = `the decision ${JSON.stringify(decision)} on the question (${kind}) is refused: ${why}`;
  return new PlayError('decision_refused', what, { step, attempt, add });
}

function notGoingOn({ now: { plan, state } }: MemoryRun): PlayError {
  const { status } = state.life;
  if (status !== 'awaiting_alignment') {
    const add = 'Nothing is under way and nobody is asked: this is a fault of dsap, please report the definition.';
    return new PlayError('stuck', `the run is ${status} and nothing brings it on.`, { add });
  }
  const missing = (plan.missing ?? []).join(', ');
  const add = `Write into the definition's objective what is missing: ${missing}.`;
  return new PlayError('not_aligned', 'what the run is for has still to be agreed on.', { add });
}
