// Given to jest by its path: after the tests of a suite have passed, runs them again with one mutant on after the other.
import path from 'node:path';
import { forgetWorlds } from '../../test/support/properties.ts';
import { type Case, casesOf, firstFailure, hooksOf, suiteUnderWay, titleOf } from './circus.ts';
import { exchange, FOLDER_VARIABLE, type Found, type MutantId } from './exchange.ts';
import { SWITCHES } from './schemata.ts';
import { switches } from './switches.ts';

const ALL_DAY = 86_400_000;
const TIMES = 10;
/** A test that asks more often by itself takes too long to be run with every mutant that it comes by. */
const MOST_ASKED = 2_000_000;
/** Even a test that asks nothing by itself may ask a little with a mutant. */
const ROOM = 10_000;

interface Seen {
  readonly test: Case;
  readonly count: number;
  readonly mutants: ReadonlyMap<string, ReadonlySet<number>>;
}

const root = path.resolve(import.meta.dirname, '../..');
const suite = path
  .relative(root, expect.getState().testPath ?? '')
  .split(path.sep)
  .join('/');
const { sample, found, tell, tellOn } = exchange(process.env[FOLDER_VARIABLE] ?? '');
const turns = switches();
Object.assign(globalThis, { [SWITCHES]: turns.of });

let whileLoaded: Seen['mutants'] = new Map();
let begun = performance.now();
let longest = 0;
let next = 0;
const seen: Seen[] = [];

const own = new Set<unknown>([first, before, after, last]);
beforeAll(first);
beforeEach(before);
afterEach(after);
afterAll(last, ALL_DAY);

function first(): void {
  whileLoaded = turns.asked().mutants;
}

function before(): void {
  turns.on(undefined, Number.POSITIVE_INFINITY);
  begun = performance.now();
}

function after(): void {
  const test = casesOf(suiteUnderWay())[next];
  next += 1;
  if (test) seen.push({ test, ...turns.asked() });
  longest = Math.max(longest, performance.now() - begun);
}

async function last(): Promise<void> {
  const unfit = seen.filter(({ test }) => test.errors.length > 0);
  const slow = seen.filter(({ count }) => count > MOST_ASKED);
  const fit = seen.filter((each) => !unfit.includes(each) && !slow.includes(each));
  // Begun anew, the suite goes on where it was held up.
  const isKnown = (each: Found) => each.kind === 'killed' || (each.kind !== 'done' && each.suite === suite);
  const known = new Set(found().flatMap((each) => ('mutant' in each && isKnown(each) ? [keyOf(each.mutant)] : [])));
  // Where tests share what one of them made, all are run with each mutant.
  const shares = forgetWorlds() > 0 || fit.some(({ test }) => hooksOf(test.parent, 'beforeAll', own).length > 0);
  for (const [file, indexes] of sample())
    for (const index of indexes) {
      const mutant = { path: file, index };
      if (known.has(keyOf(mutant))) continue;
      const asking = fit.filter(({ mutants }) => mutants.get(file)?.has(index));
      if (asking.length > 0) tell([await tried(mutant, shares ? fit : asking)]);
      else if (whileLoaded.get(file)?.has(index)) tell([{ kind: 'loaded', mutant, suite }]);
    }
  const isClean = (await failing(undefined, fit)) === undefined;
  tell([{ kind: 'done', suite, unfit: titlesOf(unfit), slow: titlesOf(slow), isClean }]);
}

function titlesOf(tests: readonly Seen[]): readonly string[] {
  return tests.map(({ test }) => titleOf(test));
}

async function tried(mutant: MutantId, tests: readonly Seen[]): Promise<Found> {
  const failed = await failing(mutant, tests);
  return failed ? { kind: 'killed', mutant, suite, test: titleOf(failed) } : { kind: 'survived', mutant, suite };
}

async function failing(mutant: MutantId | undefined, tests: readonly Seen[]): Promise<Case | undefined> {
  const most = TIMES * tests.reduce((sum, { count }) => sum + count, 0) + ROOM;
  forgetWorlds();
  tellOn(mutant);
  turns.on(mutant, mutant ? most : Number.POSITIVE_INFINITY);
  try {
    return await firstFailure(
      tests.map(({ test }) => test),
      own,
      TIMES * longest + 1_000,
    );
  } finally {
    turns.on(undefined, Number.POSITIVE_INFINITY);
    tellOn(undefined);
  }
}

function keyOf({ path: file, index }: MutantId): string {
  return `${file}#${index}`;
}
