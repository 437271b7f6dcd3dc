// Pure: a question in words, and what its template has put into it (console 2.1).

import { askedIn } from '../../src/console/pages/question/asked.ts';

const ORDER = '{"id":7,"lines":[{"sku":"a","count":2}]}';

test.each([
  ['Is this to be sent?', 'Is this to be sent?', []],
  [`Is this to be sent? ${ORDER}`, 'Is this to be sent?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  [`Is ${ORDER} to be sent?`, 'Is … to be sent?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  [`Is it ${ORDER}?`, 'Is it …?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  [ORDER, 'What do you say to this?', [JSON.stringify(JSON.parse(ORDER), null, 2)]],
  ['Is {"a":"}{"} like {"b":1}?', 'Is … like …?', ['{\n  "a": "}{"\n}', '{\n  "b": 1\n}']],
  ['Is [1, 2] or {} or {this} or [a "b" { right?', 'Is [1, 2] or {} or {this} or [a "b" { right?', []],
])('console 2.1: a question is words, and structured values stand apart: %s', (question, words, values) => {
  expect(askedIn(question)).toEqual({ words, values });
});

test('a value that would not be the same in lines stays as it is written', () => {
  const value = '{"id":12345678901234567890}';
  expect(askedIn(`Is it right? ${value}`).values).toEqual([value]);
});

test('brackets without end are read in good time', () => {
  const question = '{['.repeat(200_000);
  expect(askedIn(question)).toEqual({ words: question, values: [] });
});
