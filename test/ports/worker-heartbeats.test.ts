import { createWorkerHeartbeats, HEARTBEAT_EVERY } from '../../src/ports/worker-heartbeats.ts';

/** Beats at these instants, in milliseconds; the last is the present. */
function silentAfter(heartbeats: readonly number[], present: number): boolean {
  let now = 0;
  const heard = createWorkerHeartbeats(() => now);
  for (const at of heartbeats) {
    now = at;
    heard.heard('w');
  }
  now = present;
  return heard.isSilent('w');
}

const regular = Array.from({ length: 20 }, (_, at) => at * HEARTBEAT_EVERY);
const shared = [0, 1_000, 7_000, 8_000, 9_000, 12_000];

test.each([
  ['one that was never heard of', [], 100_000, false],
  ['one that heartbeats', regular, 19_900, false],
  ['one that has stopped', regular, 23_100, true],
  ['one that has stopped so long ago that somebody else must hear it', regular, 19_000 + 75_001, false],
  ['one that a balancer lets beat here now and then', shared, 12_000 + 10_000, false],
  ['one of these that is gone', shared, 12_000 + 30_000, true],
])('R99: %s', (_, heartbeats, present, isSilent) => {
  expect(silentAfter(heartbeats, present)).toBe(isSilent);
});
