// Pure: what the last rejection of a step means (formal A.2 Def 6; R16, R17, R19, R23).

import { type Assessment, assess } from '../../src/core/stagnation.ts';
import { DEFAULT_RECOVERY, type RecoveryPlan } from '../../src/model/plan.ts';
import type { Failure } from '../../src/model/run-state.ts';

const BEST = { attempt: 3, allowed: 9, window: 0 };

/** A rejection with a signature of its own that is like none before it and moved nothing. */
type Told = Partial<Failure>;

function failuresOf(told: readonly Told[]): readonly Failure[] {
  return told.map((one, at) => ({
    token: `t${at}`,
    artifactId: `art_${at}`,
    guard: 'g',
    signature: `own ${at}`,
    alike: told.slice(0, at).map(() => 0),
    progress: 0,
    ...one,
  }));
}

const same = (more: Told = {}): Told => ({ signature: 'same', ...more });
const other: Told = {};

/** The detector that says so, or what happens otherwise. */
function found(told: readonly Told[], policy: Partial<RecoveryPlan> = {}, state: Partial<typeof BEST> = {}): string {
  const assessed: Assessment = assess(
    { ...DEFAULT_RECOVERY, ...policy },
    { ...BEST, ...state, failures: failuresOf(told) },
  );
  return assessed.kind === 'stagnant' ? assessed.detector : assessed.kind;
}

type Row = readonly [string, readonly Told[], Partial<RecoveryPlan>, string];

const COUNTS: readonly Row[] = [
  ['S3-D6-a: two equal ones where three are asked for', [same(), same()], { patience: 3 }, 'refine'],
  ['S3-D6-b: the third of three', [same(), same(), same()], { patience: 3 }, 'repetition'],
  [
    'S3-D6-c: only the last count: others before them',
    [other, other, same(), same(), same()],
    { patience: 3 },
    'repetition',
  ],
  [
    'S3-D6-c: only the last count: equal ones before another',
    [same(), same(), same(), other],
    { patience: 3 },
    'refine',
  ],
  ['S3-D6-c: equal ones with another between', [same(), other, same()], { patience: 2 }, 'refine'],
  ['R17: a patience of null turns it off', [same(), same(), same()], { patience: null }, 'refine'],
  ['none has failed', [], { patience: 2 }, 'refine'],
];

/** Failures whose similarities to those before them, newest first, are these. */
const alike = (...values: readonly (readonly number[])[]): readonly Told[] => values.map((each) => ({ alike: each }));

const SIMILAR: readonly Row[] = [
  ['S3-D6-e: all pairs', alike([], [700], [700, 700]), { patience: 3 }, 'similarity'],
  ['S3-D6-e: neighbours are, the ends are not', alike([], [700], [700, 400]), { patience: 3 }, 'refine'],
  ['S3-D6-e: the ends are, neighbours are not', alike([], [700], [400, 900]), { patience: 3 }, 'refine'],
  ['S3-D6-e: a pair that does not hold the newest is not', alike([], [400], [900, 900]), { patience: 3 }, 'refine'],
  ['S3-D6-f: exactly 0.70', alike([], [700]), { patience: 2 }, 'similarity'],
  ['S3-D6-f: just below 0.70', alike([], [699]), { patience: 2 }, 'refine'],
  ['S3-D6-f: another limit, reached exactly', alike([], [900]), { patience: 2, similarity: 900 }, 'similarity'],
  ['S3-D6-f: another limit, not reached', alike([], [899]), { patience: 2, similarity: 900 }, 'refine'],
  ['S3-D6-c: unlike ones before the last few', alike([], [0], [900, 0]), { patience: 2 }, 'similarity'],
  ['S3-D6-c: the last of them is unlike', alike([], [900], [0, 0]), { patience: 2 }, 'refine'],
  ['what is not known to be alike is not', alike([], [900], [900]), { patience: 3 }, 'refine'],
  [
    'R24: equal signatures are told as repetition, also where the texts are alike',
    [same(), same({ alike: [1_000] })],
    { patience: 2 },
    'repetition',
  ],
];

const a = (more: Told = {}): Told => ({ guard: 'a', signature: 'of a', ...more });
const b = (more: Told = {}): Told => ({ guard: 'b', signature: 'of b', ...more });

const STREAMS: readonly Row[] = [
  ['S3-D6-h: two of each of two sub-guards in turn', [a(), b(), a(), b()], { patience: 2 }, 'repetition'],
  ['S3-D6-h: one of each', [a(), b()], { patience: 2 }, 'refine'],
  ['S3-D6-h: the stream of the one that failed last counts', [a(), a(), b()], { patience: 2 }, 'refine'],
  ['S3-D6-h: signatures of different sub-guards are not compared', [a(same()), b(same())], { patience: 2 }, 'refine'],
  [
    'S3-D6-h: similarity is of one stream',
    [a(), b(), a({ signature: 'new', alike: [800] })],
    { patience: 2 },
    'similarity',
  ],
];

const PROGRESS: readonly Row[] = [
  ['R19: a better one vetoes repetition', [same(), same({ progress: 1 })], { patience: 2 }, 'refine'],
  ['R19: a better one vetoes similarity', [{}, { alike: [900], progress: 1 }], { patience: 2 }, 'refine'],
  [
    'R19: as good as the best so far vetoes nothing',
    [same({ progress: 1 }), same({ progress: 1 })],
    { patience: 2 },
    'repetition',
  ],
  [
    'R19: better than the one before, but not than the best',
    [same({ progress: 2 }), same(), same({ progress: 1 })],
    { patience: 2 },
    'repetition',
  ],
  [
    'R19: what was better long ago vetoes nothing',
    [same(), same({ progress: 1 }), same(), same()],
    { patience: 2 },
    'repetition',
  ],
  [
    'R6, R19: as many as asked for, all different, none better',
    [other, other, other],
    { patience: 2, diffuseAfter: 3 },
    'diffuse',
  ],
  ['R6, R19: one fewer', [other, other], { patience: 2, diffuseAfter: 3 }, 'refine'],
  ['R6, R19: one of them better', [other, other, { progress: 1 }], { patience: 2, diffuseAfter: 3 }, 'refine'],
  ['R19: where the other detectors are off as well', [same(), same()], { patience: null, diffuseAfter: 2 }, 'diffuse'],
  ['R16: the nearer detector is told', [same(), same()], { patience: 2, diffuseAfter: 2 }, 'repetition'],
];

test.each([...COUNTS, ...SIMILAR, ...STREAMS, ...PROGRESS])('%s', (_, told, policy, expected) => {
  expect(found(told, policy)).toBe(expected);
});

test('R23: on the last attempt stagnation comes before exhaustion, and says that it is the last', () => {
  const last = { ...BEST, attempt: 2, allowed: 2 };
  const stagnant = assess(DEFAULT_RECOVERY, { ...last, failures: failuresOf([same(), same()]) });
  expect(stagnant).toEqual({ kind: 'stagnant', detector: 'repetition', isLast: true });
  expect(assess(DEFAULT_RECOVERY, { ...last, failures: failuresOf([same(), other]) })).toEqual({ kind: 'exhausted' });
});

test('R59: a climb begins the window anew: what failed on the rung before is not counted', () => {
  const told = [same(), same(), same()];
  expect([0, 1, 2].map((window) => found(told, { patience: 2 }, { window }))).toEqual([
    'repetition',
    'repetition',
    'refine',
  ]);
});
