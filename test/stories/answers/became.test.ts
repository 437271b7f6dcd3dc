// Pure: what is said after a decision is what its button said before.
import '../../../src/topologies/documents.ts';
import type { Input } from '../../../src/model/input.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { openEscalations } from '../../../src/model/run-state.ts';
import { optionsOf } from '../../../src/stories/answers/answer-options.ts';
import { becameOf } from '../../../src/stories/answers/became.ts';
import { aPlan, aStep } from '../../support/played/plans.ts';
import { generated, judged, type Playing, playing } from '../../support/played/playing.ts';

const tokenOf = (run: Playing) => Object.values(run.state.steps).find(({ call }) => call)?.call?.token ?? '';

function askedAbout(plan: Plan, ...inputs: readonly ((token: string) => Input)[]): Playing {
  const run = playing(plan);
  for (const input of inputs) run.do(input(tokenOf(run)));
  return run;
}

const pending = (token: string): Input => ({ kind: 'pending', token, leaf: 'signature' });
const fatal = (token: string): Input => judged(token, 'fatal');
const passed = (token: string): Input => judged(token);
const failed = (token: string): Input => judged(token, 'retry');

const TWO = aPlan([aStep('plan'), aStep('draft', { requires: ['plan'] })]);
const signed = () => askedAbout(aPlan([aStep('reply')]), generated, pending);
const signedFirst = () =>
  askedAbout(aPlan([aStep('offer'), aStep('send', { requires: ['offer'] })]), generated, pending);
const rejected = () => askedAbout(TWO, generated, passed, generated, fatal);
const leave = () => askedAbout(aPlan([aStep('send', { approval: true })]));
const both = () => {
  const run = askedAbout(aPlan([aStep('a'), aStep('b')]), generated, pending);
  run.do(generated(run.state.steps['b']?.call?.token ?? ''));
  run.do(judged(run.state.steps['b']?.call?.token ?? '', 'fatal'));
  return run;
};

test.each<[string, () => Playing, object, ((token: string) => Input)[], before: string, after: string]>([
  [
    'a leaf',
    signed,
    { action: 'approve' },
    [passed],
    'reply is done; the run completes.',
    'reply is done; the run has completed.',
  ],
  [
    'a leaf not heard yet',
    signed,
    { action: 'approve' },
    [],
    'reply is done; the run completes.',
    'the guard of reply goes on with the answer.',
  ],
  [
    'a leaf, and more to do',
    signedFirst,
    { action: 'approve' },
    [passed],
    'offer is done; send is next.',
    'offer is done; send has begun.',
  ],
  [
    'no',
    signed,
    { action: 'reject', feedback: 'Shorter.' },
    [failed],
    'attempt 2 of 4 is made with your words.',
    'attempt 2 has begun with your words.',
  ],
  [
    'over the guard',
    rejected,
    { action: 'approve', artifactDigest: 'sha256:t8' },
    [],
    'draft is accepted over the guard; the run completes.',
    'draft is accepted over the guard; the run has completed.',
  ],
  [
    'again, with words',
    rejected,
    { action: 'retry', guidance: 'Shorter.' },
    [],
    'attempt 1 of 4 is made with your words.',
    'attempt 1 of 4 has begun with your words.',
  ],
  ['again', rejected, { action: 'retry' }, [], 'attempt 1 of 4 is made.', 'attempt 1 of 4 has begun.'],
  ['an end', rejected, { action: 'abort' }, [], 'the run fails.', 'the run has failed.'],
  [
    'left out',
    rejected,
    { action: 'skip' },
    [],
    'draft is left out; the run completes.',
    'draft is left out; the run has completed.',
  ],
  ['leave', leave, { action: 'approve' }, [], 'attempt 1 of 4 is made.', 'attempt 1 has begun.'],
  [
    'no leave',
    leave,
    { action: 'reject', feedback: 'Not yet.' },
    [],
    'a person is then asked about send.',
    'a person was then asked about send.',
  ],
])('R90: %s: what is said before and after', (_, asks, decision, follows, before, after) => {
  const run = asks();
  const [question] = openEscalations(run.state);
  if (!question) throw new Error('Nothing is asked.');
  const request = { ...decision, kind: 'decide', escalationId: question.id } as Extract<Input, { kind: 'decide' }>;
  const heard = { approve: 'pass', reject: 'retry' } as const;
  const options = optionsOf({ plan: run.plan, state: run.state }, question, {
    now: 0,
    rejecting: [],
    heard: (action) => (action === 'approve' || action === 'reject' ? heard[action] : undefined),
  });
  const option = options.find(({ action }) => action === request.action);
  expect((request.guidance === undefined && option?.wordless ? option.wordless : option)?.consequence).toBe(before);
  const decidedAt = run.log.length;
  run.do({ ...request, ...(question.artifactDigest !== undefined && { artifactDigest: question.artifactDigest }) });
  for (const input of follows) run.do(input(tokenOf(run)));
  expect(becameOf(run.log.slice(decidedAt), question)).toBe(after);
});

test('R90: where another question is open the run waits for the answer to that, not for whoever answers this one', () => {
  const run = both();
  const [question] = openEscalations(run.state);
  if (!question) throw new Error('Nothing is asked.');
  const facts = { now: 0, rejecting: [], heard: () => 'pass' as const };
  const options = optionsOf({ plan: run.plan, state: run.state }, question, facts);
  const said = options.map(({ consequence }) => consequence).join('\n');
  expect(openEscalations(run.state)).toHaveLength(2);
  expect(said).toContain('the run goes on once its other questions are answered');
  expect(said).not.toContain('once a person has answered');
});
