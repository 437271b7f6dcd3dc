// Pure: who wins a speculative group, and what the Trail says of it (R102).
import fc from 'fast-check';
import { wanted } from '../../../src/engine.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';
import { cases } from '../../support/properties.ts';

const CHOICES = ['a', 'b', 'c'] as const;
const race = () =>
  playing(
    searchPlan([...CHOICES.map((id) => atom(id, { orGroup: 'g' })), atom('end', { requires: ['g'] })], {
      objective: objective('end'),
      orGroups: { g: { speculative: true } },
      budgets: { maxParallelAgents: 3 },
    }),
  );
const tokenOf = (run: Playing, step: string) => wanted(run.state).find((call) => call.step === step)?.token ?? '';
const won = (run: Playing) => run.log.flatMap((event) => (event.type === 'branch.won' ? [event.choice] : []));

test('R102: of several that pass in one activation the first in the log wins, in whatever order; the others are never accepted', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...CHOICES], { minLength: 1 }), (order) => {
      const run = race();
      for (const choice of CHOICES) run.do(generated(tokenOf(run, choice)));
      run.together(...order.map((choice) => judged(tokenOf(run, choice))));
      const satisfied = run.log.flatMap((event) => (event.type === 'step.satisfied' ? [event.step] : []));
      expect(satisfied).toEqual([order[0]]);
      expect(won(run)).toEqual([order[0]]);
      for (const other of CHOICES) if (other !== order[0]) expect(run.state.steps[other]?.artifact).toBeUndefined();
    }),
    cases(),
  );
});

test('R102: the Trail names the winner and what was cut off', () => {
  const run = race();
  for (const choice of CHOICES) run.do(generated(tokenOf(run, choice)));
  run.together(judged(tokenOf(run, 'b')), judged(tokenOf(run, 'a')));
  expect(run.state.trail?.entries.at(-1)).toMatchObject({
    type: 'or_selected',
    orGroup: 'g',
    selected: 'b',
    reason: 'passed first; a, c cut off',
  });
});

test('R102: the one that is left when the others have failed passes first, and cuts off none', () => {
  const run = race();
  for (const choice of CHOICES) run.do(generated(tokenOf(run, choice)));
  run.do(judged(tokenOf(run, 'a'), 'fatal'));
  run.do(judged(tokenOf(run, 'b'), 'fatal'));
  run.do(judged(tokenOf(run, 'c')));
  expect(run.state.trail?.entries.at(-1)).toMatchObject({ selected: 'c', reason: 'passed first' });
});
