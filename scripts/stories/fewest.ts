/** Something that shows features, each as a word of its own. */
export interface Showing<Item> {
  readonly item: Item;
  readonly features: readonly string[];
  /** What it costs to keep it. */
  readonly size: number;
}

/** Greedily at most so many of those that show most of what no other shows, by their size. */
export function fewest<Item>(items: readonly Showing<Item>[], most: number): readonly Item[] {
  const chosen: Item[] = [];
  const shown = new Set<string>();
  const worth = ({ features, size }: Showing<Item>) => features.filter((one) => !shown.has(one)).length / size;
  while (chosen.length < most && items.length > 0) {
    const best = items.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    if (worth(best) === 0) break;
    for (const feature of best.features) shown.add(feature);
    chosen.push(best.item);
  }
  return chosen;
}
