/** The cases of all properties: the same in every run of the suite, fresh and many more in `npm run properties`. */
import fc from 'fast-check';

/** Names the seed of `npm run properties`; where it is set, every property is drawn with it. */
export const SEED_VARIABLE = 'DSAP_PROPERTY_SEED';
/** Names the share of the cases that `npm run mutants` plays, above 0 and at most 1; what fails there is not made smaller. */
export const SHARE_VARIABLE = 'DSAP_PROPERTY_SHARE';

/** A chance must not turn somebody's `npm test` red. */
const FIXED = 20_261_122;
const TIMES = 10;
/** Ten times of all that is costly take more than ten minutes of a processor, twice takes three. */
export const FEW_TIMES = 2;
/** Of what is costly the suite plays this part: a fault that somebody has made is found by few worlds, a rare one by those of a fresh seed. */
const PART = 1 / 4;
/** The smallest world is looked for no longer than this; the smallest so far is told. */
const SHRINKING_MS = 15_000;
const fresh = process.env[SEED_VARIABLE];
const share = process.env[SHARE_VARIABLE];
/** Whether the cases are the same in every run: what is rare may be counted on only then. */
export const ARE_FIXED = fresh === undefined;
const forgets: (() => void)[] = [];

/** Forgets all worlds that were played, so that they are played again, and says how many properties there are of such. */
export function forgetWorlds(): number {
  for (const forget of forgets) forget();
  return forgets.length;
}

interface Cases {
  readonly seed: number;
  readonly numRuns: number;
  readonly endOnFailure?: boolean;
}

/** `count` cases in the suite, or a `part` of them; with a seed of one's own ten times as many, or fewer `times`. */
export function cases(count = 100, times = TIMES, part = 1): Cases {
  if (share !== undefined) return { seed: FIXED, numRuns: Math.ceil(count * Number(share)), endOnFailure: true };
  if (fresh === undefined) return { seed: FIXED, numRuns: Math.ceil(count * part) };
  return { seed: Number(fresh), numRuns: count * times };
}

/** Where a case is a whole run, with a check of every round or a process of its own: a quarter of `count` in the suite, twice as many on a fresh seed. */
export function costly(count: number): Cases {
  return cases(count, FEW_TIMES, PART);
}

/** Random worlds, each played once for all the properties that hold in it. */
export interface Worlds<World> {
  /**
   * The body of a test: `check` holds in every world, and `afterwards` once all have been seen. What fails is told with
   * the smallest world in which it does.
   */
  all(check: (world: World) => void, afterwards?: () => void): () => void;
}

/** A property, and the first world in which it did not hold. */
interface Check<World> {
  readonly holds: (world: World) => void;
  failed?: { readonly at: number; readonly error: unknown };
}

/** Worlds played from what is drawn. No two are kept at once: the first test plays them all for every test of the file. */
export function worlds<Drawn, World>(
  drawn: fc.Arbitrary<Drawn>,
  play: (drawn: Drawn) => World,
  drawing: Cases,
): Worlds<World> {
  const checks: Check<World>[] = [];
  let all: readonly [failed?: unknown] | undefined;

  function playAll(): readonly [failed?: unknown] {
    let at = 0;
    const each = fc.property(drawn, (one) => {
      const world = play(one);
      for (const check of checks) see(check, world, at);
      at += 1;
    });
    try {
      fc.assert(each, drawing);
      return [];
    } catch (error) {
      return [error];
    }
  }

  forgets.push(() => {
    all = undefined;
    for (const check of checks) delete check.failed;
  });

  return {
    all(holds, afterwards) {
      const check: Check<World> = { holds };
      checks.push(check);
      return () => {
        all ??= playAll();
        if (all.length > 0) throw all[0];
        if (check.failed) {
          const again = fc.property(drawn, (one) => holds(play(one)));
          fc.assert(again, {
            ...drawing,
            path: `${check.failed.at}`,
            numRuns: 1,
            interruptAfterTimeLimit: SHRINKING_MS,
          });
          throw check.failed.error;
        }
        // What is counted over all of them says nothing of a part.
        if (share === undefined) afterwards?.();
      };
    },
  };
}

function see<World>(check: Check<World>, world: World, at: number): void {
  if (check.failed) return;
  try {
    check.holds(world);
  } catch (error) {
    check.failed = { at, error };
  }
}
