import type { Tellings } from '../ports/store/tellings.ts';
import { toldStory } from './told-runs.ts';

const AT_ONCE = 100;

/**
 * Tells every run anew, in the order of ids. A rebuilding that was broken off goes on behind the last run that it came to its end with.
 * Answers how many runs it told. Throws where the store takes nothing.
 */
export async function rebuildViews(tellings: Tellings, progress: (line: string) => void): Promise<number> {
  let last = await tellings.rebuiltTo();
  if (last !== '') progress(`goes on behind ${last}`);
  for (let count = 0; ; ) {
    const ids = await tellings.idsAfter(last, AT_ONCE);
    for (const id of ids) {
      await retold(tellings, id);
      await tellings.setRebuilt(id);
      last = id;
    }
    count += ids.length;
    if (ids.length < AT_ONCE) {
      await tellings.setRebuilt(undefined);
      return count;
    }
    progress(`${count} runs, up to ${last}`);
  }
}

async function retold(tellings: Tellings, id: string): Promise<void> {
  const run = await tellings.load(id);
  if (run) await tellings.forget(id, run.told);
  const story = await toldStory(tellings, id);
  if (story?.aside)
    throw new Error(
      `What is told of ${id} cannot be stored: make room on the database's disk, and start again; it goes on from here.`,
    );
}
