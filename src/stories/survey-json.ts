/** A run's counts as JSON: short, since an answer reads those of a thousand runs. Nothing is written of what is none. */

import { NO_USAGE, type Usage } from '../model/usage.ts';
import type { FailureMode } from './failure-modes.ts';
import { type Counts, type GuardFigures, NUMBERS, type StepFigures, type Survey } from './survey.ts';

type WrittenCounts = readonly (readonly [string, number])[];
type WrittenGuard = readonly [string, number, number, number, WrittenCounts, WrittenCounts, usage?: Usage];
interface WrittenStep {
  readonly is: readonly [workflow: string, step: string];
  /** As `NUMBERS` has them. */
  readonly numbers: readonly number[];
  readonly guards: readonly WrittenGuard[];
  readonly levels: WrittenCounts;
  readonly asked: WrittenCounts;
  /** Left out: none. */
  readonly used?: Usage;
}
type Written = Pick<Survey, 'runs' | 'usage' | 'discarded'> & {
  readonly steps: readonly WrittenStep[];
  readonly statuses: WrittenCounts;
  readonly failures: WrittenCounts;
  readonly escalations: WrittenCounts;
  readonly modes: readonly (readonly [FailureMode, number])[];
};

export function surveyToJson(survey: Survey): object {
  const { runs, usage, discarded, statuses, failures, escalations, failureModes, steps } = survey;
  return {
    runs,
    usage,
    discarded,
    statuses: [...statuses],
    failures: [...failures],
    escalations: [...escalations],
    modes: [...failureModes],
    steps: [...steps.values()].map(written),
  } satisfies Written;
}

/** What `surveyToJson` wrote. */
export function surveyFromJson(json: unknown): Survey {
  const { runs, usage, discarded, steps, statuses, failures, escalations, modes }: Written = Object(json);
  return {
    runs,
    usage,
    discarded,
    statuses: new Map(statuses),
    failures: new Map(failures),
    escalations: new Map(escalations),
    failureModes: new Map(modes),
    steps: new Map(steps.map((step) => [step.is.join('/'), read(step)])),
  };
}

function written(step: StepFigures): WrittenStep {
  return {
    is: [step.workflow, step.step],
    numbers: NUMBERS.map((name) => step[name]),
    guards: [...step.guards].map(([id, { judged, passes, failures, stagnations, targets, usage }]) => [
      id,
      judged,
      passes,
      failures,
      [...stagnations],
      [...targets],
      ...usedOf(usage),
    ]),
    levels: [...step.levels],
    asked: [...step.escalations],
    ...(step.usage.llmCalls > 0 && { used: step.usage }),
  };
}

function usedOf(usage: Usage): [] | [Usage] {
  return usage.llmCalls > 0 ? [usage] : [];
}

function read({ is: [workflow, step], numbers, guards, levels, asked, used = NO_USAGE }: WrittenStep): StepFigures {
  const [attempts = 0, passes = 0, inFlight = 0, levelOneOnly = 0, backtracks = 0, recovered = 0, ...rest] = numbers;
  const [unrecovered = 0, undone = 0, injections = 0, changed = 0, unchanged = 0] = rest;
  const ways = { backtracks, recovered, unrecovered, undone, injections, changed, unchanged };
  const said = { guards: new Map(guards.map(guard)), levels: countsOf(levels), escalations: countsOf(asked) };
  return { usage: used, workflow, step, attempts, passes, inFlight, levelOneOnly, ...ways, ...said };
}

function guard(made: WrittenGuard): [string, GuardFigures] {
  const [id, judged, passes, failures, stagnations, targets, usage = NO_USAGE] = made;
  return [id, { judged, passes, failures, stagnations: countsOf(stagnations), targets: countsOf(targets), usage }];
}

function countsOf(counts: WrittenCounts): Counts {
  return new Map(counts);
}
