// Plays the stories of test/recorded/stories again, and records what is seen of them now. Run it when a change is meant to be seen in what
// runs do from now on, and say in the commit why (docs/changing-workflows.md). `-- --draw` draws other stories first: random definitions
// with people in them, of which the rulings complain in nothing, and of many the few that between them show every kind of thing.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Rules } from '../src/model/events/run.ts';
import { type KeptStory, type Look, storyOf, textOf } from '../test/recorded/kept-stories.ts';
import { anyGraph, anySearching } from '../test/support/random/documents.ts';
import { playAgain, type Told, toldBy } from '../test/support/random/kept-story.ts';
import { anyStateMachine } from '../test/support/random/machine-documents.ts';
import { lookAt } from '../test/support/random/seen-of-run.ts';
import { type Drawn, tellStory } from '../test/support/random/story.ts';
import { judge } from '../test/support/reading/judge.ts';
import { anyDrawn } from '../test/support/reading/readings.ts';

const TOPOLOGIES = [
  ['dag', anyGraph],
  ['and-or', anySearching],
  ['machine', anyStateMachine],
] as const;
const EARLIER: readonly Rules[] = [2, 3, 4];
const DRAWN = 500;
/** Of each topology: the most stories of runs that are begun now, and of such as were begun by rules from before. */
const RUNS = [
  ['', undefined, 12],
  ['old-', EARLIER, 5],
] as const;
const SEED = 20_261_123;
/** Fields whose words say what kind of thing has happened. */
const TELLING = new Set([
  'type',
  'status',
  'kind',
  'verdict',
  'reason',
  'action',
  'outcome',
  'cause',
  'budget',
  'change',
  'source',
  'how',
  'code',
]);
const FOLDER = new URL('../test/recorded/stories/', import.meta.url);

const { values } = parseArgs({ options: { draw: { type: 'boolean', default: false } } });
if (values.draw) await draw();
else
  for (const file of await readdir(FOLDER)) {
    await writeFile(new URL(file, FOLDER), textOf(await toldAgain(storyOf(file.replace('.json', '')).drawn)));
  }

async function draw(): Promise<void> {
  for (const name of await readdir(FOLDER)) await rm(new URL(name, FOLDER));
  for (const [topology, documents] of TOPOLOGIES)
    for (const [word, rules, most] of RUNS) {
      const told: Told[] = [];
      for (const drawn of fc.sample(anyDrawn(documents), { seed: SEED, numRuns: DRAWN })) {
        const of = rules === undefined ? drawn : { ...drawn, rules: rules[told.length % rules.length] ?? 2 };
        const story = await tellStory(of);
        // The rulings are those of the runs that are begun now.
        if (story && (rules !== undefined || judge(story).length === 0)) told.push(toldBy(story));
      }
      const chosen = fewest(told, most);
      for (const [index, { drawn }] of chosen.entries())
        await writeFile(
          new URL(`${topology}-${word}${`${index + 1}`.padStart(2, '0')}.json`, FOLDER),
          textOf(await toldAgain(drawn)),
        );
      console.log(`${topology}: ${chosen.length} of ${told.length} stories`);
    }
}

/** Looked at where a person is asked first, in the middle, and at its end. */
async function toldAgain(drawn: Drawn): Promise<KeptStory> {
  const story = await tellStory(drawn);
  if (!story) throw new Error('The document of a kept story is refused now.');
  const told = toldBy(story);
  const asked = told.seen.findIndex(({ events }) => events.some((event) => 'allowedActions' in event));
  const where = new Set([asked, Math.floor(told.arrived.length / 2), told.arrived.length]);
  const looks: Look[] = [];
  playAgain(told, told.arrived, (_, run, moment) => {
    if (where.has(moment)) looks.push({ moment, ...lookAt(run, told.arrived[moment - 1]?.at ?? 0) });
  });
  return { ...told, looks };
}

/** Greedily those that show most of what no other shows, by their length. */
function fewest(stories: readonly Told[], most: number): readonly Told[] {
  const featured = stories.map((story) => ({ story, features: featuresOf(story), size: JSON.stringify(story).length }));
  const known = new Set<string>();
  const chosen: Told[] = [];
  while (chosen.length < most) {
    const worth = ({ features, size }: (typeof featured)[number]) =>
      features.filter((one) => !known.has(one)).length / (size + 4_000);
    const best = featured.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    if (worth(best) === 0) break;
    for (const feature of best.features) known.add(feature);
    chosen.push(best.story);
  }
  return chosen;
}

/** What kinds of events there are, by their words, and which follow on what. */
function featuresOf({ seen, arrived, rules }: Told): readonly string[] {
  const found = new Set([`rules ${rules ?? 'of now'}`]);
  for (const [moment, { events }] of seen.entries()) {
    let before: string = arrived[moment - 1]?.input.kind ?? 'begin';
    for (const event of events) {
      const shape = shapeOf(event);
      found.add(shape).add(`${before} → ${shape}`);
      before = shape;
    }
  }
  return [...found];
}

function shapeOf(event: object): string {
  return Object.entries(event)
    .map(([field, value]) =>
      TELLING.has(field) && typeof value === 'string'
        ? `${field}=${value.split(' ')[0]?.replaceAll(/[\d_].*/g, '')}`
        : field,
    )
    .join(' ');
}
