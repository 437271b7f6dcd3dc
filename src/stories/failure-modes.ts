import type { Backtrack } from '../model/backtrack.ts';
import type { Event, EventOf } from '../model/event.ts';
import type { Verdict } from '../model/verdict.ts';
import { fieldOf } from '../text/loose.ts';
import { groupBy } from '../text/node-20.ts';
import { errorLine } from '../text/normalise.ts';

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

/** What guards said of the events' attempts. */
export interface Judged {
  /** By token. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Tokens of rejected attempts whose context did not fit and was cut (R58). */
  readonly cut: ReadonlySet<string>;
}

/** What the log so far leaves behind for the rest of it, by step. */
export type ModeMemory = Map<string, StepModes>;

interface StepModes {
  /** Rejections that name what is not there, and those that come from the surroundings. */
  notThere?: Habit;
  surroundings?: Habit;
  /** Where its context fitted in no way, first. */
  asked?: number;
  /** Rejections whose context had been cut. */
  cut: { readonly seq: number; readonly artifactId: string }[];
  epoch?: EpochModes;
  /** Of epochs before. */
  varied?: Found;
}

interface Habit {
  readonly first: number;
  readonly many: number;
  /** The newest one's line. */
  readonly text: string;
}

interface EpochModes {
  readonly seq: number;
  readonly epoch: number;
  readonly allowed: number;
  rejections: number;
  readonly signatures: Set<string>;
  readonly detectors: Set<string>;
}

/** `first`: the seq by which it is put in order. */
interface Found {
  readonly first: number;
  readonly step: string;
  readonly because: string;
}

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
export function failureModesIn(memory: ModeMemory, backtracks: readonly Backtrack[]): readonly FoundMode[] {
  const steps = [...memory];
  const named = (name: FailureMode, found: readonly (Found | undefined)[]): readonly FoundMode[] =>
    found
      .filter((mode) => mode !== undefined)
      .toSorted((one, other) => one.first - other.first)
      .map(({ step, because }) => ({ name, step, because }));
  const habits = (of: 'notThere' | 'surroundings', what: string) =>
    steps.map(([step, { [of]: habit }]) =>
      habit && habit.many >= HABIT
        ? { first: habit.first, step, because: `${habit.many} rejections ${what}: ${habit.text}` }
        : undefined,
    );
  return [
    ...named('hallucinated_reference', habits('notThere', 'name what is not there')),
    ...wrongAxes(backtracks),
    ...named('context_overflow', steps.map(askedAbout)),
    ...named('context_overflow', steps.map(cutShort)),
    ...named(
      'varied_failures',
      steps.map(([step, modes]) => variedOf(step, modes)),
    ),
    ...named('framework_specific', habits('surroundings', 'come from the surroundings')),
  ];
}

/** Goes on by one event. */
export function followModes(memory: ModeMemory, event: Event, judged: Judged): void {
  if (event.type === 'guard.verdict' && event.verdict !== 'pass') reject(modesOf(memory, event.step), event, judged);
  if (event.type === 'escalation.opened' && event.kind === 'context_overflow' && event.step !== undefined)
    modesOf(memory, event.step).asked ??= event.seq;
  // A person accepts it over its guard: it is no rejection any more (R61).
  if (event.type === 'step.waived' && event.artifactId !== undefined) {
    const modes = modesOf(memory, event.step);
    modes.cut = modes.cut.filter(({ artifactId }) => artifactId !== event.artifactId);
  }
  if (event.type === 'step.started') begin(modesOf(memory, event.step), event);
  if (event.type === 'stagnation.detected') {
    const { epoch } = modesOf(memory, event.step);
    if (epoch?.epoch === event.epoch) epoch.detectors.add(event.detector);
  }
}

function modesOf(memory: ModeMemory, step: string): StepModes {
  const known = memory.get(step);
  if (known) return known;
  const made: StepModes = { cut: [] };
  memory.set(step, made);
  return made;
}

function begin(modes: StepModes, { seq, step, epoch, allowed }: EventOf<'step.started'>): void {
  const varied = variedOf(step, modes);
  if (varied) modes.varied = varied;
  modes.epoch = { seq, epoch, allowed, rejections: 0, signatures: new Set(), detectors: new Set() };
}

function reject(modes: StepModes, event: EventOf<'guard.verdict'>, { verdicts, cut }: Judged): void {
  const { seq, token, epoch, artifactId, signature = '' } = event;
  const verdict = verdicts.get(token);
  const mode = verdict && modeOf(verdict);
  const text = (errorLine(verdict?.feedback ?? '') || signature).slice(0, READ);
  const rejection = { text, ...(mode !== undefined && { mode }) };
  if (isHallucinated(rejection)) modes.notThere = oneMore(modes.notThere, seq, text);
  if (isOfFramework(rejection)) modes.surroundings = oneMore(modes.surroundings, seq, text);
  if (cut.has(token)) modes.cut.push({ seq, artifactId });
  if (modes.epoch?.epoch === epoch) {
    modes.epoch.rejections += 1;
    modes.epoch.signatures.add(signature);
  }
}

function oneMore(habit: Habit | undefined, seq: number, text: string): Habit {
  return { first: habit?.first ?? seq, many: (habit?.many ?? 0) + 1, text: shown(text) };
}

interface Rejection {
  /** The line that names the error, as the guard wrote it where its verdict is at hand. */
  readonly text: string;
  /** As the guard says. */
  readonly mode?: FailureMode;
}

const READ = 1_000;
const SHOWN = 120;

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

function wrongAxes(backtracks: readonly Backtrack[]): readonly FoundMode[] {
  const fruitless = backtracks.filter(
    ({ changed, recovered, guard, failedAt }) =>
      recovered === false && failedAt === guard && changedBy({ changed }).length > 0,
  );
  return [...groupBy(fruitless, ({ step }) => step)].map(([step, found]) => {
    const changed = [...new Set(found.flatMap(changedBy))].join(', ');
    return { name: 'wrong_axis', step, because: `${changed} changed, yet ${step} still fails at ${found[0]?.guard}` };
  });
}

/** The targets that made something else than before. */
function changedBy({ changed }: Pick<Backtrack, 'changed'>): readonly string[] {
  return Object.entries(changed).flatMap(([target, isChanged]) => (isChanged ? [target] : []));
}

function askedAbout([step, { asked }]: [string, StepModes]): Found | undefined {
  return asked === undefined
    ? undefined
    : { first: asked, step, because: `the context of ${step} did not fit in any way` };
}

function cutShort([step, { asked, cut }]: [string, StepModes]): Found | undefined {
  const [oldest] = cut;
  return asked !== undefined || !oldest
    ? undefined
    : { first: oldest.seq, step, because: `${step} was rejected after parts of its context had been dropped` };
}

/** The newest epoch that shows it, in the place of the first. */
function variedOf(step: string, { epoch, varied }: StepModes): Found | undefined {
  if (!epoch) return varied;
  const { seq, allowed, rejections, signatures, detectors } = epoch;
  const evaded = detectors.size === 0 && rejections >= allowed && signatures.size > 1;
  if (!evaded && !detectors.has('diffuse')) return varied;
  const because = `${rejections} attempts of ${step} failed in ${signatures.size} ways and came no further`;
  return { first: varied?.first ?? seq, step, because };
}

function shown(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
