// Pure: the question in words, what its template has put into it, and what speaks for and against, as they stand on its page (console 2.1).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { askedIn } from '../../src/console/pages/question/asked.ts';
import { Evidence } from '../../src/console/pages/question/evidence.ts';
import { headed } from '../../src/console/parts/heading.ts';

const ATTEMPT = {
  step: 'draft',
  epoch: 1,
  status: 'rejected',
  artifactId: 'art_1',
  verdict: null,
  startedAt: '2026-11-26T10:00:00.000Z',
  usage: {},
};

test('console 2.1: under why it is asked, what was wrong is told of the attempt that it was wrong with', () => {
  const attempts = [
    { ...ATTEMPT, attempt: 1, n: 1, feedback: 'The date is missing.' },
    { ...ATTEMPT, attempt: 2, n: 3, epoch: 2, feedback: 'No.' },
    { ...ATTEMPT, step: 'plan', attempt: 1, n: 1, feedback: '' },
  ];
  const evidence = { summary: 'As follows.', attempts, injected: [], spend: {} };
  const facts = {
    kind: 'approval',
    status: 'open',
    step: 'draft',
    runId: 'run_1',
    feedback: '',
    options: [],
    evidence,
  };
  const question = Object.assign(Object.create(null), facts);
  const budget = Object.assign(Object.create(null), { bound: { remaining: 2 }, remaining: {} });
  const html = renderToString(h(Evidence, { question, budget, given: [], now: Date.parse(ATTEMPT.startedAt) }));
  const lines = html.match(/<li>.*?<small>/g)?.map((line) => line.replaceAll(/<[^>]+>/g, ''));
  expect(lines).toEqual([
    '✕ Rejected Attempt 1: The date is missing.',
    '✕ Rejected Attempt 2 of epoch 2: No.',
    '✕ Rejected Attempt 1 of plan',
  ]);
});

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

const ASKS = ': how should it go on?';
const USED = 'draft used its 4 attempts; contains rejected the last one';
const SWAPS = ' (another choice is left upstream, but the run has made all its swaps: maxSwaps)';

test.each([
  [`${USED} (No "a (b)".)${ASKS}`, 'draft used its 4 attempts', 'contains rejected the last one: No "a (b)".'],
  [`${USED}${ASKS}`, 'draft used its 4 attempts', 'contains rejected the last one'],
  [
    `${USED}, and no other choice is left (No.)${SWAPS}${ASKS}`,
    'draft used its 4 attempts, and no other choice is left',
    `contains rejected the last one: No.; ${SWAPS.slice(2, -1)}`,
  ],
  [`draft goes in circles at contains (No.)${ASKS}`, 'draft goes in circles at contains', 'No.'],
  [`${USED} (The text does not…`, 'draft used its 4 attempts', 'contains rejected the last one: The text does not…'],
])('console 2.1: a question because of a guard is headed without its words: %s', (question, short, more) => {
  expect(headed({ kind: 'attempts_exhausted', question })).toEqual({ heading: `${short}${ASKS}`, more });
  expect(headed({ kind: 'approval', question })).toEqual({ heading: question, more: '' });
});
