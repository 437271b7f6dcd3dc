import { BEAT, createBeats } from '../../src/ports/worker-beats.ts';

/** Beats at these instants, in milliseconds; the last is the present. */
function silentAfter(beats: readonly number[], present: number): boolean {
  let now = 0;
  const heard = createBeats(() => now);
  for (const at of beats) {
    now = at;
    heard.heard('w');
  }
  now = present;
  return heard.isSilent('w');
}

const regular = Array.from({ length: 20 }, (_, at) => at * BEAT);
const shared = [0, 1_000, 7_000, 8_000, 9_000, 12_000];

test.each([
  ['one that was never heard of', [], 100_000, false],
  ['one that beats', regular, 19_900, false],
  ['one that has stopped', regular, 23_100, true],
  ['one that has stopped so long ago that somebody else must hear it', regular, 19_000 + 75_001, false],
  ['one that a balancer lets beat here now and then', shared, 12_000 + 10_000, false],
  ['one of these that is gone', shared, 12_000 + 30_000, true],
])('R99: %s', (_, beats, present, isSilent) => {
  expect(silentAfter(beats, present)).toBe(isSilent);
});
