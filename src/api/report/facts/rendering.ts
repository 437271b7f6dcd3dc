import type { ContentHead } from '../../../ports/store/contents.ts';
import type { Room } from './room.ts';

/** What an attempt is rendered with. */
export interface Rendering {
  /** Its place among the attempts of the run, from 1. */
  readonly place: number;
  readonly room: Room;
  readonly contents: ReadonlyMap<string, ContentHead>;
  readonly digestOf: (text: string) => string;
  /** Parts that found no room. */
  readonly lost: { count: number };
}

/** Bytes of markup around an entry of a list, and entries at most. */
const ENTRY = { bytes: 90, most: 50 };

/** The entries of a list that have room; the others are counted as lost. */
export function entries<From, To>(all: readonly From[], { room, lost }: Rendering, tell: (one: From) => To): To[] {
  const told: To[] = [];
  for (const one of all) {
    if (told.length === ENTRY.most || !room.hold(ENTRY.bytes)) break;
    told.push(tell(one));
  }
  lost.count += all.length - told.length;
  return told;
}
