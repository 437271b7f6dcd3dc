/**
 * What many runs have in common: the counts behind `/v1/stats` (formal A.6, tables 4 and 5; S3-M). One pass over each run's log; the
 * counts only grow, so any number of runs takes the memory of their steps. What is counted of a run can be kept, and added up.
 */

import type { Backtrack } from '../model/backtrack.ts';
import type { Event } from '../model/event.ts';
import type { RunStatus } from '../model/events/run.ts';
import { addUsage, NO_USAGE, type Usage } from '../model/usage.ts';
import type { Verdict, VerdictWord } from '../model/verdict.ts';
import type { FailureMode, FoundMode } from './failure-modes.ts';
import type { StepStory } from './step-stories.ts';

export type Counts = Map<string, number>;

/** A leaf of a guard tree. */
export interface GuardFigures {
  /** Artifacts that it judged, and passed. */
  judged: number;
  passes: number;
  /** Rejections that are put down to it: what routing and stagnation go by (R60). */
  failures: number;
  /** Stagnations by what was done about them. */
  readonly stagnations: Counts;
  /** Where backtracks from it went. */
  readonly targets: Counts;
  /** What its judging used. */
  usage: Usage;
}

export interface StepFigures {
  readonly workflow: string;
  readonly step: string;
  /** Generated artifacts that were judged, and those that passed; people's and seeded ones are no draws of ε. */
  attempts: number;
  passes: number;
  readonly guards: Map<string, GuardFigures>;
  /** Of runs in which the step is settled or parked (R124). */
  readonly levels: Counts;
  /** Runs in which it is under way. */
  inFlight: number;
  /** Steps of runs that were satisfied without leaving level 1. */
  levelOneOnly: number;
  backtracks: number;
  /** Backtracks after which the step passed by itself, and after which it did not; the others are still open. */
  recovered: number;
  unrecovered: number;
  /** Steps undone by its backtracks beside itself. */
  undone: number;
  /** Targets told of its failures, and those of them that then made something else or the same. */
  injections: number;
  changed: number;
  unchanged: number;
  readonly escalations: Counts;
  /** What was stored of its making, whether or not it was kept; its judging is with its guards. */
  usage: Usage;
}

export interface Survey {
  runs: number;
  /** By workflow and step. */
  readonly steps: Map<string, StepFigures>;
  readonly statuses: Counts;
  /** Failed runs by the code of their failure (R58). */
  readonly failures: Counts;
  /** All questions to people by kind, those without a step included. */
  readonly escalations: Counts;
  /** Runs that show the mode. */
  readonly failureModes: Map<FailureMode, number>;
  usage: Usage;
  discarded: Usage;
}

export function newSurvey(): Survey {
  return {
    runs: 0,
    steps: new Map(),
    statuses: new Map(),
    failures: new Map(),
    escalations: new Map(),
    failureModes: new Map(),
    usage: NO_USAGE,
    discarded: NO_USAGE,
  };
}

/** What one run's log so far counts to. */
export interface FigureMemory {
  readonly survey: Survey;
  /** Tokens of generated artifacts that are not judged yet. */
  readonly generated: Set<string>;
}

export function newFigures(): FigureMemory {
  return { survey: newSurvey(), generated: new Set() };
}

/** Goes on by one event. */
export function followFigures({ survey, generated }: FigureMemory, event: Event, of: JudgedRun): void {
  const stepOf = (id: string) => stepIn(survey, of.workflow, id);
  if (event.type === 'artifact.created') {
    survey.usage = addUsage(survey.usage, event.usage);
    if (event.usage.llmCalls > 0) {
      const step = stepOf(event.step);
      step.usage = addUsage(step.usage, event.usage);
    }
    if (event.source === 'generated') generated.add(event.token);
  }
  if (event.type === 'attempt.finished') generated.delete(event.token);
  if (event.type === 'guard.verdict' && event.usage) {
    survey.usage = addUsage(survey.usage, event.usage);
    addJudging(stepOf(event.step), { ...event, usage: event.usage }, of.verdicts.get(event.token));
  }
  if (event.type === 'guard.verdict' && generated.has(event.token)) {
    addVerdict(stepOf(event.step), event, of.verdicts.get(event.token));
  }
  if (event.type === 'stagnation.detected') count(guardIn(stepOf(event.step), event.guard).stagnations, event.action);
  if (event.type === 'escalation.opened') {
    count(survey.escalations, event.kind);
    if (event.step !== undefined) count(stepOf(event.step).escalations, event.kind);
  }
}

interface JudgedRun {
  readonly workflow: string;
  readonly verdicts: ReadonlyMap<string, Verdict>;
}

/** What else is known of the run, as it stands. */
interface Ending {
  readonly workflow: string;
  readonly status: RunStatus;
  readonly failure: { readonly code: string } | undefined;
  readonly modes: readonly FoundMode[];
  readonly backtracks: readonly Backtrack[];
  readonly stories: readonly StepStory[];
}

/** The counts of one run, but for what was discarded. */
export function surveyOf(counted: FigureMemory, run: Ending): Survey {
  const survey = newSurvey();
  addSurvey(survey, counted.survey);
  survey.runs = 1;
  count(survey.statuses, run.status);
  if (run.failure) count(survey.failures, run.failure.code);
  for (const name of new Set(run.modes.map((mode) => mode.name))) count(survey.failureModes, name);
  for (const backtrack of run.backtracks) addBacktrack(stepIn(survey, run.workflow, backtrack.step), backtrack);
  for (const { step, level, isUnderWay, isLevelOneOnly } of run.stories) {
    const figures = stepIn(survey, run.workflow, step);
    if (isUnderWay) figures.inFlight += 1;
    else count(figures.levels, level);
    if (isLevelOneOnly) figures.levelOneOnly += 1;
  }
  return survey;
}

/** Counts the runs of another survey, too; its steps and guards follow those that are known. */
export function addSurvey(survey: Survey, other: Survey): void {
  survey.runs += other.runs;
  survey.usage = addUsage(survey.usage, other.usage);
  survey.discarded = addUsage(survey.discarded, other.discarded);
  addCounts(survey.statuses, other.statuses);
  addCounts(survey.failures, other.failures);
  addCounts(survey.escalations, other.escalations);
  addCounts(survey.failureModes, other.failureModes);
  for (const { workflow, step, guards, levels, escalations, usage, ...numbers } of other.steps.values()) {
    const figures = stepIn(survey, workflow, step);
    for (const name of NUMBERS) figures[name] += numbers[name];
    addCounts(figures.levels, levels);
    addCounts(figures.escalations, escalations);
    figures.usage = addUsage(figures.usage, usage);
    for (const [id, { judged, passes, failures, stagnations, targets, usage: judging }] of guards) {
      const guard = guardIn(figures, id);
      guard.judged += judged;
      guard.passes += passes;
      guard.failures += failures;
      addCounts(guard.stagnations, stagnations);
      addCounts(guard.targets, targets);
      guard.usage = addUsage(guard.usage, judging);
    }
  }
}

/** What is added up of a step. */
export const NUMBERS = [
  'attempts',
  'passes',
  'inFlight',
  'levelOneOnly',
  'backtracks',
  'recovered',
  'unrecovered',
  'undone',
  'injections',
  'changed',
  'unchanged',
] as const;

function addCounts<Key>(counts: Map<Key, number>, more: ReadonlyMap<Key, number>): void {
  for (const [key, number] of more) counts.set(key, (counts.get(key) ?? 0) + number);
}

function addVerdict(
  step: StepFigures,
  said: { readonly guard: string; readonly verdict: VerdictWord },
  verdict: Verdict | undefined,
): void {
  const passed = said.verdict === 'pass';
  step.attempts += 1;
  if (passed) step.passes += 1;
  else guardIn(step, said.guard).failures += 1;
  for (const leaf of verdict ? leavesOf(verdict) : [said]) {
    const guard = guardIn(step, leaf.guard);
    guard.judged += 1;
    if (leaf.verdict === 'pass') guard.passes += 1;
  }
}

/** What a verdict used is its leaves'; where nobody kept them, that of the guard which it names. */
function addJudging(
  step: StepFigures,
  said: { readonly guard: string; readonly usage: Usage },
  verdict: Verdict | undefined,
): void {
  for (const leaf of verdict ? leavesOf(verdict) : [said]) {
    if (!leaf.usage) continue;
    const guard = guardIn(step, leaf.guard);
    guard.usage = addUsage(guard.usage, leaf.usage);
  }
}

function leavesOf(verdict: Verdict): readonly Verdict[] {
  return verdict.subResults.length === 0 ? [verdict] : verdict.subResults.flatMap(leavesOf);
}

function addBacktrack(step: StepFigures, { guard, targets, undone, changed, recovered }: Backtrack): void {
  step.backtracks += 1;
  step.undone += undone.length;
  step.injections += targets.length;
  if (recovered === true) step.recovered += 1;
  if (recovered === false) step.unrecovered += 1;
  for (const target of targets) count(guardIn(step, guard).targets, target);
  for (const isOther of Object.values(changed)) {
    if (isOther) step.changed += 1;
    else step.unchanged += 1;
  }
}

function stepIn(survey: Survey, workflow: string, step: string): StepFigures {
  const key = `${workflow}/${step}`;
  const known = survey.steps.get(key);
  if (known) return known;
  const made: StepFigures = {
    workflow,
    step,
    attempts: 0,
    passes: 0,
    guards: new Map(),
    levels: new Map(),
    inFlight: 0,
    levelOneOnly: 0,
    backtracks: 0,
    recovered: 0,
    unrecovered: 0,
    undone: 0,
    injections: 0,
    changed: 0,
    unchanged: 0,
    escalations: new Map(),
    usage: NO_USAGE,
  };
  survey.steps.set(key, made);
  return made;
}

function guardIn(step: StepFigures, id: string): GuardFigures {
  const known = step.guards.get(id);
  if (known) return known;
  const made: GuardFigures = {
    judged: 0,
    passes: 0,
    failures: 0,
    stagnations: new Map(),
    targets: new Map(),
    usage: NO_USAGE,
  };
  step.guards.set(id, made);
  return made;
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
