// Pure: a new objective while a later choice of a group is judged (S1-3.4-b, S1-3.4-d, S1-7.2.2-a).
import { wanted } from '../../../src/engine.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';

const plan = searchPlan(
  [
    ...['first', 'second'].map((id) => atom(id, { orGroup: 'way', recovery: { rMax: 0 } })),
    atom('end', { requires: ['way'] }),
  ],
  { objective: objective('end') },
);
const busy = ({ state }: Playing) => wanted(state).map(({ step }) => step);
const tokenOf = ({ state }: Playing) => wanted(state)[0]?.token ?? '';
const anew = {
  kind: 'redirect',
  prepared: true,
  type: 'objective_change',
  description: 'otherwise',
  by: 'ann',
} as const;

test('S1-3.4-d: with a new objective the first choice is tried again, and the one that is judged is let go', () => {
  const run = playing(plan);
  run.do(generated(tokenOf(run)));
  run.do(judged(tokenOf(run), 'retry'));
  expect(busy(run)).toEqual(['second']);
  const late = tokenOf(run);
  run.do(generated(late));
  run.do(anew);
  expect(busy(run)).toEqual(['first']);
  const before = run.log.length;
  run.do(judged(late));
  expect(run.log.slice(before)).toEqual([]);
});

test('S1-3.4-d: the first choice, where it is judged, goes on being judged', () => {
  const run = playing(plan);
  const token = tokenOf(run);
  run.do(generated(token));
  run.do(anew);
  expect(wanted(run.state)).toMatchObject([{ step: 'first', token, phase: 'guard' }]);
});
