/** The beginning and the end of a list that may be long: what does not fit is left out between them, and counted. */
export interface Ends<Item> {
  readonly head: readonly Item[];
  readonly leftOut: number;
  readonly tail: readonly Item[];
}

/** Collects a list of which a half of the room goes to its beginning and a half to its end; it holds no more than fits. */
export interface EndsCollector<Item> {
  add(item: Item): void;
  result(): Ends<Item>;
}

/** `costOf`: what of the room an item takes. The newest item is always kept. */
export function collectEnds<Item>(room: number, costOf: (item: Item) => number): EndsCollector<Item> {
  const head: Item[] = [];
  let headCost = 0;
  let isHeadFull = false;
  let tail: Item[] = [];
  let from = 0;
  let tailCost = 0;
  let leftOut = 0;

  /** What has been dropped from the tail is let go of now and then, not one by one. */
  const compact = () => {
    if (from < 1_000 || from < tail.length / 2) return;
    tail = tail.slice(from);
    from = 0;
  };
  return {
    add(item) {
      const cost = costOf(item);
      isHeadFull ||= headCost + cost > room / 2;
      if (!isHeadFull) {
        head.push(item);
        headCost += cost;
        return;
      }
      tail.push(item);
      tailCost += cost;
      for (let oldest = tail[from]; tailCost > room / 2 && from < tail.length - 1; oldest = tail[from]) {
        if (oldest === undefined) break;
        tailCost -= costOf(oldest);
        from += 1;
        leftOut += 1;
      }
      compact();
    },
    result: () => ({ head, leftOut, tail: tail.slice(from) }),
  };
}

/** All that is kept, in order. */
export function keptOf<Item>({ head, tail }: Ends<Item>): readonly Item[] {
  return [...head, ...tail];
}
