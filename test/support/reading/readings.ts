/** Random stories of one topology, told and read once for all tests about them. */
import fc from 'fast-check';
import { cases } from '../properties.ts';
import type { Fields } from '../random/documents.ts';
import { type Drawn, type Story, tellStory } from '../random/story.ts';
import { judge } from './judge.ts';
import type { Complaint } from './reader.ts';

/** Where a story first went otherwise than the contract says. */
interface Astray {
  readonly at: number;
  readonly story: Story;
  readonly complaint: Complaint;
}

export interface Readings {
  readonly published: number;
  readonly refused: number;
  /** How often each kind of event happened, and each kind of question. */
  readonly seen: ReadonlyMap<string, number>;
  readonly astray: readonly Astray[];
}

/** A document of these, with a world for it. */
export function anyDrawn(documents: fc.Arbitrary<Fields>): fc.Arbitrary<Drawn> {
  return fc.record({
    document: documents,
    script: fc.record({ seed: fc.nat(), mood: fc.constantFrom(30, 50, 70, 85), faults: fc.constantFrom(0, 0, 3) }),
    tape: fc.array(fc.nat(9_999), { minLength: 20, maxLength: 160 }),
    people: fc.nat(7).map((roll) => roll > 0),
  });
}

/** So many stories, and `times` as many on a seed of one's own. What follows the first step astray in a story is not told: it may only follow from that. */
export async function readAll(documents: fc.Arbitrary<Fields>, count: number, times: number): Promise<Readings> {
  const { seed, numRuns } = cases(count, times);
  const seen = new Map<string, number>();
  const astray: Astray[] = [];
  let published = 0;
  for (const [at, drawn] of fc.sample(anyDrawn(documents), { seed, numRuns }).entries()) {
    const story = await tellStory(drawn);
    if (!story) continue;
    published += 1;
    for (const event of story.log) {
      const names = [event.type, ...(event.type === 'escalation.opened' ? [event.kind] : [])];
      for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    const [complaint] = judge(story);
    if (complaint) astray.push({ at, story, complaint });
  }
  return { published, refused: numRuns - published, seen, astray };
}

/** Of all stories that went astray by one of these rulings, the one that did so first in its log; empty where there is none. */
export function shortest({ astray }: Readings, isMeant: (rule: string) => boolean): string {
  const [one] = astray
    .filter(({ complaint }) => isMeant(complaint.rule))
    .toSorted((a, b) => a.complaint.seq - b.complaint.seq);
  if (!one) return '';
  const { at, story, complaint } = one;
  const end = story.log.findIndex(({ seq }) => seq === complaint.seq);
  const lately = story.log.slice(Math.max(0, end - 20), end + 4).map((event) => JSON.stringify(event));
  const { document, script, people } = story.drawn;
  return [
    `${complaint.rule}: ${complaint.says}`,
    `Story ${at}, event ${complaint.seq}, ${JSON.stringify({ ...script, people })}`,
    JSON.stringify(document),
    ...lately,
  ].join('\n');
}
