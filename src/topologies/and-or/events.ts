/** The search of an and-or run: its choices, and what other events mean for them. */

import { entry } from '../../core/events/entry.ts';
import { type Homes, type Reactions, type Traces, untraced } from '../../core/events/home.ts';
import { countersOf } from '../../core/events/step-state.ts';
import { remember } from '../../core/events/trail.ts';
import { listed, said } from '../../core/events/words.ts';
import { stateOf } from '../../core/state/lookup.ts';
import type { EventOf } from '../../model/event.ts';
import type { SearchEvent, SwapCause } from '../../model/events/and-or.ts';
import { actorWord } from '../../model/events/escalation-words.ts';
import { FAILED } from '../../model/events/escalations.ts';
import { searchIn, withSearch } from '../../model/own-state.ts';
import type { Plan } from '../../model/plan.ts';
import { NEW_STEP, type RunState, unresolvedSteps } from '../../model/run-state.ts';
import { NEW_BASE_CASE, newSearch } from '../../model/search-state.ts';
import type { TraceEntry } from '../../model/trace-entry.ts';
import { groupOf, withGroup } from './group-state.ts';
import { observation } from './observation.ts';

export const SEARCH: Homes<SearchEvent['type']> = {
  'run.aligned': {
    fold: align,
    trace: untraced,
    sentence: ({ by, version }) => `${actorWord(by)} said what the run is for${version > 1 ? ` once more` : ''}.`,
  },
  'branch.selected': {
    fold: select,
    trace: switched,
    sentence: ({ orGroup, choice, reason }) => `Of ${orGroup}, ${choice} is tried${said(reason)}.`,
  },
  'branch.swapped': {
    fold: swap,
    trace: (event) => {
      const { orGroup, from, to, cause } = event;
      return [entry(event, 'SWITCH-BRANCH', { orGroup, from, selected: to, reason: swapReason(cause) })];
    },
    sentence: ({ orGroup, from, to, cause, reset }) => {
      const again = reset.length === 0 ? '' : `; ${listed(reset)} ${reset.length === 1 ? 'is' : 'are'} done anew`;
      return `${swapReason(cause)}, so for ${orGroup} ${to} takes the place of ${from}${again}.`;
    },
  },
  'branch.won': { fold: win, trace: untraced, sentence: ({ orGroup, choice }) => `${choice} settled ${orGroup}.` },
  'branch.lost': {
    fold: lose,
    trace: untraced,
    sentence: ({ orGroup, choice }) => `${choice} is not needed for ${orGroup} any more.`,
  },
  'branch.failed': {
    fold: fail,
    trace: untraced,
    sentence: ({ orGroup, choice, reason, last }) =>
      `${choice} failed for ${orGroup}${said(reason)}${last === true ? '; no other choice is left.' : '.'}`,
  },
  'step.decomposed': {
    fold: decompose,
    trace: (event) => [entry(event, 'ADVANCE-STATE', { step: event.step, children: event.children })],
    sentence: ({ step, children, reason }) => `${step} was broken down into ${listed(children)}${said(reason)}.`,
  },
};

export const SEARCH_REACTIONS: Reactions = {
  'run.created': (state, { topology, decompositions }) =>
    topology === 'and-or' ? { ...state, own: newSearch(decompositions) } : state,
  'run.redirected': (state, { trailCleared, removed }) => {
    const kept = forgetChoices(state, new Set(removed));
    return trailCleared ? chooseAnew(kept) : kept;
  },
  'step.waived': rememberParallelFailure,
  'escalation.opened': rememberParallelFailure,
};

/** What a search sees before it takes up a step (S1-5-a). */
export const SEARCH_TRACES: Traces = {
  'step.started': (event, plan, before) => {
    const { step, epoch, unresolved } = event;
    if (unresolved === undefined) return [];
    return [entry(event, 'OBSERVE', { step, epoch, ...observation(plan, before, unresolved) })];
  },
};

/** Nothing but drafts has begun before: what it is aligned with takes nothing over from them. */
function align(state: RunState, { version, digest, steps, budgets }: EventOf<'run.aligned'>): RunState {
  const drafts = Object.keys(state.steps).filter((id) => stateOf(state, id).epoch > 0);
  const gone = { ...state.gone, ...countersOf(state, drafts) };
  return {
    ...withSearch(state, (search) => ({ ...search, alignments: version })),
    revision: digest,
    budgets,
    ...(drafts.length > 0 && { gone }),
    steps: Object.fromEntries(steps.map((id) => [id, { ...NEW_STEP, ...gone[id] }])),
    stall: { best: steps.length, since: 0 },
  };
}

/** The one that is tried beside others leaves them be; any other takes their place. What has won is only chosen by a person, and stays. */
function select(state: RunState, event: EventOf<'branch.selected'>): RunState {
  const { orGroup, choice, reason, speculative, forced } = event;
  const { taken, failed, swaps, winner } = groupOf(state, orGroup);
  const others = speculative === true ? taken.filter((other) => other !== choice && !failed.includes(other)) : [];
  const next = withGroup(state, orGroup, {
    taken: [...others, choice],
    failed: failed.filter((one) => one !== choice),
    ...(forced === true && { forced: choice }),
    ...(winner === choice && { winner }),
    ...(swaps !== undefined && { swaps }),
  });
  return remember(next, event, 'or_selected', reason, { orGroup, selected: choice });
}

/** The first of a group is no switch, and one that follows a swap has been told by it. */
function switched(event: EventOf<'branch.selected'>, _plan: Plan, before: RunState): readonly TraceEntry[] {
  const { orGroup, choice, reason, speculative } = event;
  const { taken, failed, winner } = groupOf(before, orGroup);
  const isFirst = failed.length === 0 && (taken.length === 0 || speculative === true);
  const last = before.trail?.entries.findLast((told) => told.orGroup === orGroup);
  const isNone = isFirst || last?.type === 'backtrack' || winner === choice;
  return isNone ? [] : [entry(event, 'SWITCH-BRANCH', { orGroup, selected: choice, reason })];
}

/** Of several that were tried at once the Trail names the one that won. */
function win(state: RunState, event: EventOf<'branch.won'>): RunState {
  const { orGroup, choice, cutOff } = event;
  const next = withGroup(state, orGroup, { ...groupOf(state, orGroup), winner: choice });
  if (!cutOff) return next;
  const reason = cutOff.length === 0 ? 'passed first' : `passed first; ${cutOff.join(', ')} cut off`;
  return remember(next, event, 'or_selected', reason.slice(0, 200), { orGroup, selected: choice });
}

function lose(state: RunState, { orGroup, choice }: EventOf<'branch.lost'>): RunState {
  const { winner, ...group } = groupOf(state, orGroup);
  const taken = group.taken.filter((other) => other !== choice);
  return withGroup(state, orGroup, { ...group, taken, ...(winner !== undefined && winner !== choice && { winner }) });
}

/** Another strategy is progress of its own (S1-2.2-b): the stall counter starts over. */
function fail(state: RunState, event: EventOf<'branch.failed'>): RunState {
  const { orGroup, choice, reason, last } = event;
  const { winner, taken, failed, ...rest } = groupOf(state, orGroup);
  const group = {
    ...rest,
    taken: last === true ? taken : taken.filter((other) => other !== choice),
    failed: [...new Set([...failed, choice])],
    ...(winner !== undefined && winner !== choice && { winner }),
  };
  const next = { ...withGroup(state, orGroup, group), stall: { ...state.stall, since: 0 } };
  return remember(next, event, 'or_failed', reason, { orGroup, selected: choice });
}

/** The winner has failed for what was built on it; what depends on the group begins anew, other groups too (R85). */
function swap(before: RunState, event: EventOf<'branch.swapped'>): RunState {
  const { orGroup, from, to, swap: number, cause, renewed = [] } = event;
  const { taken, failed, winner: _, forced: _forced, swaps = 0, ...rest } = groupOf(before, orGroup);
  const count = number === undefined ? 0 : 1;
  let state = withGroup(before, orGroup, {
    ...rest,
    taken: taken.filter((choice) => choice !== from),
    failed: [...new Set([...failed, from])],
    swaps: swaps + count,
  });
  for (const each of renewed) state = renew(state, each);
  state = withSearch(state, (search) => ({ ...search, swaps: (search.swaps ?? 0) + count }));
  const reason = swapReason(cause);
  state = remember(state, event, 'or_failed', reason, { orGroup, selected: from });
  if (number !== undefined)
    state = remember(state, event, 'backtrack', `${reason}: ${to} instead of ${from}`, { orGroup });
  return { ...state, stall: { ...state.stall, since: 0 } };
}

/** What failed for the choice that has to go, in words. */
export function swapReason(cause: SwapCause): string {
  return 'leaf' in cause ? `${cause.leaf} does not hold` : `${cause.step} failed at ${cause.guard}`;
}

/** They failed, or won, under another premise. */
function renew(
  state: RunState,
  { orGroup, choices, first }: NonNullable<EventOf<'branch.swapped'>['renewed']>[number],
): RunState {
  const { taken, failed, winner, first: _, ...rest } = groupOf(state, orGroup);
  const isOut = (choice: string) => choices.includes(choice);
  return withGroup(state, orGroup, {
    ...rest,
    taken: taken.filter((choice) => !isOut(choice)),
    failed: failed.filter((choice) => !isOut(choice)),
    ...(winner !== undefined && !isOut(winner) && { winner }),
    ...(first !== undefined && { first }),
  });
}

/** Choices that a redirect has taken out; resolved ones it cannot. */
function forgetChoices(state: RunState, gone: ReadonlySet<string>): RunState {
  if (!searchIn(state) || gone.size === 0) return state;
  const stays = (choice: string) => !gone.has(choice);
  return withSearch(state, (search) => ({
    ...search,
    groups: Object.fromEntries(
      Object.entries(search.groups).map(([id, group]) => [
        id,
        { ...group, taken: group.taken.filter(stays), failed: group.failed.filter(stays) },
      ]),
    ),
  }));
}

/** What was chosen and has not won is open again (S1-3.4-d). */
function chooseAnew(state: RunState): RunState {
  const { own } = state;
  // A base case that no run of another topology verifies, yet which was always left in it.
  if (own.kind !== 'and-or') return own.baseCase ? state : { ...state, own: { ...own, baseCase: NEW_BASE_CASE } };
  return withSearch(state, (search) => {
    const won = Object.entries(search.groups).flatMap(([id, group]) =>
      group.winner === undefined ? [] : [[id, { ...group, failed: [] }] as const],
    );
    return { ...search, groups: Object.fromEntries(won) };
  });
}

/** The parts join the run; that it has grown is no progress, and what is unresolved is counted from here on. */
function decompose(state: RunState, event: EventOf<'step.decomposed'>): RunState {
  const { step: parent, children, reason, revision, granted } = event;
  const anew = (id: string) => ({ ...NEW_STEP, ...state.gone?.[id] });
  const steps = { ...state.steps, ...Object.fromEntries(children.map((id) => [id, anew(id)])) };
  const next = withSearch({ ...state, steps, revision, granted: state.granted + granted }, (search) => ({
    ...search,
    decompositions: [...search.decompositions, { parent, children, reason }],
  }));
  return { ...next, stall: { ...next.stall, best: unresolvedSteps(next) } };
}

/** One of several that began together has failed: the others go on (S1-7.2.1-d). */
function rememberParallelFailure(
  state: RunState,
  event: EventOf<'escalation.opened'> | EventOf<'step.waived'>,
): RunState {
  const { step } = event;
  const hasFailed =
    event.type === 'step.waived'
      ? event.reason === 'attempts_exhausted'
      : FAILED.has(event.kind) && event.kind !== 'or_exhausted';
  if (!state.own.baseCase || step === undefined || !hasFailed) return state;
  const wave = state.steps[step]?.wave;
  const isParallel = Object.entries(state.steps).some(([id, other]) => id !== step && other.wave === wave);
  if (wave === undefined || !isParallel) return state;
  const why = event.type === 'step.waived' ? event.reason : event.kind;
  return remember(state, event, 'parallel_failure', `${step} failed (${why}); what began with it goes on`);
}
