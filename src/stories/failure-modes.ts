import type { Event } from '../model/event.ts';
import type { Verdict } from '../model/verdict.ts';
import type { RunHistory } from '../ports/store.ts';
import { fieldOf } from '../text/loose.ts';
import { errorLine } from '../text/normalise.ts';
import { type Backtrack, backtracksOf } from './backtracks.ts';

/** The five ways in which the paper's own runs failed, beside the plain ones (S3-F). */
export const FAILURE_MODES = [
  'hallucinated_reference',
  'wrong_axis',
  'context_overflow',
  'varied_failures',
  'framework_specific',
] as const;
export type FailureMode = (typeof FAILURE_MODES)[number];

export interface FoundMode {
  readonly name: FailureMode;
  readonly step: string;
  /** The facts that the rule went by, in a sentence. */
  readonly because: string;
}

type Facts = Pick<RunHistory, 'events' | 'verdicts' | 'cut'>;

/**
 * Which of the five a run shows, each once per step, in the order of `FAILURE_MODES`:
 * - `hallucinated_reference`: two rejections of a step or more say that something it refers to is not there, be it by the guard's own
 *   `data.mode` or, where it says none, in words that other people's tools use;
 * - `wrong_axis`: a step sent the run back, the target made something else, and the step still fails at the same guard;
 * - `context_overflow`: a context fitted in no way (R65), or an attempt was rejected whose context had been cut;
 * - `varied_failures`: an epoch used all its attempts on failures of more than one signature that no detector found alike, or the
 *   detector of diffuse failure saw them (R19);
 * - `framework_specific`: two rejections of a step or more come from the surroundings (imports, settings, fixtures, runners), found alike.
 */
export function failureModesOf(facts: Facts): readonly FoundMode[] {
  const rejections = rejectionsOf(facts);
  return [
    ...bySteps(
      rejections.filter(isHallucinated),
      'hallucinated_reference',
      (many, text) => `${many} rejections name what is not there: ${text}`,
    ),
    ...wrongAxes(facts.events),
    ...overflows(
      facts.events,
      rejections.filter(({ token }) => facts.cut.has(token)),
    ),
    ...varied(facts.events, rejections),
    ...bySteps(
      rejections.filter(isOfFramework),
      'framework_specific',
      (many, text) => `${many} rejections come from the surroundings: ${text}`,
    ),
  ];
}

interface Rejection {
  readonly step: string;
  readonly epoch: number;
  readonly token: string;
  readonly guard: string;
  readonly signature: string;
  /** The line that names the error, as the guard wrote it where its verdict is at hand. */
  readonly text: string;
  /** As the guard says. */
  readonly mode?: FailureMode;
}

const READ = 1_000;
const SHOWN = 120;

function rejectionsOf({ events, verdicts }: Facts): readonly Rejection[] {
  return events.flatMap((event) => {
    if (event.type !== 'guard.verdict' || event.verdict === 'pass') return [];
    const { step, epoch, token, guard, signature = '' } = event;
    const verdict = verdicts.get(token);
    const mode = verdict && modeOf(verdict);
    const text = (errorLine(verdict?.feedback ?? '') || signature).slice(0, READ);
    return [{ step, epoch, token, guard, signature, text, ...(mode !== undefined && { mode }) }];
  });
}

/** Of the leaf that decided: a composite's own facts may be another's. */
function modeOf({ data, subResults }: Verdict): FailureMode | undefined {
  const decisive = subResults.find(({ verdict }) => verdict !== 'pass');
  if (decisive) return modeOf(decisive);
  const said = fieldOf(data, 'mode');
  return FAILURE_MODES.find((mode) => mode === said);
}

/** What other people's tools write; our own guards say it in their facts. */
const NOT_THERE =
  /\b(?:not found|no such|does not exist|do not exist|cannot find|could not find|is not defined|undefined (?:name|variable|reference|symbol)|unknown (?:file|name|symbol|identifier|column|field|reference)|unresolved|hallucinat\w*)\b/i;

const SURROUNDINGS =
  /\b(?:ModuleNotFoundError|No module named|ImportError|cannot find module|ImproperlyConfigured|AppRegistryNotReady|settings are not configured|fixture .{0,80}not found|command not found|not installed|unrecognized arguments|unknown (?:option|plugin|marker)|no tests (?:ran|collected|were found)|collected 0 items|configuration error|unsupported (?:version|platform|engine)|framework)\b/i;

function isOfFramework({ text, mode }: Rejection): boolean {
  return mode === undefined ? SURROUNDINGS.test(text) : mode === 'framework_specific';
}

function isHallucinated({ text, mode }: Rejection): boolean {
  if (mode !== undefined) return mode === 'hallucinated_reference';
  return !SURROUNDINGS.test(text) && NOT_THERE.test(text);
}

/** One is a slip that feedback corrects; from the second on it is a habit. */
const HABIT = 2;

function bySteps(
  rejections: readonly Rejection[],
  name: FailureMode,
  because: (many: number, text: string) => string,
): readonly FoundMode[] {
  return [...Map.groupBy(rejections, ({ step }) => step)]
    .filter(([, found]) => found.length >= HABIT)
    .map(([step, found]) => ({ name, step, because: because(found.length, shown(found.at(-1))) }));
}

function wrongAxes(events: readonly Event[]): readonly FoundMode[] {
  const fruitless = backtracksOf(events).filter(
    ({ changed, recovered, guard, failedAt }) =>
      recovered === false && failedAt === guard && changedBy({ changed }).length > 0,
  );
  return [...Map.groupBy(fruitless, ({ step }) => step)].map(([step, found]) => {
    const changed = [...new Set(found.flatMap(changedBy))].join(', ');
    return { name: 'wrong_axis', step, because: `${changed} changed, yet ${step} still fails at ${found[0]?.guard}` };
  });
}

/** The targets that made something else than before. */
function changedBy({ changed }: Pick<Backtrack, 'changed'>): readonly string[] {
  return Object.entries(changed).flatMap(([target, isChanged]) => (isChanged ? [target] : []));
}

function overflows(events: readonly Event[], cut: readonly Rejection[]): readonly FoundMode[] {
  const asked = events.flatMap((event) =>
    event.type === 'escalation.opened' && event.kind === 'context_overflow' ? (event.step ?? []) : [],
  );
  const steps = new Set([...asked, ...cut.map(({ step }) => step)]);
  return [...steps].map((step) => ({
    name: 'context_overflow',
    step,
    because: asked.includes(step)
      ? `the context of ${step} did not fit in any way`
      : `${step} was rejected after parts of its context had been dropped`,
  }));
}

function varied(events: readonly Event[], rejections: readonly Rejection[]): readonly FoundMode[] {
  const seen = events.filter((event) => event.type === 'stagnation.detected');
  const found = events.flatMap((event) => {
    if (event.type !== 'step.started') return [];
    const { step, epoch, allowed } = event;
    const detectors = seen.filter((at) => at.step === step && at.epoch === epoch).map(({ detector }) => detector);
    const own = rejections.filter((rejection) => rejection.step === step && rejection.epoch === epoch);
    const kinds = new Set(own.map(({ signature }) => signature)).size;
    const evaded = detectors.length === 0 && own.length >= allowed && kinds > 1;
    if (!evaded && !detectors.includes('diffuse')) return [];
    return [{ step, because: `${own.length} attempts of ${step} failed in ${kinds} ways and came no further` }];
  });
  return [...new Map(found.map((mode) => [mode.step, mode])).values()].map((mode) => ({
    name: 'varied_failures',
    ...mode,
  }));
}

function shown(rejection: Rejection | undefined): string {
  const { text = '' } = rejection ?? {};
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
