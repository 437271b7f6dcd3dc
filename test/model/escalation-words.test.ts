import {
  actorWord,
  answeredBy,
  decisionWord,
  doneBy,
  failureWord,
  kindWord,
} from '../../src/model/events/escalation-words.ts';
import { ACTIONS, ESCALATION_KINDS } from '../../src/model/events/escalations.ts';

test('console 4: people read words for kinds, answers and failures, each its own, and no names of programs', () => {
  for (const words of [ESCALATION_KINDS.map(kindWord), ACTIONS.map(decisionWord)]) {
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((word) => /_/.test(word))).toEqual([]);
  }
  expect(['attempts_exhausted', 'aborted', 'some_other'].map(failureWord)).toEqual([
    'attempts used up',
    'ended by a person',
    'some other',
  ]);
});

test.each([
  ['api-key', 'with the API key'],
  ['ada', 'by ada (name not checked)'],
  ['anonymous', 'by anonymous'],
])('who answered as %s is told as: %s', (by, words) => {
  expect(answeredBy(by)).toBe(words);
  expect(doneBy(by)).toBe(words.replace(' (name not checked)', ''));
  expect(actorWord(by)).toBe(by === 'api-key' ? 'Somebody with the API key' : by);
});
