/** Something that counts in a figure, and where it is. */
export interface Place {
  /** A file, a folder, or whatever else the measure counts by, such as a rule. */
  readonly at: string;
  readonly line?: number;
  readonly what: string;
  /** How large it is, where the figure is not a count: lines of a file or a function. */
  readonly size?: number;
}

/** What is wanted: at most so many, or at least. */
export type Goal = { readonly most: number } | { readonly least: number };

export interface Figure {
  /** What `--list` takes, and the key in the baseline. */
  readonly id: string;
  readonly measure: string;
  /** None: it is printed, and cannot fail. */
  readonly goal?: Goal;
  /** Nothing where it was not measured; the note says why. */
  readonly now?: number;
  readonly note?: string;
  readonly places: readonly Place[];
}

export function isMet({ goal, now }: Figure): boolean {
  if (!goal) return true;
  if (now === undefined) return false;
  return 'most' in goal ? now <= goal.most : now >= goal.least;
}

/** How much each file has of a figure: its places, or their largest size. */
export function byFile({ places }: Figure): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { at, size } of places) {
    const before = sums.get(at) ?? 0;
    sums.set(at, size === undefined ? before + 1 : Math.max(before, size));
  }
  return sums;
}

export function placeInWords({ at, line, what, size }: Place): string {
  const where = line === undefined ? at : `${at}:${line}`;
  return [`${where}  ${what}`, size === undefined ? '' : `(${size})`].filter(Boolean).join(' ');
}
