// Pure: states as code of before has stored them, against what the same logs fold to now.
import { evolve, type StateOfSchema1, toSchema1, UnknownState, unpacked, upgraded } from '../../../src/engine.ts';
import { INITIAL, type RunState, STATE_SCHEMA } from '../../../src/model/run-state.ts';
import { recordedIn } from './recorded.ts';

const logs = recordedIn<StateOfSchema1>(1);

test('every topology is recorded, and what is rare among its states', () => {
  const states = logs.flatMap((log) => log.states);
  expect([...new Set(logs.map(({ topology }) => topology))].toSorted()).toEqual(['and-or', 'dag', 'machine']);
  const statuses = new Set(states.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual([
    'awaiting_alignment',
    'budget_exceeded',
    'cancelled',
    'completed',
    'escalated',
    'failed',
    'paused',
    'running',
    'stopped',
    'terminated',
  ]);
  expect(states.some(({ machine, search }) => machine && search)).toBe(true);
  expect(logs.some(({ topology, states: all }) => topology === 'dag' && all.some(({ search }) => search))).toBe(true);
  expect(states.some(({ status, control }) => status === 'stopped' && control.pause?.settled === true)).toBe(true);
});

test('a state of schema 1, brought up to date at any position of its log, is what the log folds to now', () => {
  for (const { topology, from, events, states } of logs) {
    const kept = new Map(states.map((state) => [state.seq, state]));
    let state = from ? upgraded(from, topology) : INITIAL;
    for (const event of events) {
      state = evolve(state, event);
      const before = kept.get(state.seq);
      if (before) expect(withoutStall(state)).toEqual(withoutStall(upgraded(before, topology)));
    }
    expect(state.seq).toBe(states.at(-1)?.seq);
  }
});

test('a run that goes on from a state of schema 1 folds the rest of its log as one that was folded from nothing', () => {
  for (const { topology, events, states } of logs) {
    const middle = states[Math.floor(states.length / 2)];
    const last = states.at(-1);
    if (!middle || !last) continue;
    const rest = events.filter(({ seq }) => seq > middle.seq);
    const gone = rest.reduce(evolve, unpacked(upgraded(middle, topology)));
    expect(withoutStall(gone)).toEqual(withoutStall(upgraded(last, topology)));
  }
});

test('what is told of a state is as it was, but for whether a pause that an end has overtaken had been in force', () => {
  for (const { topology, states } of logs) {
    for (const before of states) expect(asJson(toSchema1(upgraded(before, topology)))).toEqual(told(before));
  }
});

test('a state of today is handed back as it is, and one of an unknown schema is refused with what to do', () => {
  expect(upgraded(INITIAL, 'dag')).toBe(INITIAL);
  const newer = Object.assign({ ...INITIAL }, { schema: STATE_SCHEMA + 1 });
  expect(() => upgraded(newer, 'dag')).toThrow(UnknownState);
  expect(() => upgraded(newer, 'dag')).toThrow(/is of schema 3; this process knows 2.*Run it on workers/u);
});

function told(before: StateOfSchema1): unknown {
  const { control, endedAt } = before;
  if (endedAt === undefined || !control.pause) return before;
  const { settled: _, ...pause } = control.pause;
  return { ...before, control: { ...control, pause } };
}

/** Those states counted iterations without progress by an earlier rule (R72). */
function withoutStall(state: RunState): unknown {
  return asJson({ ...state, stall: undefined });
}

/** Without why steps are waived, which states of before do not tell. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (REASONS.has(key) ? undefined : part)));
}

const REASONS = new Set(['waived', 'unneeded']);
