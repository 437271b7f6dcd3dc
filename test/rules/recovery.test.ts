// Pure: what a run does about a step that goes in circles, in memory.
import { wanted } from '../../src/engine.ts';
import { DEFAULT_RECOVERY, type Plan, type RecoveryPlan } from '../../src/model/plan.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { traceOf } from '../../src/stories/trace.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../support/played/playing.ts';

/** A step that passes, and one after it that is rejected for the same reason each time. */
function pipeline(recovery: Partial<RecoveryPlan>, attempts = 5): Plan {
  return aPlan([
    aStep('plan'),
    aStep('work', { requires: ['plan'], attempts, recovery: { ...DEFAULT_RECOVERY, patience: 2, ...recovery } }),
  ]);
}

/** Until nothing is wanted: whatever `work` makes is rejected, all else passes. `most`: rejections after which it passes, too. */
function played(plan: Plan, most = Number.POSITIVE_INFINITY): Playing {
  const run = playing(plan);
  let rejected = 0;
  for (let [call] = wanted(run.state); call; [call] = wanted(run.state)) {
    const { token, step, phase } = call;
    const fails = step === 'work' && rejected < most;
    if (phase === 'guard' && fails) rejected += 1;
    run.do(phase === 'generate' ? generated(token) : judged(token, fails ? 'retry' : 'pass'));
  }
  return run;
}

const typesOf = (run: Playing) => run.log.map(({ type }) => type);
const detected = (run: Playing) =>
  run.log.flatMap((event) => (event.type === 'stagnation.detected' ? [[event.step, event.action]] : []));

test('R21: stagnant with a backtrack left the run goes back; with none left a person is asked, whatever onExhausted says', () => {
  const run = played(pipeline({ eMax: 1, targets: ['plan'] }));
  expect(detected(run)).toEqual([
    ['work', 'backtracked'],
    ['work', 'escalated'],
  ]);
  expect(openEscalations(run.state)).toMatchObject([{ kind: 'backtracks_exhausted', step: 'work' }]);
  expect(run.state.steps).toMatchObject({ plan: { n: 2 }, work: { n: 4, backtracks: 1 } });
});

test('R21: without a target, attempts that are used up are their own kind of question', () => {
  const run = played(pipeline({ patience: null }, 2));
  expect(openEscalations(run.state)).toMatchObject([{ kind: 'attempts_exhausted', step: 'work' }]);
});

test('R22: with nowhere to go nobody is asked: it is warned once in the epoch, and the retries go on', () => {
  const run = played(pipeline({}), 4);
  expect(run.state.life.status).toBe('completed');
  expect(detected(run)).toEqual([['work', 'warned']]);
  expect(run.state.steps['work']).toMatchObject({ n: 5, warned: true });
});

test('R22: that it was warned at one guard keeps nothing untold of what follows at another', () => {
  const run = playing(pipeline({ eMax: 1, targetsByGuard: { h: ['plan'] } }));
  for (const guard of ['pass', 'g', 'g', 'h', 'h']) {
    const { token = '' } = wanted(run.state)[0] ?? {};
    run.do(generated(token));
    run.do(guard === 'pass' ? judged(token) : { ...judged(token, 'retry'), guard });
  }
  expect(detected(run)).toEqual([
    ['work', 'warned'],
    ['work', 'backtracked'],
  ]);
});

test.each([
  ['escalate', 'escalated', 'escalated'],
  ['fail', 'failed', 'failed'],
] as const)('R22: onStagnation %s: the run is %s at once', (onStagnation, status, action) => {
  const run = played(pipeline({ onStagnation }));
  expect(run.state.life.status).toBe(status);
  expect(detected(run)).toEqual([['work', action]]);
  expect(run.state.steps['work']?.n).toBe(2);
});

test('R31: the trace tells each rejection as REFINE-CONTEXT, the way back, what it undid, and who was told', () => {
  const plan = pipeline({ eMax: 1, targets: ['plan'] });
  const run = played(plan);
  const told = traceOf(run.log, plan).map(({ action, step }) => `${action} ${step}`);
  const back = told.indexOf('BACKTRACK work');
  expect(told.slice(back, back + 4)).toEqual([
    'BACKTRACK work',
    'INVALIDATE plan',
    'INVALIDATE work',
    'INJECT-CONTEXT plan',
  ]);
  const rejections = typesOf(run).filter((type) => type === 'guard.verdict').length - 2;
  expect(told.filter((line) => line === 'REFINE-CONTEXT work')).toHaveLength(rejections);
});

test('R31: a step that is waived is one ADVANCE-STATE that says so', () => {
  const plan = aPlan([aStep('work', { attempts: 1, onExhausted: 'skip' })]);
  const advanced = traceOf(played(plan).log, plan).filter(({ action }) => action === 'ADVANCE-STATE');
  expect(advanced).toMatchObject([{ step: 'work', waived: true }]);
});
