// Pure: the paper's pipeline (formal A.5) with scripted verdicts reproduces the counts of formal A.4.
import { aPlan, aStep } from '../support/played/plans.ts';
import { play, type Said } from '../support/played/played.ts';

const NO_RECOVERY = aStep('x').recovery;

/** analysis → gen_test → gen_patch, R_max 6, patience 2 and 3, e_max 1 and 2. */
const pipeline = aPlan([
  aStep('analysis', { attempts: 7 }),
  aStep('gen_test', {
    attempts: 7,
    requires: ['analysis'],
    onExhausted: 'backtrack',
    recovery: { ...NO_RECOVERY, patience: 2, eMax: 1, targets: ['analysis'] },
  }),
  aStep('gen_patch', {
    attempts: 7,
    requires: ['analysis', 'gen_test'],
    onExhausted: 'backtrack',
    recovery: { ...NO_RECOVERY, patience: 3, eMax: 2, targets: ['analysis', 'gen_test'] },
  }),
]);

const varied = (count: number): readonly Said[] =>
  Array.from({ length: count }, (_, index) => `ValueError: reason ${'abcdefg'[index]}`);
/** Right at the last try. */
const LATE: readonly Said[] = [...varied(6), 'pass'];

function generations(script: Readonly<Record<string, readonly Said[]>>) {
  const { state } = play(pipeline, script);
  const { steps, life, escalations } = state;
  const made = Object.fromEntries(Object.entries(steps).map(([id, { n }]) => [id, n]));
  return {
    total: state.usage.attempts,
    made,
    status: life.status,
    kinds: Object.values(escalations).map(({ kind }) => kind),
  };
}

test('formal A.4: the bound of the published pipeline is 77', () => {
  expect(pipeline.bound).toBe(77);
});

test('S3-P2: the worst case reaches exactly 77 generations: 28, 28 and 21', () => {
  const worst = generations({
    analysis: [...LATE, ...LATE, ...LATE, ...LATE],
    gen_test: [...varied(7), ...LATE, ...LATE, ...LATE],
    gen_patch: varied(7).concat(varied(7), varied(7)),
  });
  expect(worst).toEqual({
    total: 77,
    made: { analysis: 28, gen_test: 28, gen_patch: 21 },
    status: 'escalated',
    kinds: ['backtracks_exhausted'],
  });
});

test.each([
  ['all right at once', {}, { total: 3, status: 'completed' }],
  [
    'tests alike twice: one way back, then right',
    { gen_test: ['ValueError: same', 'ValueError: same', 'pass'] },
    { total: 6, made: { analysis: 2, gen_test: 3, gen_patch: 1 }, status: 'completed' },
  ],
  [
    'a patch alike three times: both targets run again',
    { gen_patch: ['ValueError: same', 'ValueError: same', 'ValueError: same', 'pass'] },
    { total: 8, made: { analysis: 2, gen_test: 2, gen_patch: 4 }, status: 'completed' },
  ],
  [
    'a patch that never gets better: two ways back, then a person',
    { gen_patch: ['ValueError: same'] },
    {
      total: 15,
      made: { analysis: 3, gen_test: 3, gen_patch: 9 },
      status: 'escalated',
      kinds: ['backtracks_exhausted'],
    },
  ],
])('S3-W-3, S3-P3: %s', (_, script, expected) => {
  expect(generations(script)).toMatchObject(expected);
});
