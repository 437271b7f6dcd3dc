// Pure: the console puts the facts of a question into words of its own; here the core asks.

import { questionFactsView } from '../../../src/api/escalations/view.ts';
import { questionRowView } from '../../../src/api/rows/question-row.ts';
import { whyAsked } from '../../../src/console/pages/question/why-asked.ts';
import { questionDetail, questionHeading, SWAPS_USED_UP } from '../../../src/console/parts/question-heading.ts';
import { wanted } from '../../../src/engine.ts';
import type { Plan, RecoveryPlan } from '../../../src/model/plan.ts';
import { DEFAULT_RECOVERY } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { atom, objective } from '../../support/played/and-or.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, playing } from '../../support/played/playing.ts';
import { searchPlan } from '../../support/played/plays.ts';

/** The question of a run in which all that these steps make is rejected (`no`), and all else passes. */
function asked(plan: Plan, ...failing: readonly string[]) {
  const run = playing(plan);
  for (let [call] = wanted(run.state); call; [call] = wanted(run.state)) {
    const { token, step, phase } = call;
    run.do(phase === 'generate' ? generated(token) : judged(token, failing.includes(step) ? 'retry' : 'pass'));
  }
  const [question] = openEscalations(run.state);
  if (!question) throw new Error('The run asks nothing.');
  return question;
}

function pipeline(recovery: Partial<RecoveryPlan>): Plan {
  const work = { requires: ['plan'], attempts: 3, recovery: { ...DEFAULT_RECOVERY, ...recovery } };
  return aPlan([aStep('plan'), aStep('work', work)]);
}

const once = { recovery: { rMax: 0 } };
const search = (facts: object = {}) =>
  searchPlan([atom('jwt', once), atom('session', once), atom('login', { requires: ['auth'], ...once })], {
    orGroups: { auth: { choices: ['jwt', 'session'] } },
    objective: objective('login'),
    ...facts,
  });

test.each([
  [
    'attempts_exhausted',
    pipeline({ patience: null }),
    ['work'],
    'work used its 3 attempts',
    'g rejected the last one: no',
  ],
  [
    'backtracks_exhausted',
    pipeline({ eMax: 0, targets: ['plan'] }),
    ['work'],
    'work still fails at g and may send the run back upstream no more',
    'no',
  ],
  ['stagnated', pipeline({ onStagnation: 'escalate' }), ['work'], 'work goes in circles at g', 'no'],
  [
    'or_exhausted',
    search(),
    ['jwt', 'session'],
    'session used its one attempt, and no other choice is left',
    'g rejected the last one: no',
  ],
  [
    'attempts_exhausted',
    search({ budgets: { maxSwaps: 0 } }),
    ['login'],
    'login used its one attempt',
    `g rejected the last one: no; ${SWAPS_USED_UP}`,
  ],
] as const)(
  'console 2.1: what the core asks as %s is headed by what happened alone',
  (kind, plan, failing, said, more) => {
    const question = asked(plan, ...failing);
    expect(question.kind).toBe(kind);
    const words = { of: () => question.question, asked: () => undefined, feedbackOn: () => 'no' };
    const row = questionRowView({ runId: 'run_1', workflow: 'w', escalation: question }, words);
    expect(questionHeading(row)).toBe(`${said}: how should it go on?`);
    expect(questionDetail(row)).toBe(more);
  },
);

test('console 2.1: that the run may swap no more is among the reasons', () => {
  const question = asked(search({ budgets: { maxSwaps: 0 } }), 'login');
  const page = Object.assign(Object.create(null), {
    ...question,
    facts: questionFactsView(question),
    evidence: { attempts: [] },
  });
  expect(whyAsked(page)).toContain(`A${SWAPS_USED_UP.slice(1)}.`);
});

test('R32: what a person can change stands with what else the question says', () => {
  const row = Object.assign(Object.create(null), {
    kind: 'stagnated',
    step: 'work',
    facts: { guard: 'generator-validation', attempts: 3, advice: 'Change the tool.' },
    feedback: 'RepeatedCallError: no',
  });
  expect(questionHeading(row)).toBe('work goes in circles at generator-validation: how should it go on?');
  expect(questionDetail(row)).toBe('RepeatedCallError: no; Change the tool.');
});
