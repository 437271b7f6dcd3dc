import { LRUCache } from 'lru-cache';
import type { LayOut, Layout } from '../layout.ts';
import { rowsOf } from './rows.ts';
import { openThread } from './thread.ts';

/** Milliseconds that Graphviz has for one graph; the most tangled that it is given take it half of that. */
const PATIENCE = 3_000;
/** Milliseconds until one that took too long is tried again: the machine may have been busy. */
const AGAIN = 60_000;
/** Characters of the boxes whose layouts are kept; a graph of a thousand steps has some 80,000. */
const KEPT = 2_000_000;

/**
 * Layouts by Graphviz, in a thread of its own, one at a time, so that a graph that takes long holds nothing else up. One that takes too
 * long is laid out in rows. The layout of boxes that were laid out before is kept: a run that only goes on is laid out once.
 * `warn` hears of a Graphviz that fails, not of one that takes too long.
 */
export function createLayOut(warn: (error: unknown) => void, usual: number = PATIENCE): LayOut {
  const layouts = new LRUCache<string, Promise<Layout>>({ maxSize: KEPT, sizeCalculation: (_, key) => key.length });
  const inThread = openThread();
  let last: Promise<unknown> = Promise.resolve();
  return (boxes, patience = usual) => {
    const key = `${patience}${JSON.stringify(boxes)}`;
    const known = layouts.get(key);
    if (known) return known;
    const layout: Promise<Layout> = last
      .then(() => inThread(boxes, patience))
      .then((laid) => {
        if (!laid) layouts.set(key, layout, { ttl: AGAIN });
        return laid ?? rowsOf(boxes);
      })
      .catch((error: unknown) => {
        layouts.delete(key);
        warn(error);
        return rowsOf(boxes);
      });
    last = layout;
    layouts.set(key, layout);
    return layout;
  };
}
