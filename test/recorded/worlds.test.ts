// Pure: more stories than those of stories.test.ts, of which nothing is kept but what happened, and what people see at the end.
import { playAgain, type Seen } from '../support/random/kept-story.ts';
import { shownOf } from '../support/random/seen-of-run.ts';
import { keptWorlds } from './kept-stories.ts';

const WORLDS = keptWorlds().map((world, index) => [index + 1, world] as const);

test.each(WORLDS)('U-11, I9: in world %i the same happens again, and is told the same', (_, world) => {
  const seen: Seen[] = [];
  playAgain(world, world.arrived, (each, run, moment) => {
    seen.push(each);
    expect(each).toEqual(world.seen[moment]);
    if (moment === world.arrived.length) expect(JSON.parse(JSON.stringify(shownOf(run)))).toEqual(world.shown);
  });
  expect(seen.length).toBe(world.seen.length);
});
