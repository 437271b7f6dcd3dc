/** Pure: two workers hand back one path (R105). */

import '../../../src/topologies/documents.ts';
import { topologyWorkOf } from '../../../src/definitions/topology-work.ts';
import { rulesOf } from '../../../src/engine.ts';
import type { RunState } from '../../../src/model/run-state.ts';
import { INITIAL, NEW_STEP } from '../../../src/model/run-state.ts';
import { newSearch } from '../../../src/model/search-state.ts';
import { conflictWith } from '../../../src/topologies/and-or/document/collisions.ts';
import { rivalsOf, waitsForVerdict } from '../../../src/topologies/and-or/rivals.ts';
import { workerOutput } from '../../support/played/and-or.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';

const file = (content: string, path = 'a.md') => workerOutput({ artifacts: [{ path, content }] });

test.each([
  ['other content of an accepted path', file('two\n'), true],
  ['the same content', file('one\n'), false],
  ['another path', file('two\n', 'b.md'), false],
  ['a name alone', workerOutput({ artifacts: ['a.md'] }), false],
])('R105: %s', (_, text, isConflict) => {
  const said = conflictWith([{ step: 'first', text: file('one\n') }], text);
  expect(said !== undefined).toBe(isConflict);
});

test('R105: what is told names the path, the other worker and the difference', () => {
  expect(conflictWith([{ step: 'first', text: file('one\nsame\n') }], file('two\nsame\n'))?.split('\n')).toEqual([
    'a.md was handed back by first, which is accepted, with other content. Hand the same text back, leave the file out, or choose another path.',
    '--- a.md of first',
    '+++ a.md',
    '@@ -1,2 +1,2 @@',
    '-one',
    '+two',
    ' same',
    '',
  ]);
});

const worker = (id: string, facts: object = {}) => aStep(id, { worker: true, ...facts });
const plan = {
  ...aPlan([
    worker('base'),
    worker('beside'),
    worker('open'),
    worker('jwt', { orGroup: 'auth' }),
    worker('session', { orGroup: 'auth' }),
    worker('for_jwt', { branches: ['jwt'] }),
    aStep('talk'),
    worker('me', { requires: ['base'] }),
    worker('for_session', { branches: ['session'] }),
  ]),
  topology: 'and-or' as const,
  groups: [{ id: 'auth', choices: ['jwt', 'session'] }],
};
const done = (id: string) => ({ ...NEW_STEP, sigma: 'satisfied' as const, artifact: { id, digest: `d_${id}` } });
const state: RunState = {
  ...INITIAL,
  steps: {
    ...Object.fromEntries(plan.steps.map(({ id }) => [id, done(id)])),
    open: NEW_STEP,
    me: NEW_STEP,
  },
  own: { ...newSearch(), groups: { auth: { taken: ['jwt'], failed: [], winner: 'jwt' } } },
};
const rivals = (step: string) => rivalsOf(plan, state, step).map((rival) => rival.step);

test('R105: accepted workers count but for those upstream, and those of a choice that has lost', () => {
  expect(rivals('me')).toEqual(['beside', 'jwt', 'for_jwt']);
});

test('R105: what is made anew does not count, nor does a step for itself', () => {
  const beside = { ...done('beside'), sigma: 'unsatisfied' as const };
  const anew = rivalsOf(plan, { ...state, steps: { ...state.steps, beside } }, 'me');
  expect(anew.map(({ step }) => step)).toEqual(['jwt', 'for_jwt']);
  expect(rivals('beside')).toEqual(['base', 'jwt', 'for_jwt']);
});

test('R105: choices of one group never collide, nor what works for them', () => {
  expect(rivals('session')).toEqual(['base', 'beside']);
  expect(rivals('for_session')).toEqual(['base', 'beside']);
});

test('R105: what is no worker collides with nobody', () => {
  expect(rivals('talk')).toEqual([]);
});

test('R105: of two workers that are ready to be judged one waits for the verdict on the other; alternatives and others do not', () => {
  const call = (step: string, phase: 'guard' | 'generate' = 'guard') => ({
    step,
    epoch: 1,
    attempt: 1,
    token: step,
    phase,
    n: 1,
    source: 'generated' as const,
  });
  expect(waitsForVerdict(plan, call('me'), [call('beside')])).toBe(true);
  expect(waitsForVerdict(plan, call('me'), [])).toBe(false);
  expect(waitsForVerdict(plan, call('me'), [call('talk')])).toBe(false);
  expect(waitsForVerdict(plan, call('me', 'generate'), [call('beside')])).toBe(false);
  expect(waitsForVerdict(plan, call('jwt'), [call('session')])).toBe(false);
  expect(waitsForVerdict(plan, call('jwt'), [call('for_jwt')])).toBe(true);
  const stored = { ...plan, steps: [...plan.steps, worker('sql', { orGroup: 'store' })] };
  expect(waitsForVerdict(stored, call('jwt'), [call('sql')])).toBe(true);
  const graph = rulesOf({ topology: 'dag' });
  expect(graph.waitsForVerdict(plan, call('me'), [call('beside')])).toBe(false);
  expect(graph.isBeside({ plan, state }, 'me')).toBe(false);
  const before = { ...plan, steps: plan.steps.map(({ worker: _worker, ...step }) => step) };
  expect(waitsForVerdict(before, call('me'), [call('beside')])).toBe(false);
});

describe('R105: what activities ask of a search', () => {
  const work = topologyWorkOf('and-or');
  const run = { plan, state };

  test.each([
    ['me', true],
    ['jwt', true],
    ['talk', false],
    ['nobody', false],
  ])('whether %s has rivals', (step, hasRivals) => {
    expect(work.hasRivals(plan, step)).toBe(hasRivals);
  });

  test('its rivals, and what is said where one of them handed back something else', () => {
    expect(work.rivals(run, 'session')).toEqual([
      { step: 'base', digest: 'd_base' },
      { step: 'beside', digest: 'd_beside' },
    ]);
    const first = [{ step: 'first', text: file('one\n') }];
    expect(work.conflict(first, file('one\n'))).toBeUndefined();
    expect(work.conflict(first, file('two\n'))).toMatchObject({
      guard: 'workspace-conflict',
      feedback: expect.stringContaining('a.md was handed back by first'),
    });
  });

  test('S1-2.3-b: a graph is shown contracted, and what works for a choice that has lost counts for no base case', () => {
    expect(work.shows).toBe('summary');
    expect(plan.steps.filter((step) => !work.counts(run, step)).map(({ id }) => id)).toEqual([
      'session',
      'for_session',
    ]);
  });

  test('a group stands for its winner, once there is one', () => {
    expect(work.winners(state)).toEqual({ auth: 'jwt' });
    const open = { ...newSearch(), groups: { auth: { taken: ['jwt'], failed: [] } } };
    expect([work.winners({ ...state, own: open }), work.winners(INITIAL)]).toEqual([{}, {}]);
  });

  test('several paths in conflict are told of, the first with its difference', () => {
    const both = (text: string) =>
      workerOutput({ artifacts: ['a.md', 'b.md', 'c.md'].map((path) => ({ path, content: `${text}\n` })) });
    const said = conflictWith([{ step: 'first', text: both('one') }], both('two'));
    expect(said?.split('\n').slice(1, 3)).toEqual(['So were b.md (first), c.md (first).', '--- a.md of first']);
    const second = [
      { step: 'first', text: file('one\n') },
      { step: 'second', text: file('one\n', 'b.md') },
    ];
    expect(conflictWith(second, both('two'))?.split('\n')[1]).toBe('So were b.md (second).');
  });
});
