import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { RunRowView } from '../../src/api/rows/run-row.ts';
import { ageWord, quietWord, whenWord } from '../../src/console/parts/ages.ts';
import { Quiet } from '../../src/console/parts/texts.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');

test.each([
  ['2026-11-24T11:59:30Z', '30 s', '30 s ago'],
  ['2026-11-24T11:56:00Z', '4 min', '4 min ago'],
  ['2026-11-24T10:56:00Z', '1 h 04 min', '1 h 04 min ago'],
  ['2026-11-23T12:00:00Z', '1 day', '23 Nov 12:00'],
  ['2026-11-20T20:34:00Z', '3 days', '20 Nov 20:34'],
])('console 4: %s is %s old, and was %s', (time, age, when) => {
  expect([ageWord(time, NOW), whenWord(time, NOW)]).toEqual([age, when]);
});

test.each([
  ['2026-11-24T11:50:01Z', ''],
  ['2026-11-24T11:50:00Z', ' · nothing new for 10 min'],
  ['2026-11-24T10:56:00Z', ' · nothing new for 1 h 04 min'],
])(
  'console 2: a run under way whose newest event was at %s is said to be quiet once that is long: "%s"',
  (time, word) => {
    expect(quietWord(time, NOW)).toBe(word);
    const run = (status: string): RunRowView => Object.assign(Object.create(null), { status, changedAt: time });
    expect(renderToString(h(Quiet, { run: run('running'), now: NOW }))).toContain(`>${word}</time>`);
    for (const status of ['paused', 'escalated', 'completed'])
      expect(renderToString(h(Quiet, { run: run(status), now: NOW }))).toBe('');
  },
);
