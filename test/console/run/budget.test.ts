// Pure: what the budget of a run says of the generations that were made.
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { Budget } from '../../../src/console/pages/run/budget.ts';

const BUDGET = {
  limits: { maxParallelAgents: 3 },
  used: { maxAttempts: 8 },
  reserved: {},
  remaining: {},
  bound: { generations: 20, remaining: 4 },
};

test.each([
  [0, '8 generations made. By its definition'],
  [1, '8 generations made. 1 discarded call of a model is not counted. By its definition'],
  [2, '8 generations made. 2 discarded calls of a model are not counted. By its definition'],
])(
  'console 2.2: with %i calls discarded it says so, since the calls are more than what is counted',
  (discarded, said) => {
    expect(render(h(Budget, { budget: BUDGET, discarded }))).toContain(said);
  },
);
