import type { Body } from '../../../src/model/event.ts';
import { RULES } from '../../../src/model/events/run.ts';
import { INITIAL, NEW_STEP, type RunState, type StepState } from '../../../src/model/run-state.ts';
import { type GroupState, newSearch, type SearchState } from '../../../src/model/search-state.ts';
import { changedBy, changesOf } from '../changes.ts';

export const NO_GROUP: GroupState = { taken: [], failed: [] };

/** A search of the groups `auth` and `other`, standing as told. */
export function searching(
  auth: Partial<GroupState> = {},
  more: Partial<SearchState> = {},
  steps: Readonly<Record<string, Partial<StepState>>> = { jwt: {}, docs: {} },
): RunState {
  const groups = { auth: { ...NO_GROUP, ...auth }, other: NO_GROUP };
  return {
    ...INITIAL,
    rules: RULES,
    steps: Object.fromEntries(Object.entries(steps).map(([id, step]) => [id, { ...NEW_STEP, ...step }])),
    stall: { best: 2, since: 3 },
    own: { ...newSearch(), groups, ...more },
  };
}

/** The search after an event. */
export function searchAfter(before: RunState, body: Body): SearchState {
  return Object(changedBy(before, body)['own'] ?? before.own);
}

/** What an event changes of one group. */
export function groupAfter(before: RunState, body: Body, id = 'auth'): object {
  return changesOf(Object(before.own).groups[id] ?? {}, searchAfter(before, body).groups[id] ?? {});
}

/** What an event adds to the Trail, without when it did. */
export function trailAfter(before: RunState, body: Body): readonly object[] | undefined {
  const { entries }: Partial<NonNullable<RunState['trail']>> = Object(changedBy(before, body)['trail']);
  return entries?.map((entry) => {
    const { seq: _, epoch: __, at: ___, ...told } = entry;
    return told;
  });
}
