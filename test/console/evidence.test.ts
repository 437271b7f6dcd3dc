// Pure: what speaks for and against, as it stands on the page of a question (console 2.1).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Evidence } from '../../src/console/pages/question/evidence.ts';

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
  const facts = { kind: 'approval', status: 'open', step: 'draft', runId: 'run_1', feedback: '', evidence };
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
