import * as fc from 'fast-check';
import { formatDuration, parseDuration, parseWait } from '../../src/text/duration.ts';
import { cases } from '../support/properties.ts';

test.each([
  ['PT2H', 7_200_000],
  ['PT0S', 0],
  ['PT1H30M', 5_400_000],
  ['P1DT1S', 86_401_000],
  ['P2W', 1_209_600_000],
  ['PT0.5S', 500],
  ['PT0,25S', 250],
])('R39: the duration %s is %d milliseconds', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});

test.each([
  '',
  'P',
  'PT',
  'PT5',
  'P1Y',
  'P1M',
  '2h',
  '30s',
  'pt2h',
  '-PT1S',
  'P1WT1S',
  'PT1H1H',
  'P1D T1S',
  'PT99999999999999999999S',
])('R39: %j is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test('R39: a duration is read as it was written, for every number of milliseconds', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10 ** 12 }), (milliseconds) => {
      expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
    }),
    cases(),
  );
});

test.each([
  [0, 'PT0S'],
  [7_200_000, 'PT2H'],
  [90_500, 'PT1M30.5S'],
  [86_400_000, 'P1D'],
])('%d milliseconds are written %s', (milliseconds, expected) => {
  expect(formatDuration(milliseconds)).toBe(expected);
});

test.each([
  ['30s', 30_000],
  ['PT30S', 30_000],
  ['1500ms', 1_500],
  ['0s', 0],
  ['60s', 60_000],
  ['61s', 60_000],
  ['2m', 60_000],
  ['PT2H', 60_000],
  ['P1695722336379312990000W', 60_000],
  ['71662381915196.0s', 60_000],
  ['30', undefined],
  ['s', undefined],
  ['1d', undefined],
  ['', undefined],
  ['-1s', undefined],
])('R39: the wait %j is %p milliseconds, a minute at most', (text, expected) => {
  expect(parseWait(text)).toBe(expected);
});
