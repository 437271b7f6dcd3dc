// Plays the stories and worlds of test/recorded again, publishes its documents again, and records what is seen of them now. Run it when a
// change is meant to be seen in what runs do or in what publishing says, and say in the commit why (docs/changing-workflows.md).
// `-- --draw` draws others first: random definitions with people in them, of which the rulings complain in nothing, and documents with
// mistakes, and of many the few that between them show every kind of thing. `-- --only stories` (worlds, documents) leaves the others alone.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { keepDocuments, keptDocuments } from '../test/recorded/kept-documents.ts';
import {
  type KeptStory,
  type KeptWorld,
  keepWorlds,
  keptWorlds,
  type Look,
  storyOf,
  textOf,
} from '../test/recorded/kept-stories.ts';
import { playAgain, type Told, toldBy } from '../test/support/random/kept-story.ts';
import { lookAt, shownOf } from '../test/support/random/seen-of-run.ts';
import { type Drawn, tellStory } from '../test/support/random/story.ts';
import { drawDocuments } from './stories/draw-documents.ts';
import { drawStories, drawWorlds } from './stories/draw-stories.ts';

const FOLDER = new URL('../test/recorded/stories/', import.meta.url);

const { values } = parseArgs({
  options: { draw: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const isWanted = (what: string) => values.only === '' || values.only === what;

if (isWanted('stories')) {
  if (values.draw) await keepStories(await drawStories());
  else for (const file of await readdir(FOLDER)) await keepStory(file, storyOf(file.replace('.json', '')).drawn);
}
if (isWanted('worlds')) {
  const worlds = values.draw ? await drawWorlds() : await Promise.all(keptWorlds().map(toldAgain));
  keepWorlds(worlds.map(withEnd));
}
if (isWanted('documents')) keepDocuments(values.draw ? drawDocuments() : keptDocuments());

async function keepStories(stories: ReadonlyMap<string, Drawn>): Promise<void> {
  for (const name of await readdir(FOLDER)) await rm(new URL(name, FOLDER));
  for (const [name, drawn] of stories) await keepStory(`${name}.json`, drawn);
}

async function keepStory(file: string, drawn: Drawn): Promise<void> {
  await writeFile(new URL(file, FOLDER), textOf(withLooks(toldBy(await again(drawn)))));
}

async function toldAgain({ drawn }: Told): Promise<Told> {
  return toldBy(await again(drawn));
}

async function again(drawn: Drawn) {
  const story = await tellStory(drawn);
  if (!story) throw new Error('The document of a kept story is refused now.');
  return story;
}

/** Looked at where a person is asked first, in the middle, and at its end. */
function withLooks(told: Told): KeptStory {
  const asked = told.seen.findIndex(({ events }) => events.some((event) => 'allowedActions' in event));
  const where = new Set([asked, Math.floor(told.arrived.length / 2), told.arrived.length]);
  const looks: Look[] = [];
  playAgain(told, told.arrived, (_, run, moment) => {
    if (where.has(moment)) looks.push({ moment, ...lookAt(run, told.arrived[moment - 1]?.at ?? 0) });
  });
  return { ...told, looks };
}

function withEnd(told: Told): KeptWorld {
  let shown = {};
  playAgain(told, told.arrived, (_, run, moment) => {
    if (moment === told.arrived.length) shown = shownOf(run);
  });
  return { ...told, shown };
}
