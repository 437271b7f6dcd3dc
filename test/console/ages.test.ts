import { ageWord, whenWord } from '../../src/console/parts/ages.ts';

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
