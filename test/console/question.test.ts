// Pure: the question in words, what its template has put into it, and what speaks for and against, as they stand on its page (console 2.1).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { askedIn } from '../../src/console/pages/question/asked.ts';
import { Evidence } from '../../src/console/pages/question/evidence.ts';
import { question as questionScreen } from '../../src/console/pages/question/question.ts';

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

test.each([
  ['approve', 'Text to be approved · attempt 1'],
  ['retry', 'Text · attempt 1'],
])('console 2.1: a text is to be approved where that is an answer: %s', (action, caption) => {
  const facts = {
    question: 'How is it to go on?',
    workflow: 'w',
    status: 'open',
    kind: 'infrastructure',
    step: 'draft',
    runId: 'run_1',
    id: 'esc_1',
    attempt: 1,
    artifact: { id: 'art_1', text: 'As it is.', bytes: 9, cut: false },
    openedAt: ATTEMPT.startedAt,
    feedback: '',
    options: [{ action, label: 'So', consequence: '', fields: [], primary: true }],
    evidence: { summary: '', attempts: [], injected: [], spend: {} },
  };
  const question = Object.assign(Object.create(null), facts);
  const budget = Object.assign(Object.create(null), { bound: { remaining: 2 }, remaining: {} });
  const { content } = questionScreen({
    question,
    budget,
    changes: [],
    given: [],
    feed: '0',
    now: Date.parse(ATTEMPT.startedAt),
  });
  expect(renderToString(h('main', null, content)).replaceAll(/<[^>]+>/g, '')).toContain(caption);
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
