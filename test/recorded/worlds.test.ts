// Pure: more stories than those of stories.test.ts, of which nothing is kept but what happened.
import { playAgain, type Seen } from '../support/random/kept-story.ts';
import { keptWorlds } from './kept-stories.ts';

const WORLDS = keptWorlds().map((world, index) => [index + 1, world] as const);

test.each(WORLDS)('U-11, I9: in world %i the same happens again', (_, world) => {
  const seen: Seen[] = [];
  playAgain(world, world.arrived, (each, _run, moment) => {
    seen.push(each);
    expect(each).toEqual(world.seen[moment]);
  });
  expect(seen.length).toBe(world.seen.length);
});
