/** What each topology has of one port, by kind. */
export interface Registry<Entry extends { readonly kind: string }> {
  /** Throws where another one is there under its kind. */
  register(this: void, entry: Entry): void;
  /** Throws where there is none, and says what is to be imported. */
  of(this: void, kind: string): Entry;
  /** In the order in which they were registered. */
  all(this: void): readonly Entry[];
}

/** `what`: the port, in words. `home`: the module that registers those of dsap's own topologies. */
export function createRegistry<Entry extends { readonly kind: string }>(what: string, home: string): Registry<Entry> {
  const entries = new Map<string, Entry>();
  return {
    register(entry) {
      if ((entries.get(entry.kind) ?? entry) !== entry)
        throw new Error(
          `The topology ${entry.kind} has registered its ${what} already: give this one a kind of its own.`,
        );
      entries.set(entry.kind, entry);
    },
    of(kind) {
      const found = entries.get(kind);
      if (found) return found;
      const there = [...entries.keys()].join(', ') || 'none';
      throw new Error(
        `No topology has registered its ${what} as ${kind} (there: ${there}): import ${home}, or the module of the topology, before.`,
      );
    },
    all: () => [...entries.values()],
  };
}
