/** How events change the search of an and-or run. `evolve` is the only caller. */
import { countersOf, stepOf } from '../../core/events/steps.ts';
import { remember } from '../../core/events/trail.ts';
import { hashed } from '../../core/unpacked.ts';
import { type Event, FAILED } from '../../model/event.ts';
import {
  type BaseCaseState,
  type GroupState,
  goesBy,
  NEW_STEP,
  type RunState,
  type SearchState,
  unresolvedSteps,
} from '../../model/run-state.ts';
import { addUsage } from '../../model/usage.ts';

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;

const NO_GROUP: GroupState = { taken: [], failed: [] };

export function newSearch(decompositions: SearchState['decompositions'] = []): SearchState {
  return { groups: {}, baseCase: { due: true }, decompositions, alignments: 0 };
}

export function groupOf({ search }: RunState, id: string): GroupState {
  return search?.groups[id] ?? NO_GROUP;
}

/** Nothing but drafts has begun before: what it is aligned with takes nothing over from them. */
export function align(state: RunState, { version, digest, steps, budgets }: EventOf<'run.aligned'>): RunState {
  const drafts = Object.keys(state.steps).filter((id) => stepOf(state, id).epoch > 0);
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

/** The one that is tried beside others leaves them be; any other takes their place. */
export function select(state: RunState, event: EventOf<'branch.selected'>): RunState {
  const { orGroup, choice, reason, speculative, forced } = event;
  const { taken, failed, swaps } = groupOf(state, orGroup);
  const others = speculative === true ? taken.filter((other) => other !== choice && !failed.includes(other)) : [];
  const next = withGroup(state, orGroup, {
    taken: [...others, choice],
    failed: failed.filter((one) => one !== choice),
    ...(forced === true && { forced: choice }),
    ...(swaps !== undefined && { swaps }),
  });
  return remember(next, event, 'or_selected', reason, { orGroup, selected: choice });
}

/** Of several that were tried at once the Trail names the one that won. */
export function win(state: RunState, event: EventOf<'branch.won'>): RunState {
  const { orGroup, choice, cutOff } = event;
  const next = withGroup(state, orGroup, { ...groupOf(state, orGroup), winner: choice });
  if (!cutOff) return next;
  const reason = cutOff.length === 0 ? 'passed first' : `passed first; ${cutOff.join(', ')} cut off`;
  return remember(next, event, 'or_selected', reason.slice(0, 200), { orGroup, selected: choice });
}

export function lose(state: RunState, { orGroup, choice }: EventOf<'branch.lost'>): RunState {
  const { winner, ...group } = groupOf(state, orGroup);
  const taken = group.taken.filter((other) => other !== choice);
  return withGroup(state, orGroup, { ...group, taken, ...(winner !== undefined && winner !== choice && { winner }) });
}

/** Another strategy is progress of its own (S1-2.2-b): the stall counter starts over. */
export function fail(state: RunState, event: EventOf<'branch.failed'>): RunState {
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
export function swap(before: RunState, event: EventOf<'branch.swapped'>): RunState {
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
export function swapReason(cause: EventOf<'branch.swapped'>['cause']): string {
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

export function beginVerification(state: RunState, { token, sparing }: EventOf<'basecase.started'>): RunState {
  return withBaseCase(state, ({ answers, passed, artifactId }) => ({
    due: false,
    token,
    ...(sparing && { sparing }),
    ...(answers && { answers }),
    ...lastOf(passed, artifactId),
  }));
}

export function verify(state: RunState, event: EventOf<'basecase.verified'>): RunState {
  const { passed, artifactId, usage, hingesOn, falseLeaves, because, leftOut } = event;
  const paid = usage ? { ...state, usage: { ...state.usage, ...addUsage(state.usage, usage) } } : state;
  return withBaseCase(paid, ({ due, token, answers }) => ({
    due: token === undefined ? false : due,
    ...(hingesOn !== undefined && answers && { answers }),
    ...lastOf(passed, artifactId),
    ...(falseLeaves !== undefined && { falseLeaves }),
    ...(leftOut && { leftOut }),
    ...(because !== undefined && { because }),
  }));
}

/** Tried again once a person says so. */
export function breakVerification(state: RunState): RunState {
  return withBaseCase(state, ({ passed, artifactId }) => ({ due: false, ...lastOf(passed, artifactId) }));
}

/** What it looks at has changed. `anew`: the base case itself may have, so a verification under way is of no use. */
export function verifyAgain(state: RunState, anew = false): RunState {
  if (!state.search) return state;
  return withBaseCase(state, (before) =>
    anew ? { due: true, ...(!goesBy(state, 3) && lastOf(before.passed, before.artifactId)) } : { ...before, due: true },
  );
}

/** One that is under way is of no use: it is due again. */
export function revokeVerification(state: RunState): RunState {
  return state.search?.baseCase.token === undefined ? state : verifyAgain(state, true);
}

/** Choices that a redirect has taken out; resolved ones it cannot. */
export function forgetChoices(state: RunState, gone: ReadonlySet<string>): RunState {
  if (!state.search || gone.size === 0) return state;
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
export function chooseAnew(state: RunState): RunState {
  return withSearch(state, (search) => {
    const won = Object.entries(search.groups).flatMap(([id, group]) =>
      group.winner === undefined ? [] : [[id, { ...group, failed: [] }] as const],
    );
    return { ...search, groups: Object.fromEntries(won) };
  });
}

/** A verification that is still under way waits for the answer; one that was decided was so without it, and work goes on. */
export function askAboutLeaf(state: RunState, leaf: string): RunState {
  return withBaseCase(state, (before) => (before.token === undefined ? before : { ...before, pending: leaf }));
}

export function answerAssertion(state: RunState, leaf: string, holds: boolean): RunState {
  return withBaseCase(state, (before) => {
    const { pending, ...rest } = before;
    const answers = { ...before.answers, [leaf]: holds };
    return { ...rest, answers, due: pending === undefined || before.due };
  });
}

/** The parts join the run; that it has grown is no progress, and what is unresolved is counted from here on. */
export function decompose(state: RunState, event: EventOf<'step.decomposed'>): RunState {
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
export function rememberParallelFailure(
  state: RunState,
  event: EventOf<'escalation.opened'> | EventOf<'step.waived'>,
): RunState {
  const { step } = event;
  const hasFailed =
    event.type === 'step.waived'
      ? event.reason === 'attempts_exhausted'
      : FAILED.has(event.kind) && event.kind !== 'or_exhausted';
  if (!state.search || step === undefined || !hasFailed) return state;
  const wave = state.steps[step]?.wave;
  const isParallel = Object.entries(state.steps).some(([id, other]) => id !== step && other.wave === wave);
  if (wave === undefined || !isParallel) return state;
  const why = event.type === 'step.waived' ? event.reason : event.kind;
  return remember(state, event, 'parallel_failure', `${step} failed (${why}); what began with it goes on`);
}

function lastOf(
  passed: boolean | undefined,
  artifactId: string | undefined,
): Pick<BaseCaseState, 'passed' | 'artifactId'> {
  return { ...(passed !== undefined && { passed }), ...(artifactId !== undefined && { artifactId }) };
}

function withBaseCase(state: RunState, change: (before: BaseCaseState) => BaseCaseState): RunState {
  return withSearch(state, (search) => ({ ...search, baseCase: change(search.baseCase) }));
}

function withGroup(state: RunState, id: string, group: GroupState): RunState {
  return withSearch(state, (search) => ({ ...search, groups: hashed({ ...search.groups, [id]: group }) }));
}

function withSearch(state: RunState, change: (before: SearchState) => SearchState): RunState {
  return { ...state, search: change(state.search ?? newSearch()) };
}
