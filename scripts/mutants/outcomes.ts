import type { Found, MutantId } from './exchange.ts';
import { type Mutant, nameOf } from './mutant.ts';

/**
 * - killed: a test fails with it
 * - survived: tests come by it, and all pass
 * - unreached: no test comes by it
 * - loaded: it is asked only while suites are loaded, where it cannot be turned on; it counts neither way
 */
type Outcome = 'killed' | 'survived' | 'unreached' | 'loaded';

export interface Tried {
  readonly path: string;
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

/** What became of each mutant that was tried. One test that fails is enough. */
export function outcomesOf(tried: ReadonlyMap<string, readonly Mutant[]>, found: readonly Found[]): readonly Tried[] {
  const best = new Map<string, Outcome>();
  for (const each of found) {
    if (each.kind === 'done') continue;
    const key = keyOf(each.mutant);
    const known = best.get(key);
    if (known === undefined || RANK[each.kind] > RANK[known]) best.set(key, each.kind);
  }
  return [...tried].flatMap(([path, mutants]) =>
    mutants.map((mutant) => ({ path, mutant, outcome: best.get(keyOf({ path, index: mutant.index })) ?? 'unreached' })),
  );
}

const RANK: Readonly<Record<Outcome, number>> = { unreached: 0, loaded: 1, survived: 2, killed: 3 };

function keyOf({ path, index }: MutantId): string {
  return `${path}#${index}`;
}

export interface Count {
  readonly name: string;
  readonly mutants: number;
  readonly killed: number;
  readonly survived: number;
  readonly unreached: number;
}

/** How many of what can be told were killed, by file or folder as `nameFor` has it, in the order of the names. */
export function counted(tried: readonly Tried[], nameFor: (path: string) => string): readonly Count[] {
  const told = tried.filter(({ outcome }) => outcome !== 'loaded');
  return [...Map.groupBy(told, ({ path }) => nameFor(path))]
    .map(([name, of]) => {
      const so = (outcome: Outcome) => of.filter((each) => each.outcome === outcome).length;
      return { name, mutants: of.length, killed: so('killed'), survived: so('survived'), unreached: so('unreached') };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Percent killed of all mutants, by a sample of each file; `all`: how many a file has. */
export function estimated(tried: readonly Tried[], all: (path: string) => number): number {
  const files = counted(tried, (path) => path);
  const sum = (of: (file: Count) => number) => files.reduce((total, file) => total + of(file), 0);
  return (100 * sum(({ name, mutants, killed }) => (all(name) * killed) / mutants)) / sum(({ name }) => all(name));
}

/** By file, then by the name of a mutant that was not killed: why it is harmless, or nothing where nobody has said. */
export type Survivors = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The survivors of a run of all files, with the reasons that were known before. */
export function survivorsOf(tried: readonly Tried[], before: Survivors): Survivors {
  const files = Map.groupBy(tried, ({ path }) => path);
  const now = [...files].flatMap(([path, of]) => {
    const names = namesOf(of.map(({ mutant }) => mutant));
    const left = names.filter((_, at) => of[at]?.outcome === 'survived' || of[at]?.outcome === 'unreached');
    return left.length === 0
      ? []
      : [[path, Object.fromEntries(left.map((name) => [name, before[path]?.[name] ?? '']))] as const];
  });
  return Object.fromEntries(now.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Of all mutants of a file: those of one name are numbered from the second on. */
export function namesOf(mutants: readonly Mutant[]): readonly string[] {
  const names = mutants.map(nameOf);
  return names.map((name, at) => {
    const earlier = names.slice(0, at).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/** The mutants of a file that survived before, of all of it. */
export function leftOf(path: string, mutants: readonly Mutant[], survivors: Survivors): readonly Mutant[] {
  const names = namesOf(mutants);
  return mutants.filter((_, at) => Object.hasOwn(survivors[path] ?? {}, names[at] ?? ''));
}

/** What is left of the survivors when those were tried again, all that `mutants` has of each file being known. */
export function stillLeft(
  survivors: Survivors,
  mutants: ReadonlyMap<string, readonly Mutant[]>,
  tried: readonly Tried[],
): Survivors {
  const killed = new Set(
    tried.flatMap(({ path, mutant, outcome }) => (outcome === 'killed' ? [keyOf({ path, index: mutant.index })] : [])),
  );
  const left = Object.entries(survivors).flatMap(([path, reasons]) => {
    const of = mutants.get(path) ?? [];
    const dead = new Set(namesOf(of).filter((_, at) => killed.has(keyOf({ path, index: of[at]?.index ?? -1 }))));
    const names = Object.entries(reasons).filter(([name]) => !dead.has(name));
    return names.length === 0 ? [] : [[path, Object.fromEntries(names)] as const];
  });
  return Object.fromEntries(left);
}

/** How many survived. */
export function survivorCount(survivors: Survivors): number {
  return Object.values(survivors).reduce((sum, names) => sum + Object.keys(names).length, 0);
}

/** How many survivors have no reason. */
export function unexplained(survivors: Survivors): number {
  return Object.values(survivors)
    .flatMap((file) => Object.values(file))
    .filter((reason) => reason === '').length;
}
