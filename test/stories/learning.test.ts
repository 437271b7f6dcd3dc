// Pure: runs of the core in memory, and what is told and counted of them.

import type { StepPlan } from '../../src/model/plan.ts';
import { backtracksOf } from '../../src/stories/backtracks.ts';
import { addSurvey, newSurvey } from '../../src/stories/survey.ts';
import { signatureOf } from '../../src/text/normalise.ts';

import { aPlan, aStep } from '../support/played/plans.ts';
import { type Played, play, type Said } from '../support/played/played.ts';
import { failureModesOf, surveyOfRun, whyOf } from '../support/told.ts';

const recovery = (facts: Partial<StepPlan['recovery']> = {}) => ({ ...aStep('x').recovery, ...facts });
const BACK = recovery({ patience: 2, eMax: 1, targets: ['plan'] });
const pipeline = (facts: Partial<StepPlan> = {}) =>
  aPlan([
    aStep('plan'),
    aStep('code', { requires: ['plan'] }),
    aStep('test', { requires: ['code'], recovery: BACK, ...facts }),
  ]);
const SAME = 'AssertionError: no total';

describe('a way back', () => {
  test('S3-M: it is told with its targets, what was undone, what changed and whether it helped', () => {
    const run = play(pipeline(), { test: [SAME, SAME, 'pass'] });
    expect(run.status).toBe('completed');
    expect(backtracksOf(run.events)).toMatchObject([
      {
        step: 'test',
        epoch: 1,
        guard: 'g',
        targets: ['plan'],
        undone: ['plan', 'code'],
        changed: { plan: true },
        recovered: true,
      },
    ]);
  });

  test('S3-M: a target that makes the same again has not changed', () => {
    const same: Said = { verdict: 'pass', digest: 'sha256:same' };
    const run = play(pipeline(), { plan: [same], test: [SAME] });
    expect(backtracksOf(run.events)).toMatchObject([{ changed: { plan: false }, recovered: false, failedAt: 'g' }]);
  });

  test("S3-M: a person's artifact is no recovery", () => {
    const decision = { action: 'amend', artifactId: 'art_h', digest: 'sha256:h' } as const;
    const run = play(pipeline(), { test: [SAME, SAME, SAME, SAME, 'pass'] }, { decision });
    expect(run.events.some((event) => event.type === 'artifact.created' && event.source === 'human')).toBe(true);
    expect(backtracksOf(run.events)).toMatchObject([{ recovered: false }]);
  });
});

describe('why', () => {
  const why = ({ events, plan, state, verdicts }: Played) => whyOf(events, plan, state, verdicts);
  const said = (run: Played) => why(run).chain.map(({ because }) => because);

  test('api 2: which failure led to which backtrack to which change', () => {
    const run = play(pipeline(), { test: [SAME, SAME, 'pass'] });
    expect(said(run)).toEqual([
      'ann created the run.',
      'plan passed at its first attempt.',
      'code passed at its first attempt.',
      `g rejected attempts 1 to 2 of test: ${SAME}.`,
      'test went in circles at g: the last rejections name the same error, so the run goes back upstream.',
      'test failed at g, so the run went back to plan, which was told why; plan, code and test are done anew.',
      'plan passed at its first attempt of epoch 2 and made something else than before test failed.',
      'code passed at its first attempt of epoch 2.',
      'test passed at its first attempt of epoch 2.',
      'The run is completed.',
    ]);
    expect(why(run)).toMatchObject({
      status: 'completed',
      summary:
        'The run is completed: every step of its goal is met. test failed at g, so the run went back to plan; plan made something else, and test passed. So far 7 artifacts, 2 rejected, 1 backtrack.',
      next: [],
    });
  });

  test('api 2: what a person can do now is named, with the question', () => {
    const run = play(pipeline(), { test: [SAME] });
    const { status, summary, next } = why(run);
    expect(status).toBe('escalated');
    expect(summary).toContain('The run waits for a person: test still fails at g');
    expect(next).toEqual([
      {
        who: 'person',
        kind: 'answer',
        question: expect.stringMatching(/^esc_/),
        allowedActions: ['approve', 'amend', 'retry', 'redo', 'skip', 'abort'],
        action: expect.stringMatching(/^decide esc_\S+: approve, amend, retry, redo, skip, abort$/),
      },
    ]);
    expect(said(run).at(-1)).toMatch(/^A person was asked \(ways back used up\): /);
  });

  test('api 2: the entries point into the log, in its order', () => {
    const run = play(pipeline(), { test: [SAME] });
    const { chain } = why(run);
    const seqs = chain.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    for (const { seq, at } of chain) expect(run.events[seq - 1]).toMatchObject({ seq, at });
  });

  test('api 2: whoever rejected something is told in its own words, also in the question that follows', () => {
    const FEEDBACK = 'The text lacks "3 May".';
    const run = play(aPlan([aStep('a', { attempts: 1 })]), {
      a: [{ verdict: 'retry', guard: 'Dates', feedback: FEEDBACK }],
    });
    expect(run.events.map((event) => 'signature' in event && event.signature)).toContain(signatureOf(FEEDBACK));
    expect(said(run).slice(1)).toEqual([
      'Dates rejected attempt 1 of a: The text lacks "3 May".',
      'A person was asked (attempts used up): a used its one attempt; Dates rejected the last one (The text lacks "3 May".): how should it go on?',
    ]);
  });

  test('api 2: a decision, and what it led to, are told', () => {
    const run = play(
      aPlan([aStep('a', { attempts: 1 })]),
      { a: ['bad', 'pass'] },
      { decision: { action: 'retry', by: 'bob', guidance: 'try' } },
    );
    expect(said(run).slice(2)).toEqual([
      'A person was asked (attempts used up): a used its one attempt; g rejected the last one (bad): how should it go on?',
      expect.stringMatching(/^bob decided esc_\S+: another try\.$/),
      expect.stringMatching(/^a starts over, as decided in esc_/),
      "a was given a person's guidance: try.",
      'a passed at its first attempt of epoch 2.',
      'The run is completed.',
    ]);
  });
});

describe('failure modes', () => {
  const one = (facts: Partial<StepPlan> = {}) => aPlan([aStep('a', facts)]);
  const FAIL = { onExhausted: 'fail' } as const;
  const mode = (name: string): Said => ({ verdict: 'retry', feedback: 'in words of its own', data: { mode: name } });
  const quoted = mode('hallucinated_reference');
  test.each<[string, string, () => Played, readonly [string, string][]]>([
    [
      'S3-F-1',
      'answers that name what is not there',
      () => play(one(FAIL), { a: ['search text not found in f.py'] }),
      [['hallucinated_reference', 'a']],
    ],
    [
      'S3-F-1',
      'what the guard itself says to be so, in whatever words',
      () => play(one(), { a: [quoted, quoted, 'pass'] }),
      [['hallucinated_reference', 'a']],
    ],
    [
      'S3-F-1',
      'a leaf that says so inside a composite, beside another that does not',
      () => play(one(FAIL), { a: [{ verdict: 'retry', feedback: 'x', leaves: [mode('hallucinated_reference')] }] }),
      [['hallucinated_reference', 'a']],
    ],
    [
      'S3-F-1',
      'words that say so of another mode are none',
      () =>
        play(one(FAIL), { a: [{ verdict: 'retry', feedback: 'no such file', data: { mode: 'framework_specific' } }] }),
      [['framework_specific', 'a']],
    ],
    ['S3-F-1', 'a single slip is none', () => play(one(), { a: ['No such file', 'pass'] }), []],
    ['S3-F-2', 'an upstream that changed in vain', () => play(pipeline(), { test: [SAME] }), [['wrong_axis', 'test']]],
    ['S3-F-2', 'an upstream whose change helped is none', () => play(pipeline(), { test: [SAME, SAME, 'pass'] }), []],
    [
      'S3-F-3',
      'a rejected attempt whose context had been cut',
      () => play(one(), { a: ['bad', 'pass'] }, { cut: [1] }),
      [['context_overflow', 'a']],
    ],
    [
      'S3-F-4',
      'failures that are never alike',
      () => play(one({ ...FAIL, recovery: recovery({ patience: 2 }) }), { a: ['w', 'x', 'y', 'z'] }),
      [['varied_failures', 'a']],
    ],
    ['S3-F-4', 'failures that are alike are none', () => play(one(FAIL), { a: ['x'] }), []],
    [
      'S3-F-5',
      'failures of the surroundings',
      () => play(one(FAIL), { a: ["ModuleNotFoundError: No module named 'django'"] }),
      [['framework_specific', 'a']],
    ],
  ])('%s: %s', (_, __, run, modes) => {
    expect(failureModesOf(run()).map(({ name, step }) => [name, step])).toEqual(modes);
  });

  test('S3-F-2: only what changed upstream is said to have changed', () => {
    const same: Said = { verdict: 'pass', digest: 'sha256:same' };
    const back = recovery({ patience: 2, eMax: 1, targets: ['plan', 'code'] });
    const run = play(pipeline({ recovery: back }), { code: [same], test: [SAME] });
    expect(failureModesOf(run)).toMatchObject([
      { name: 'wrong_axis', because: 'plan changed, yet test still fails at g' },
    ]);
  });

  test('S3-F-3: a context that fits in no way', () => {
    const { events, ...run } = play(one({ attempts: 1 }), { a: ['x'] });
    const overflow = events.map((event) =>
      event.type === 'escalation.opened' ? { ...event, kind: 'context_overflow' as const } : event,
    );
    expect(failureModesOf({ ...run, events: overflow })).toMatchObject([{ name: 'context_overflow', step: 'a' }]);
  });
});

test('S3-M-1…12, S3-M: the numbers of a fleet equal those counted by hand', () => {
  const survey = newSurvey();
  const leaves: Said = { verdict: 'retry', guard: 'tests', feedback: SAME };
  addSurvey(survey, surveyOfRun(play(pipeline(), {})));
  addSurvey(survey, surveyOfRun(play(pipeline(), { code: ['bad', 'pass'], test: [SAME, SAME, 'pass'] })));
  addSurvey(survey, surveyOfRun(play(pipeline(), { test: [SAME] }, { decision: { action: 'abort' } })));
  addSurvey(survey, surveyOfRun(play(pipeline(), { test: [leaves, 'pass'] })));
  const { runs, statuses, failures, escalations, failureModes, usage } = survey;
  expect({ runs, statuses: [...statuses], failures: [...failures], escalations: [...escalations] }).toEqual({
    runs: 4,
    statuses: [
      ['completed', 3],
      ['failed', 1],
    ],
    failures: [['aborted', 1]],
    escalations: [['backtracks_exhausted', 1]],
  });
  expect([...failureModes]).toEqual([['wrong_axis', 1]]);
  // plan 1+2+2+1, code 1+3+2+1, test 1+3+4+2.
  expect(usage.llmCalls).toBe(23);
  const test = survey.steps.get('example/test');
  expect(test).toMatchObject({
    attempts: 10,
    passes: 3,
    levelOneOnly: 2,
    backtracks: 2,
    recovered: 1,
    unrecovered: 1,
    undone: 4,
    injections: 2,
    changed: 2,
    unchanged: 0,
  });
  expect(Object.fromEntries(test?.levels ?? [])).toEqual({ first_try: 1, refined: 1, backtracked: 1, escalated: 1 });
  const guard = test?.guards.get('g');
  expect(guard).toMatchObject({ judged: 9, passes: 3, failures: 6 });
  expect([...(guard?.stagnations ?? [])]).toEqual([
    ['backtracked', 2],
    ['escalated', 1],
  ]);
  expect([...(guard?.targets ?? [])]).toEqual([['plan', 2]]);
  expect(test?.guards.get('tests')).toMatchObject({ judged: 1, passes: 0, failures: 1 });
  expect(survey.steps.get('example/code')).toMatchObject({ attempts: 7, passes: 6, levelOneOnly: 4 });
});
