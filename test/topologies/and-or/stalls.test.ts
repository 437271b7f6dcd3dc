// Pure: which iterations of a search count as going in circles, and what people are told of it at publish (R6, R72).

import { openEscalations } from '../../../src/model/run-state.ts';
import { accepted } from '../../definitions/makers.ts';
import { atom, objective, searching } from '../../support/played/and-or.ts';
import type { Playing } from '../../support/played/playing.ts';
import { play, searchPlan, type Word } from '../../support/played/plays.ts';

const failing = (times: number): readonly Word[] => Array.from({ length: times }, () => 'retry');
const HOLDS = [{ passed: true }];
const back = (to: string, eMax: number) => ({ rMax: 0, eMax, onExhausted: 'backtrack', backtrackTo: [to] });

/** `login` needs the group `auth` of so many choices, and each choice needs `base`. */
function documentOf(choices: number, recovery: object, budgets: object = {}): readonly [readonly object[], object] {
  const names = ['jwt', 'session', 'basic'].slice(0, choices);
  const steps = [
    atom('base'),
    ...names.map((id) => atom(id, { requires: ['base'] })),
    atom('login', { requires: ['auth'], recovery }),
  ];
  return [steps, { orGroups: { auth: { choices: names } }, objective: objective('login'), budgets }];
}

function planOf(...document: Parameters<typeof documentOf>) {
  const [steps, facts] = documentOf(...document);
  return searchPlan(steps, { ...facts });
}

function warnedOf(...document: Parameters<typeof documentOf>) {
  const [steps, facts] = documentOf(...document);
  const { warnings } = accepted(searching(steps, { ...facts }));
  return warnings.filter(({ code }) => code === 'stalls_first');
}

const asked = ({ state }: Playing) => openEscalations(state).map(({ kind }) => kind);
const startsOf = ({ log }: Playing, step: string) =>
  log.filter((event) => event.type === 'step.started' && event.step === step).length;

test.each([
  ['the group', 2, 'auth', 4, 'backtracks_exhausted'],
  ['the group, all of whose choices are tried', 3, 'auth', 5, 'backtracks_exhausted'],
  ['what the group needs', 2, 'base', 3, 'backtracks_exhausted'],
  ['what the group needs, more often than may be', 2, 'base', 5, 'stalled'],
])(
  'R72: a step is tried with the result of each way back to %s before a person is asked',
  (_, choices, to, eMax, kind) => {
    const run = play(planOf(choices, back(to, eMax), { maxSwaps: 0 }), { verdicts: { login: failing(20) } });
    expect(asked(run)).toEqual([kind]);
    const { backtracks = 0 } = run.state.steps['login'] ?? {};
    const last = run.log.findLast(({ type }) => type === 'step.started');
    expect(last).toMatchObject({ step: 'login' });
    // The question is asked instead of the way back that would be one too many: its targets are not made again.
    expect(startsOf(run, 'login')).toBe(kind === 'stalled' ? backtracks : backtracks + 1);
    if (kind === 'stalled') expect(run.state.stall.since).toBe(3);
  },
);

test('R72: a step that would only be repeated holds back none that has never begun', () => {
  const steps = [
    atom('plan'),
    atom('work', { requires: ['plan'], recovery: back('plan', 9) }),
    atom('other', { requires: ['late'] }),
    atom('late', { recovery: { rMax: 0 } }),
  ];
  const plan = searchPlan(steps, { objective: objective('other'), budgets: { maxParallelAgents: 1, maxStall: 1 } });
  const run = play(plan, { verdicts: { work: failing(9) }, baseCase: HOLDS });
  expect(run.state.life.status).toBe('completed');
  expect(startsOf(run, 'other')).toBe(1);
});

test('R72: answers of people are no circle', () => {
  const people = ['a', 'b', 'c', 'd'].map((id) => ({
    id,
    generator: { kind: 'human', question: 'What?' },
    guard: { use: 'not-empty' },
  }));
  const plan = searchPlan([...people, atom('end')], { objective: objective('end') });
  const run = play(plan, { baseCase: HOLDS });
  expect(startsOf(run, 'end')).toBe(1);
  expect(run.state.stall.since).toBe(0);
});

describe('R72: publishing warns where maxStall asks a person before eMax is used up', () => {
  test('by default', () => {
    expect(warnedOf(1, back('base', 4))).toMatchObject([
      { pointer: '/steps/2/recovery', detail: expect.stringContaining('Set budgets.maxStall to 4 or more') },
    ]);
  });

  test.each<[string, Parameters<typeof documentOf>]>([
    ['as many as may be', [1, back('base', 3)]],
    ['more are allowed', [1, back('base', 9), { maxStall: 9 }]],
    ['other choices count as progress', [3, back('auth', 5)]],
    ['nowhere to go back to', [1, { rMax: 0, eMax: 9 }]],
  ])('not where %s', (_, document) => {
    expect(warnedOf(...document)).toEqual([]);
  });

  test('a pipeline without the limit is not concerned, one with it is', () => {
    const steps = [atom('plan'), atom('work', { requires: ['plan'], recovery: back('plan', 4) })];
    const of = (budgets: object) => accepted({ name: 'p', model: 'sim:x', steps, budgets }).warnings;
    expect(of({}).filter(({ code }) => code === 'stalls_first')).toEqual([]);
    expect(of({ maxStall: 2 }).filter(({ code }) => code === 'stalls_first')).toHaveLength(1);
  });
});
