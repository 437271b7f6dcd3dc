/**
 * What is told of a run, portion by portion of its log: trace, reasons and counts. A telling is all that the log so far leaves behind for
 * the rest of it, so that nobody who kept it has to read that log again. Pure.
 */

import { evolve } from '../core/events/evolve.ts';
import { sentenceOf } from '../core/events/homes.ts';
import type { Event } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import { failureOf, type RunState } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import type { ChangedTrace } from '../ports/store/tellings.ts';
import { type BacktrackMemory, backtracksIn, followBacktracks, newBacktracks } from './backtracks.ts';
import { type FoundMode, failureModesIn, followModes, type Judged, type ModeMemory } from './failure-modes.ts';
import { followStories, newStories, type StoryMemory, stepStoriesIn } from './step-stories.ts';
import { type FigureMemory, followFigures, newFigures, type Survey, surveyOf } from './survey.ts';
import { addToTrace } from './trace.ts';
import { type Gist, type Reasons, reasonsOf, type SoFar } from './why.ts';

/** Changes as it goes on. Only `telling-json.ts` writes it down. */
export interface Telling extends SoFar {
  /** The entries that later ones may go by, or undo. */
  trace: readonly TraceEntry[];
  /** How many entries there are. */
  entries: number;
  readonly backtracks: BacktrackMemory;
  readonly stories: StoryMemory;
  readonly modes: ModeMemory;
  readonly figures: FigureMemory;
  readonly tally: { artifacts: number; rejections: number; questions: number };
}

export function newTelling(): Telling {
  return {
    trace: [],
    entries: 0,
    told: new Map(),
    rejections: new Map(),
    backtracks: newBacktracks(),
    stories: newStories(),
    modes: new Map(),
    figures: newFigures(),
    tally: { artifacts: 0, rejections: 0, questions: 0 },
  };
}

/** Events that follow what is told, and what guards said of them; `plan` is the run's newest, also for events of before it. */
export interface Portion extends Judged {
  readonly events: readonly Event[];
  readonly plan: Plan;
  readonly workflow: string;
}

/** What a portion adds, by seq; `gone` are seqs of before it that tell nothing any more. */
export interface Added {
  readonly trace: ChangedTrace;
  readonly reasons: Reasons;
  readonly state: RunState;
}

/** Goes on with a telling by a portion. `before` is the state that the telling left off at. */
export function tellOn(telling: Telling, before: RunState, portion: Portion): Added {
  const { events } = portion;
  for (const event of events) {
    followStories(telling.stories, event);
    followModes(telling.modes, event, portion);
    followFigures(telling.figures, event, portion);
    follow(telling.tally, event);
  }
  const { trace, state } = traceOn(telling, before, portion);
  return { trace, state, reasons: reasonsOn(telling, portion) };
}

/** What the summary of a run's reasons goes by. */
export function gistOf({ tally, backtracks: { all }, rejections }: Telling): Gist {
  const [backtrack] = backtracksIn({ all: all.slice(-1) });
  return { ...tally, backtracks: all.length, rejectionOf: rejections, ...(backtrack && { backtrack }) };
}

/** The five ways of failing that the run shows. */
export function modesIn({ modes, backtracks }: Telling): readonly FoundMode[] {
  return failureModesIn(modes, backtracksIn(backtracks));
}

/** The run's counts, as it stands. */
export function surveyIn(telling: Telling, workflow: string, state: RunState): Survey {
  return surveyOf(telling.figures, {
    workflow,
    status: state.life.status,
    failure: failureOf(state),
    modes: modesIn(telling),
    backtracks: backtracksIn(telling.backtracks),
    stories: stepStoriesIn(telling.stories),
  });
}

function traceOn(telling: Telling, before: RunState, { events, plan }: Portion): Pick<Added, 'trace' | 'state'> {
  const trace = [...telling.trace];
  let state = before;
  for (const event of events) {
    addToTrace(trace, event, plan, state);
    state = evolve(state, event);
  }
  const known = new Set(telling.trace);
  const kept = new Set(trace);
  const gone = telling.trace.flatMap((entry) => (kept.has(entry) ? [] : entry.seq));
  const said = Map.groupBy(
    trace.filter((entry) => !known.has(entry)),
    ({ seq }) => seq,
  );
  const from = telling.entries - gone.length;
  telling.entries += trace.length - telling.trace.length;
  telling.trace = stillOpen(trace);
  return { trace: { said, gone, from }, state };
}

/** Of each step the newest query, which may turn out to have asked nobody, and the newest verdict, which a question may be about. */
function stillOpen(trace: readonly TraceEntry[]): readonly TraceEntry[] {
  const newest = new Map<string, TraceEntry>();
  for (const entry of trace) {
    if (entry.action === 'QUERY-LLM' || entry.action === 'EXECUTE-GUARD')
      newest.set(`${entry.action} ${entry.step}`, entry);
  }
  return [...newest.values()];
}

/** A way back of before is told anew once it undoes more. */
function reasonsOn({ backtracks, ...soFar }: Telling, { events, verdicts }: Portion): Reasons {
  const undone = backtracks.all.map((open) => open.undone.length);
  for (const event of events) followBacktracks(backtracks, event);
  const all = backtracksIn(backtracks);
  const reasons = reasonsOf(events, soFar, all, verdicts);
  for (const [at, { event, undone: now }] of backtracks.all.entries()) {
    if (undone[at] === undefined || undone[at] === now.length) continue;
    const because = sentenceOf(event, { backtracks: all });
    if (because !== undefined) reasons.said.set(event.seq, { seq: event.seq, at: event.at, because });
  }
  return reasons;
}

function follow(tally: Telling['tally'], event: Event): void {
  if (event.type === 'artifact.created') tally.artifacts += 1;
  if (event.type === 'guard.verdict' && event.verdict !== 'pass') tally.rejections += 1;
  if (event.type === 'escalation.opened') tally.questions += 1;
}
