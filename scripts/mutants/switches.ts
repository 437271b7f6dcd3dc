/** Thrown where a mutant makes a test go on for too long. */
class Endless extends Error {}

/** What a mutated file asks. */
interface FileSwitches {
  /** Whether the mutant is on; that it was asked is noted. */
  readonly is: (index: number) => boolean;
  readonly Memo: typeof WeakMap;
}

export interface Switches {
  /** The switches of a file, for the file itself. */
  readonly of: (path: string) => FileSwitches;
  /** Turns on one mutant, or none, for a test that may ask so often. What was remembered is forgotten. */
  on(mutant: { readonly path: string; readonly index: number } | undefined, mostAsked: number): void;
  /** How often switches were asked since the last `on`, and which, by path, where none is on. */
  asked(): { readonly count: number; readonly mutants: ReadonlyMap<string, ReadonlySet<number>> };
}

/** The switches of all mutated files that are loaded. None is on. */
export function switches(): Switches {
  const files = new Map<string, { on: number; asked: Set<number> }>();
  let count = 0;
  let most = Number.POSITIVE_INFINITY;
  let round = 0;
  // Which are asked is of interest while none is on, and noting it takes most of the time.
  let isNoting = true;

  class Memo<K extends WeakKey, V> extends WeakMap<K, V> {
    #round = round;
    #now = new WeakMap<K, V>();
    override get(key: K): V | undefined {
      return this.#current().get(key);
    }
    override has(key: K): boolean {
      return this.#current().has(key);
    }
    override set(key: K, value: V): this {
      this.#current().set(key, value);
      return this;
    }
    #current(): WeakMap<K, V> {
      if (this.#round !== round) [this.#round, this.#now] = [round, new WeakMap<K, V>()];
      return this.#now;
    }
  }

  return {
    of(path) {
      const file = { on: -1, asked: new Set<number>() };
      files.set(path, file);
      const is = (index: number): boolean => {
        count += 1;
        if (count > most) throw new Endless('This goes on for more than ten times as long as without the mutant.');
        if (isNoting) file.asked.add(index);
        return file.on === index;
      };
      return { is, Memo };
    },
    on(mutant, mostAsked) {
      round += 1;
      isNoting = mutant === undefined;
      count = 0;
      most = mostAsked;
      for (const [path, file] of files) {
        file.on = path === mutant?.path ? mutant.index : -1;
        file.asked.clear();
      }
    },
    asked: () => ({ count, mutants: new Map([...files].map(([path, { asked }]) => [path, new Set(asked)])) }),
  };
}
