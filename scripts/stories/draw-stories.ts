import fc from 'fast-check';
import type { Rules } from '../../src/model/events/run.ts';
import { anyGraph, anySearching } from '../../test/support/random/documents.ts';
import { type Told, toldBy } from '../../test/support/random/kept-story.ts';
import { anyStateMachine } from '../../test/support/random/machine-documents.ts';
import { type Drawn, tellStory } from '../../test/support/random/story.ts';
import { judge } from '../../test/support/reading/judge.ts';
import { anyDrawn } from '../../test/support/reading/readings.ts';
import { featuresOfStory } from './features.ts';
import { fewest } from './fewest.ts';

const TOPOLOGIES = [
  ['dag', anyGraph],
  ['and-or', anySearching],
  ['machine', anyStateMachine],
] as const;
const EARLIER: readonly Rules[] = [2, 3, 4];
/** Those of worlds: each that code asks for. */
const ALL_EARLIER: readonly Rules[] = [2, 3, 4, 5];
const DRAWN = 500;
/** Of each topology: the most stories of runs that are begun now, and of such as were begun by rules from before. */
const RUNS = [
  ['', undefined, 12],
  ['old-', EARLIER, 5],
] as const;
/** Of each topology: so many are drawn, and at most so many kept, as worlds; of runs that are begun now, and of such as were begun before. */
const WORLDS = [
  { rules: undefined, drawn: 1_500, kept: 100 },
  { rules: ALL_EARLIER, drawn: 600, kept: 30 },
] as const;
const SEED = 20_261_123;
/** A story costs as much as this many characters of it, too. */
const OWN_SIZE = 4_000;

/** Random stories of which the rulings complain in nothing, by name, for people to look at. */
export async function drawStories(): Promise<ReadonlyMap<string, Drawn>> {
  const stories = new Map<string, Drawn>();
  for (const [topology, documents] of TOPOLOGIES)
    for (const [word, rules, most] of RUNS) {
      const told = await allTold(fc.sample(anyDrawn(documents), { seed: SEED, numRuns: DRAWN }), rules);
      const chosen = fewest(told.map(showing), most);
      for (const [index, { drawn }] of chosen.entries())
        stories.set(`${topology}-${word}${`${index + 1}`.padStart(2, '0')}`, drawn);
      console.log(`${topology}: ${chosen.length} of ${told.length} stories`);
    }
  return stories;
}

/** Further such stories. */
export async function drawWorlds(): Promise<readonly Told[]> {
  const worlds: Told[] = [];
  for (const { rules, drawn, kept } of WORLDS)
    for (const [topology, documents] of TOPOLOGIES) {
      const told = await allTold(fc.sample(anyDrawn(documents), { seed: SEED + 1, numRuns: drawn }), rules);
      const chosen = fewest(told.map(showing), kept);
      worlds.push(...chosen);
      console.log(`${topology}: ${chosen.length} of ${told.length} worlds`);
    }
  return worlds;
}

async function allTold(drawn: readonly Drawn[], rules?: readonly Rules[]): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const one of drawn) {
    const story = await tellStory(rules ? { ...one, rules: rules[told.length % rules.length] ?? 2 } : one);
    // The rulings are those of the runs that are begun now.
    if (story && (rules !== undefined || judge(story).length === 0)) told.push(toldBy(story));
  }
  return told;
}

function showing(told: Told) {
  return { item: told, features: featuresOfStory(told), size: JSON.stringify(told).length + OWN_SIZE };
}
