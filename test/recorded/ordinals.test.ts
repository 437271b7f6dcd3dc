// No server: what a recording leaves out, and what it keeps.
import { createOrdinals } from './ordinals.ts';

const RUN = `run_${'0k3x9'.repeat(5)}abcd`;
const ARTIFACT = `art_${'0123456789abc'.repeat(2)}`;
const DIGEST = `sha256:${'ab'.repeat(32)}`;
const OTHER = `sha256:${'cd'.repeat(32)}`;

test('ids are told by first sight, wherever they stand, and the same one is the same again', () => {
  const ordinals = createOrdinals();
  expect(ordinals.told({ id: `esc_${RUN}_12`, links: [`/v1/runs/${RUN}/events`], [ARTIFACT]: 'x' })).toEqual({
    id: 'esc_run-1_12',
    links: ['/v1/runs/run-1/events'],
    'art-1': 'x',
  });
  expect(ordinals.told(`${RUN} ${ARTIFACT.replace('0', '9')} ${ARTIFACT}`)).toBe('run-1 art-2 art-1');
});

test('instants and what was measured are left out, limits and counts are kept', () => {
  const ordinals = createOrdinals();
  const amounts = { maxDuration: 'PT1.5S', maxAttempts: 2 };
  expect(ordinals.told({ at: '2026-01-02T03:04:05.678Z', durationMs: 7, limits: amounts, used: amounts })).toEqual({
    at: 'time',
    durationMs: 'milliseconds',
    limits: amounts,
    used: { maxDuration: 'duration', maxAttempts: 2 },
  });
  expect(
    ordinals.told({ next: 'let it expire at 2026-01-02T03:04:05.678Z', rMax: 3, expiresAt: 1_796_026_674_406 }),
  ).toEqual({
    next: 'let it expire at time',
    rMax: 3,
    expiresAt: 'time',
  });
});

test('a digest stays, but where the text that it stands for holds an id or a time', () => {
  const ordinals = createOrdinals();
  ordinals.saw('words', DIGEST);
  ordinals.saw(`made of ${ARTIFACT}`, OTHER);
  expect(ordinals.told([DIGEST, `"${OTHER}"`])).toEqual([DIGEST, '"digest-1"']);
  expect(ordinals.told({ shown: DIGEST })).toEqual({ shown: 'view-1' });
});

test('words that look like ids are none', () => {
  const ordinals = createOrdinals();
  for (const words of ['run_stuck', 'art_of_war', 'a run_under_way_since_yesterday_and_longer'])
    expect(ordinals.told(words)).toBe(words);
});
