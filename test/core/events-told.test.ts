// Pure: which actions of the agent function an event stands for, and what those of topologies say to a person (api 2, "trace").
import { traced } from '../../src/core/events/homes.ts';
import { sentenceOf } from '../../src/engine.ts';
import type { Event } from '../../src/model/event.ts';
import { INITIAL, type RunState } from '../../src/model/run-state.ts';
import { type GroupState, newSearch } from '../../src/model/search-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';

const AT = { seq: 9, at: 0, step: 'a', epoch: 1, attempt: 2, token: 't' };
const PLACE = { step: 'a', epoch: 1, attempt: 2 };
const plan = aPlan([aStep('a')]);

function actionsOf(event: object, before: RunState = INITIAL): readonly object[] {
  return traced({ ...AT, ...event } as Event, plan, before).map((entry) => {
    const { seq: _, category: __, ...told } = entry;
    return told;
  });
}

const verdict = (word: string) => ({ type: 'guard.verdict', artifactId: 'art', verdict: word, guard: 'g' });
const judged = (word: string) => ({ ...PLACE, artifactId: 'art', verdict: word, guard: 'g', token: 't' });
const swap = { type: 'branch.swapped', orGroup: 'g', from: 'x', to: 'y', cause: { leaf: 'l' }, reset: [] };

test.each<[object, readonly object[]]>([
  [{ type: 'ladder.climbed', rung: 1, model: 'large' }, [{ action: 'CLIMB-LADDER', ...PLACE, model: 'large' }]],
  [{ type: 'run.redirected', redirectId: 'rdr' }, [{ action: 'REDIRECT', from: 'rdr' }]],
  [{ type: 'run.stopping', mode: 'now', reason: '', by: 'ann' }, [{ action: 'STOP' }]],
  [
    { type: 'step.satisfied', artifactId: 'art', digest: 'd' },
    [{ action: 'ADVANCE-STATE', step: 'a', artifactId: 'art' }],
  ],
  [{ type: 'step.waived', reason: 'r' }, [{ action: 'ADVANCE-STATE', step: 'a', waived: true }]],
  [{ type: 'step.invalidated', cause: 'x' }, [{ action: 'INVALIDATE', ...PLACE, from: 'x' }]],
  [{ type: 'context.injected', from: 'x' }, [{ action: 'INJECT-CONTEXT', ...PLACE, from: 'x' }]],
  [
    { type: 'backtrack.started', guard: 'g', targets: ['b'] },
    [{ action: 'BACKTRACK', ...PLACE, guard: 'g', targets: ['b'] }],
  ],
  [verdict('pass'), [{ action: 'EXECUTE-GUARD', ...judged('pass'), dependencies: {} }]],
  [verdict('fatal'), [{ action: 'EXECUTE-GUARD', ...judged('fatal'), dependencies: {} }]],
  [
    verdict('retry'),
    [
      { action: 'EXECUTE-GUARD', ...judged('retry'), dependencies: {} },
      { action: 'REFINE-CONTEXT', ...judged('retry') },
    ],
  ],
  [{ type: 'step.decomposed', children: ['b'] }, [{ action: 'ADVANCE-STATE', step: 'a', children: ['b'] }]],
  [swap, [{ action: 'SWITCH-BRANCH', orGroup: 'g', from: 'x', selected: 'y', reason: 'l does not hold' }]],
  [
    { type: 'basecase.verified', passed: true, artifactId: 'art' },
    [{ action: 'VERIFY-BASE-CASE', passed: true, artifactId: 'art' }],
  ],
  [{ type: 'basecase.verified', passed: false }, [{ action: 'VERIFY-BASE-CASE', passed: false }]],
  [{ type: 'machine.transitioned', from: 's', to: 'u' }, [{ action: 'TRANSITION', step: 'a', from: 's', to: 'u' }]],
  [
    { type: 'machine.transitioned', step: undefined, by: 'ann', from: 's', to: 'u' },
    [{ action: 'TRANSITION', from: 's', to: 'u' }],
  ],
  [
    { type: 'machine.transitioned', from: 's', to: 'u', refused: true },
    [{ action: 'TRANSITION', step: 'a', from: 's', to: 'u', refused: true }],
  ],
  [
    { type: 'machine.transitioned', from: 's', to: 'u', fallback: true },
    [{ action: 'TRANSITION', step: 'a', from: 's', to: 'u', fallback: true }],
  ],
  [{ type: 'run.closed', status: 'stopped' }, []],
  [{ type: 'step.started', allowed: 1 }, []],
])('S0-A1: %j', (event, actions) => {
  expect(actionsOf(event)).toStrictEqual(actions);
});

describe('S1-2.5: a choice is a switch where another one was tried', () => {
  const standing = (group: Partial<GroupState>, last?: string): RunState => ({
    ...INITIAL,
    own: { ...newSearch(), groups: { g: { taken: [], failed: [], ...group } } },
    ...(last !== undefined && {
      trail: {
        epoch: 1,
        entries: [
          { seq: 1, epoch: 1, at: 0, type: last === 'other' ? 'or_selected' : 'backtrack', orGroup: 'g', reason: '' },
          ...(last === 'other'
            ? [{ seq: 2, epoch: 1, at: 0, type: 'backtrack' as const, orGroup: 'h', reason: '' }]
            : []),
        ],
      },
    }),
  });

  test.each<[string, Partial<GroupState>, object, string | undefined, boolean]>([
    ['the first is none', {}, {}, undefined, false],
    ['in place of one that is tried', { taken: ['x'] }, {}, undefined, true],
    ['after one that failed', { failed: ['x'] }, {}, undefined, true],
    ['beside others it is none', { taken: ['x'] }, { speculative: true }, undefined, false],
    ['beside others after one that failed', { taken: ['x'], failed: ['z'] }, { speculative: true }, undefined, true],
    ['after a swap that is told already', { failed: ['x'] }, {}, 'swap', false],
    ['but not because of a swap elsewhere', { failed: ['x'] }, {}, 'other', true],
    ['what has won already is none', { taken: ['y'], winner: 'y', failed: ['x'] }, {}, undefined, false],
    ['what takes the place of a winner', { taken: ['x'], winner: 'x' }, {}, undefined, true],
  ])('%s', (_, group, facts, last, isSwitch) => {
    const event = { type: 'branch.selected', orGroup: 'g', choice: 'y', reason: 'so', ...facts };
    const entry = { action: 'SWITCH-BRANCH', orGroup: 'g', selected: 'y', reason: 'so' };
    expect(actionsOf(event, standing(group, last))).toStrictEqual(isSwitch ? [entry] : []);
  });
});

const move = { type: 'machine.transitioned', from: 's', to: 'u' };

test.each<[object, string]>([
  [{ type: 'run.aligned', by: 'ann', version: 1 }, 'ann said what the run is for.'],
  [{ type: 'run.aligned', by: 'ann', version: 2 }, 'ann said what the run is for once more.'],
  [{ type: 'branch.selected', orGroup: 'g', choice: 'x', reason: 'so' }, 'Of g, x is tried: so.'],
  [{ type: 'branch.won', orGroup: 'g', choice: 'x' }, 'x settled g.'],
  [{ type: 'branch.lost', orGroup: 'g', choice: 'x' }, 'x is not needed for g any more.'],
  [{ type: 'branch.failed', orGroup: 'g', choice: 'x', reason: 'so' }, 'x failed for g: so.'],
  [
    { type: 'branch.failed', orGroup: 'g', choice: 'x', reason: 'so', last: true },
    'x failed for g: so; no other choice is left.',
  ],
  [swap, 'l does not hold, so for g y takes the place of x.'],
  [{ ...swap, reset: ['a'] }, 'l does not hold, so for g y takes the place of x; a is done anew.'],
  [
    { ...swap, reset: ['a', 'b', 'c'], cause: { step: 'a', epoch: 1, guard: 'q' } },
    'a failed at q, so for g y takes the place of x; a, b and c are done anew.',
  ],
  [{ type: 'step.decomposed', children: ['b', 'c'], reason: 'large' }, 'a was broken down into b and c: large.'],
  [move, 'a moved the machine from s to u.'],
  [{ ...move, by: 'ann' }, 'ann moved the machine from s to u.'],
  [{ ...move, fallback: true }, 'a, by rule because no model answered, moved the machine from s to u.'],
  [{ ...move, refused: true }, 'a asked to move from s to u, which no transition permits; the machine stayed.'],
])('R90: %j', (event, sentence) => {
  expect(sentenceOf({ ...AT, ...event } as Event, { backtracks: [] })).toBe(sentence);
});
