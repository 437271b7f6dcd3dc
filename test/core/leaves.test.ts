// Pure: leaves of guards that wait for people: what is asked, and what goes on to the guard (R73).
import { stateOf, wanted } from '../../src/engine.ts';
import { openEscalations } from '../../src/model/run-state.ts';
import { aPlan, aStep } from '../support/played/plans.ts';
import { generated, type Playing, playing } from '../support/played/playing.ts';

const NOW = 1_000;

function judging(): readonly [Playing, token: string] {
  const run = playing(aPlan([aStep('a')]));
  const { token = '' } = wanted(run.state)[0] ?? {};
  run.do(generated(token), NOW);
  return [run, token];
}
const questions = (run: Playing) => openEscalations(run.state);

test('R73: of two leaves the second is asked once the first is answered, and both answers go on to the guard', () => {
  const [run, token] = judging();
  for (const leaf of ['right', 'kind']) {
    run.do({ kind: 'pending', token, leaf }, NOW);
    const [question] = questions(run);
    expect(question).toMatchObject({ kind: 'approval', leaf, question: `Does the artifact of a pass ${leaf}?` });
    expect([stateOf(run.state, 'a').call?.pending, wanted(run.state)]).toEqual([leaf, []]);
    const { id: escalationId = '', artifactDigest = '' } = question ?? {};
    run.do({ kind: 'decide', escalationId, action: 'approve', by: 'ann', artifactDigest }, NOW);
  }
  expect(stateOf(run.state, 'a').call?.answers).toEqual([
    { leaf: 'right', verdict: 'pass', by: 'ann' },
    { leaf: 'kind', verdict: 'pass', by: 'ann' },
  ]);
  expect(wanted(run.state)).toMatchObject([{ token, phase: 'guard' }]);
});

test.each<[string, object, object]>([
  ['as long as there is', {}, { branch: true }],
  ['for so long', { expiresIn: 500 }, { expiresAt: NOW + 500 }],
  ['and then counts as a no', { expiresIn: 500, rejectOnExpiry: true }, { rejectOnExpiry: true }],
  ['in words of its own', { question: 'Is it?' }, { question: 'Is it?' }],
])('R45: a leaf is asked %s', (_, facts, expected) => {
  const [run, token] = judging();
  run.do({ kind: 'pending', token, leaf: 'right', ...facts }, NOW);
  expect(questions(run)).toMatchObject([expected]);
  for (const field of ['expiresAt', 'rejectOnExpiry'])
    if (!Object.hasOwn(expected, field) && !Object.hasOwn(facts, 'expiresIn'))
      expect(questions(run)[0]).not.toHaveProperty(field);
});

test('R41: a leaf that nobody answers in time is rejected where it says so, and fails the run where it does not', () => {
  const [run, token] = judging();
  run.do({ kind: 'pending', token, leaf: 'right', expiresIn: 500, rejectOnExpiry: true }, NOW);
  run.do({ kind: 'time' }, NOW + 499);
  expect(questions(run)).toHaveLength(1);
  run.do({ kind: 'time' }, NOW + 500);
  expect(stateOf(run.state, 'a').call?.answers).toEqual([
    { leaf: 'right', verdict: 'retry', by: 'nobody', feedback: 'No person approved this in time.' },
  ]);
  const [other, second] = judging();
  other.do({ kind: 'pending', token: second, leaf: 'right', expiresIn: 500 }, NOW);
  other.do({ kind: 'time' }, NOW + 500);
  expect(other.state.life).toMatchObject({ status: 'failed', failure: { code: 'escalation_expired', step: 'a' } });
});
