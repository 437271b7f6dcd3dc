// Pure: what a question offers, and what each answer is said to do.
import { verdictOnce } from '../../../src/definitions/scope/heard-of-people.ts';
import { leavesAround } from '../../../src/definitions/scope/leaves-around.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import type { VerdictWord } from '../../../src/model/verdict.ts';
import '../../../src/topologies/documents.ts';
import { type AgreedChange, type AnswerFacts, optionsOf } from '../../../src/stories/answers/answer-options.ts';
import { aMachine, aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';

const tokenOf = (run: Playing) => Object.values(run.state.steps).find(({ call }) => call)?.call?.token ?? '';
const FACTS: AnswerFacts = { now: 0, rejecting: ['scripted'], heard: () => undefined };

function options(run: Playing, heard: Partial<Record<string, VerdictWord>> = {}, agreed: AgreedChange = {}) {
  const [question] = openEscalations(run.state);
  if (!question) throw new Error('Nothing is asked.');
  return optionsOf({ plan: run.plan, state: run.state }, question, {
    ...FACTS,
    heard: (action) => heard[action],
    agreed,
  });
}

const said = (run: Playing, heard?: Partial<Record<string, VerdictWord>>) =>
  Object.fromEntries(options(run, heard).map(({ action, consequence }) => [action, consequence]));

/** `booking` waits for a signature. */
function waiting(): Playing {
  const run = playing(aPlan([aStep('booking')]));
  run.do(generated(tokenOf(run)));
  run.do({ kind: 'pending', token: tokenOf(run), leaf: 'signature' });
  return run;
}

/** `draft`, which `plan` comes before, was judged fatal. */
function rejected(): Playing {
  const run = playing(aPlan([aStep('plan'), aStep('draft', { requires: ['plan'] })]));
  run.do(generated(tokenOf(run)));
  run.do(judged(tokenOf(run)));
  run.do(generated(tokenOf(run)));
  run.do(judged(tokenOf(run), 'fatal'));
  return run;
}

test('R90: a signature that the guard waits for says that the run completes, or that it is made again with the words of whoever refuses', () => {
  const run = waiting();
  expect(said(run, { approve: 'pass', reject: 'retry' })).toMatchObject({
    approve: 'booking is done; the run completes.',
    reject: 'attempt 2 of 4 is made with your words.',
    skip: 'booking is left out; the run completes.',
    abort: 'the run fails.',
  });
  expect(options(run).filter(({ primary }) => primary)).toMatchObject([{ action: 'approve', label: 'Approve' }]);
  const [asked] = openEscalations(run.state);
  run.do({ kind: 'decide', escalationId: asked?.id ?? '', action: 'approve' });
  expect(run.do(judged(tokenOf(run))).life.status).toBe('completed');
});

test('R32, R90: to try again where a guard broke says that the text which it did not judge is not used', () => {
  const run = playing(aPlan([aStep('draft')]));
  run.do(generated(tokenOf(run)));
  const broken = { kind: 'broken', reason: 'infrastructure', detail: 'nobody judges', guard: 'in-register' } as const;
  run.do({ ...broken, token: tokenOf(run) });
  expect(said(run)['retry']).toBe('the text that was not judged is not used; attempt 1 of 4 is made with your words.');
  const [asked] = openEscalations(run.state);
  const next = run.do({ kind: 'decide', escalationId: asked?.id ?? '', action: 'retry' });
  expect(next.steps['draft']?.call).toMatchObject({ phase: 'generate', attempt: 1 });
});

test('R90: where the guard must be asked first, whether the run ends is for the guard to say', () => {
  const [approve] = options(waiting());
  expect(approve).toMatchObject({
    action: 'approve',
    endsRun: 'depends',
    on: ['guard of booking'],
    why: [
      'Your word is one part of what the guard of booking goes by; what its other parts say is known once it has judged.',
    ],
  });
  expect(said(waiting())).toMatchObject({
    amend: 'your text goes to the guard of booking; the guard of booking then decides whether the run ends.',
  });
});

test.each<[string, Plan, string, AgreedChange, RegExp]>([
  ['a text of its own', aPlan([aStep('a')]), 'amend', {}, /^The guard of a judges your text .* has not read it yet\.$/],
  [
    'a change of its own',
    aPlan([aStep('a', { clarification: true })]),
    'amend',
    {},
    /^What your change does .* once it is written/,
  ],
  ['parts of its own', aPlan([aStep('a', { decomposes: 'b' }), aStep('b')]), 'amend', {}, /^What your change does/],
  [
    'a change that cannot be made',
    aPlan([aStep('a', { clarification: true })]),
    'approve',
    { refusal: 'The run has no step "x".' },
    /^The change cannot be made as the run stands: The run has no step "x"\. It goes back, with this reason, to the model/,
  ],
  [
    'a change of which nothing is known',
    aPlan([aStep('a', { clarification: true })]),
    'approve',
    {},
    /^What was proposed/,
  ],
  [
    'a move',
    { ...aPlan([aStep('a')]), topology: 'machine', machine: aMachine(['s']) },
    'approve',
    {},
    /^Where the run goes/,
  ],
])('R90: why nobody can say yet whether the run ends: %s', (_, plan, action, agreed, why) => {
  const run = playing(plan);
  run.do(generated(tokenOf(run)));
  run.do({ kind: 'pending', token: tokenOf(run), leaf: 'signature' });
  const option = options(run, { approve: 'pass' }, agreed).find((one) => one.action === action);
  expect(option).toMatchObject({ endsRun: 'depends', why: [expect.stringMatching(why)] });
});

test('R90: nobody is told why where it is known whether the run ends', () => {
  for (const { endsRun, why } of options(waiting(), { approve: 'pass', reject: 'retry' }))
    expect(why === undefined).toBe(endsRun !== 'depends');
});

test('R90: what the guard rejected is accepted over it, by name, and never as the first answer', () => {
  const run = rejected();
  expect(options(run)).toMatchObject([
    { action: 'approve', label: 'Accept over the guard', primary: false, over: ['scripted'], endsRun: 'yes' },
    { action: 'amend', label: 'Write it yourself', primary: false },
    {
      action: 'retry',
      label: 'Try again with guidance',
      wordless: { label: 'Try again', consequence: 'attempt 1 of 4 is made.' },
      primary: true,
      resets: ['draft'],
      endsRun: 'no',
    },
    { action: 'redo', resets: ['draft'], fields: [{ name: 'step', values: ['plan', 'draft'], chosen: 'draft' }, {}] },
    { action: 'skip', endsRun: 'yes' },
    { action: 'abort', label: 'End the run', endsRun: 'yes', generations: 0 },
  ]);
  expect(said(run)).toMatchObject({ approve: 'draft is accepted over the guard; the run completes.' });
});

test.each([
  [aStep('a', { kind: 'human' }), {}, 'amend', 'Send'],
  [aStep('a', { approval: true }), {}, 'approve', 'Approve'],
  [aStep('a'), { maxAttempts: 0 }, 'raise', 'Raise the budget'],
])('R90: each kind of question has one answer that is thought of first (%#)', (step, budgets, action, label) => {
  const found = options(playing(aPlan([step], budgets)));
  expect(found.filter(({ primary }) => primary)).toMatchObject([{ action, label }]);
});

const PERSON = { use: 'human', id: 'person', with: { question: 'May it?' } } as const;
const CHECK = { use: 'not-empty' } as const;

test.each([
  [PERSON, 'pass', 'retry'],
  [{ sequence: [CHECK, PERSON] }, 'pass', 'retry'],
  [{ sequence: [{ sequence: [PERSON, CHECK] }, CHECK] }, undefined, 'retry'],
  [{ sequence: [CHECK, { ...PERSON, onFail: 'fatal' }] }, 'pass', 'fatal'],
  [{ any: [CHECK, PERSON] }, undefined, undefined],
])('R73: what a guard is sure to say once a person has answered (%j)', (guard, approved, refused) => {
  const steps = [{ id: 'a', generator: { kind: 'llm', prompt: 'Write.' }, guard }];
  const question = { step: 'a', leaf: 'person' };
  expect(verdictOnce({ name: 'x', steps }, question, 'approve')).toBe(approved);
  expect(verdictOnce({ name: 'x', steps }, question, 'reject')).toBe(refused);
});

test.each([
  [PERSON, ['person asked']],
  [
    {
      sequence: [
        CHECK,
        { use: 'contains', with: { text: 'PAY' } },
        PERSON,
        { use: 'length', with: { max: 9, min: 1 } },
      ],
    },
    ['not-empty passed', 'contains passed "PAY"', 'person asked', 'length open {"max":9,"min":1}'],
  ],
  [
    { sequence: [{ any: [CHECK, { ...CHECK, id: 'other' }] }, { all: [CHECK, PERSON] }] },
    ['not-empty open', 'other open', 'not-empty open', 'person asked'],
  ],
  [
    { sequence: [{ all: [CHECK, { sequence: [{ ...CHECK, id: 'other' }] }] }, PERSON] },
    ['not-empty passed', 'other passed', 'person asked'],
  ],
  [CHECK, []],
])('console 2.1: which leaves of a guard have passed while a person is asked (%j)', (guard, told) => {
  const document = { name: 'x', steps: [{ id: 'a', generator: { kind: 'llm', prompt: 'Write.' }, guard }] };
  const lines = leavesAround(document, 'a', 'person').map((line) =>
    [line.leaf, line.standing, line.options].join(' ').trim(),
  );
  expect(lines).toEqual(told);
});
