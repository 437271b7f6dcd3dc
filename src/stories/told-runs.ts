/** What is told of a stored run: what is kept of it, brought up to the end of its log. */

import { unpacked } from '../core/state/unpacked.ts';
import { INITIAL, type RunState } from '../model/run-state.ts';
import type { TraceEntry } from '../model/trace-entry.ts';
import { StoreUnavailable } from '../ports/store/errors.ts';
import { type Reason, TELLING_FORMAT, type Tellings, type ToldRun, type ToldTo } from '../ports/store/tellings.ts';
import type { FoundMode } from './failure-modes.ts';
import type { Survey } from './survey.ts';
import { surveyToJson } from './survey-json.ts';
import { gistOf, modesIn, newTelling, surveyIn, type Telling, tellOn } from './telling.ts';
import { fromJson, toJson } from './telling-json.ts';
import { type Standing, standingOf } from './why.ts';

/** Events of one portion. */
const PORTION = 1_000;

/** How a run stands, and in which of the five ways it fails. */
export interface ToldStanding {
  readonly standing: Standing;
  readonly modes: readonly FoundMode[];
}

export interface ToldStory extends ToldStanding {
  readonly survey: Survey;
  /** Where the store takes nothing, and so kept nothing: all that it would have kept. */
  readonly aside?: { readonly trace: readonly TraceEntry[]; readonly reasons: readonly Reason[] };
}

/** Whether what is told goes to the end of the log, by the plan that the run goes by. */
export function isTold(told: ToldTo, { seq, revision }: { readonly seq: number; readonly revision: string | null }) {
  return told.format === TELLING_FORMAT && told.seq >= seq && told.revision === revision;
}

/**
 * Tells what is not told yet, portion by portion, each of which is kept: what was interrupted goes on where it was. Of several that tell
 * the same run one is first, and the others go on from there. Undefined where there is no such run.
 */
export async function toldStory(tellings: Tellings, runId: string): Promise<ToldStory | undefined> {
  for (;;) {
    const run = await tellings.load(runId);
    if (!run) return undefined;
    if (run.told.seq > 0 && (run.told.format !== TELLING_FORMAT || run.told.revision !== run.revision)) {
      if (!(await written(tellings.forget(runId, run.told)))) return aside(tellings, run);
      continue;
    }
    const story = await goneOn(tellings, run);
    if (story === 'not kept') return aside(tellings, run);
    if (story !== 'overtaken') return story;
  }
}

/** From here on the telling and the state of a run change. */
interface Under {
  readonly telling: Telling;
  state: RunState;
}

async function goneOn(tellings: Tellings, run: ToldRun): Promise<ToldStory | 'overtaken' | 'not kept'> {
  const { kept: before, record } = run;
  const under: Under = before
    ? { telling: fromJson(before.memory), state: unpacked(before.state) }
    : { telling: newTelling(), state: INITIAL };
  let told = run.told;
  while (told.seq < run.seq) {
    const added = await oneOn(tellings, run, under, told.seq);
    const next = { seq: under.state.seq, revision: run.revision, format: TELLING_FORMAT };
    const { survey, ...standing } = storyOf(run, under);
    const memory: unknown = JSON.parse(toJson(under.telling));
    const kept = { ...next, memory, survey: surveyToJson(survey), standing, state: under.state };
    const keeping = tellings.keep(record.id, told, kept, added.trace, added.reasons);
    const isKept = await written(keeping);
    if (isKept === undefined) return 'not kept';
    if (!isKept) return 'overtaken';
    told = next;
  }
  return storyOf(run, under);
}

/** Told without being kept, from the beginning. */
async function aside(tellings: Tellings, run: ToldRun): Promise<ToldStory> {
  const under: Under = { telling: newTelling(), state: INITIAL };
  const trace = new Map<number, readonly TraceEntry[]>();
  const reasons = new Map<number, Reason>();
  while (under.state.seq < run.seq) {
    const added = await oneOn(tellings, run, under, under.state.seq);
    for (const seq of added.trace.gone) trace.delete(seq);
    for (const [seq, entries] of added.trace.said) trace.set(seq, entries);
    for (const seq of added.reasons.gone) reasons.delete(seq);
    for (const [seq, reason] of added.reasons.said) reasons.set(seq, reason);
  }
  const all = {
    trace: [...trace.values()].flat(),
    reasons: [...reasons.values()].toSorted((one, other) => one.seq - other.seq),
  };
  return { ...storyOf(run, under), aside: all };
}

async function oneOn(tellings: Tellings, { record, seq }: ToldRun, under: Under, after: number) {
  const portion = await tellings.portion(record.id, after, Math.min(PORTION, seq - after));
  if (portion.events.length === 0) throw new Error(`The log of ${record.id} ends at ${after}, not at ${seq}.`);
  const added = tellOn(under.telling, under.state, {
    ...portion,
    plan: record.plan,
    workflow: record.definition.name,
  });
  under.state = added.state;
  return added;
}

function storyOf({ record: { definition, plan } }: ToldRun, { telling, state }: Under): ToldStory {
  const standing = standingOf(gistOf(telling), { plan, state });
  return { standing, modes: modesIn(telling), survey: surveyIn(telling, definition.name, state) };
}

/** Undefined where the store takes nothing, be its disk full: what can be read is told nevertheless. */
async function written<Answer>(writing: Promise<Answer>): Promise<Answer | true | undefined> {
  try {
    return (await writing) ?? true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}
