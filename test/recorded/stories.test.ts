// Pure: stories of random definitions, with people in them, played again in memory from what arrived then.
import { readdirSync } from 'node:fs';
import { playAgain, type Seen, toldBy } from '../support/random/kept-story.ts';
import { lookAt } from '../support/random/seen-of-run.ts';
import { tellStory } from '../support/random/story.ts';
import { type Look, storyOf } from './kept-stories.ts';

const NAMES = readdirSync(new URL('./stories/', import.meta.url)).map((name) => name.replace('.json', ''));

test.each(NAMES)('U-11, I9: what %s tells happens again, and people see the same and may do the same', (name) => {
  const story = storyOf(name);
  const seen: Seen[] = [];
  const looks: Look[] = [];
  playAgain(story, story.arrived, (each, run, moment) => {
    seen.push(each);
    expect(each).toEqual(story.seen[moment]);
    // As an execution does that is handed on.
    run.handOn();
    const look = story.looks[looks.length];
    if (look?.moment !== moment) return;
    looks.push({ moment, ...asJson(lookAt(run, story.arrived[moment - 1]?.at ?? 0)) });
    expect(looks.at(-1)).toEqual(look);
  });
  expect([seen.length, looks.length]).toEqual([story.seen.length, story.looks.length]);
});

/** What a graph's calls are answered depends on less than what those of a search or a machine are. */
test.each(NAMES.filter((name) => !/^dag|old/.test(name)))(
  'R54, R61, R89, S2x-2: in %s the calls are answered by what the run has made, and corrections are made of what people write',
  async (name) => {
    const { looks: _, ...story } = storyOf(name);
    const again = await tellStory(story.drawn);
    expect(again && asJson(toldBy(again))).toEqual(story);
  },
);

function asJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
