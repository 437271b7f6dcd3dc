// Pure: the lines of a run's timeline (console 2.2).

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Attempt, AttemptLine } from '../../../src/console/pages/run/lines.ts';

const lineOf = (change: Partial<Attempt>): string => {
  const facts = {
    step: 'outline',
    epoch: 1,
    attempt: 1,
    n: 1,
    status: 'accepted',
    artifactId: null,
    source: 'generated',
    verdict: null,
    startedAt: '2026-11-26T19:47:14.000Z',
    ...change,
  };
  const attempt = Object.assign(Object.create(null), facts);
  return renderToString(h(AttemptLine, { attempt, runId: 'run_1', isAsked: false })).replaceAll(/<[^>]+>/g, '');
};

test.each<readonly [change: Partial<Attempt>, told: string]>([
  [{}, '19:47:14 ✓ Accepted outline 1'],
  [{ status: 'superseded' }, '19:47:14 · Accepted, superseded since outline 1'],
  [{ n: 2, epoch: 2 }, '19:47:14 ✓ Accepted outline 2 epoch 2, attempt 1 Compare with 1'],
])('console 2.2: of an attempt the timeline tells what it was then: %j', (change, told) => {
  expect(lineOf(change).replaceAll(/\s+/g, ' ')).toBe(told);
});
