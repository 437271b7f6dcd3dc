/** In which order people are asked. */

import { by, questionOrder } from '../../src/console/parts/order.ts';
import { recounted } from '../../src/console/parts/waiting-title.ts';

const question = (id: string, openedAt: string, expiresAt: string | null = null) => ({
  id,
  runId: 'run_1',
  workflow: 'letters',
  status: 'open' as const,
  kind: 'approval' as const,
  step: 'letter',
  question: 'Is it?',
  assignees: [],
  moreAssignees: 0,
  openedAt: `2026-11-26T${openedAt}Z`,
  expiresAt: expiresAt === null ? null : `2026-11-26T${expiresAt}Z`,
  decided: null,
});

test('console 2: questions that expire come first, the soonest before all; then the oldest', () => {
  const questions = [
    question('new', '10:03:00.000'),
    question('later', '10:01:00.000', '12:00:00.000'),
    question('old', '10:00:00.000'),
    question('sooner', '10:02:00.000', '11:00:00.000'),
  ];
  expect(questions.toSorted(by(questionOrder)).map(({ id }) => id)).toEqual(['sooner', 'later', 'old', 'new']);
});

test.each([
  ['(100+) Waiting · dsap', 99, '(99+) Waiting · dsap'],
  ['(2) Waiting', 1, '(1) Waiting'],
  ['(1) Waiting', 0, 'Waiting'],
  ['Waiting', 1, '(1) Waiting'],
])(
  'console 2: a title that counts questions goes on saying that there are more than are listed: %s',
  (title, listed, now) => {
    expect(recounted(title, listed)).toBe(now);
  },
);
