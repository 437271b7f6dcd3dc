/**
 * Where the core and the topologies live, so that what is said of them can be measured while they move. Rows of `src/domain` are where
 * they are today; a step that moves files takes them out here.
 */
const CORE_TODAY = new Set(
  [
    'absorb',
    'backtracks',
    'cascade',
    'conditioned',
    'conditions',
    'control',
    'decide',
    'dependents',
    'draft',
    'endings',
    'evolve',
    'evolve-control',
    'evolve-escalations',
    'evolve-redirect',
    'evolve-steps',
    'evolve-trail',
    'frontier',
    'observation',
    'openable',
    'recovery',
    'redirect',
    'remaining-bound',
    'run-state',
    'set-budget',
    'spending',
    'spoken',
    'spoken-state',
    'stagnation',
    'tick',
    'trace',
    'wanted',
    'why-sentences',
  ].map((name) => `src/domain/${name}.ts`),
);
const TOPOLOGY = /^src\/(?:topologies\/(?<name>[^/]+)|domain\/(?<today>and-or|machine))\//;
const REGISTRY = /^src\/topologies\/[^/]+\.ts$/;
/** Folders whose sub-folders are rooms of their own. */
const HALLS = /^src\/(?:domain|topologies)\/[^/]+\//;

export function isSource(file: string): boolean {
  return file.startsWith('src/');
}

export function isCore(file: string): boolean {
  return file.startsWith('src/core/') || CORE_TODAY.has(file);
}

/** The topology, or the part that topologies share, whose folder the file lies in. */
export function topologyOf(file: string): string | undefined {
  const { name, today } = TOPOLOGY.exec(file)?.groups ?? {};
  return name ?? today;
}

/** The files that put the topologies together, the only ones outside that may import them. */
export function isRegistry(file: string): boolean {
  return REGISTRY.test(file);
}

/**
 * The room of a file of `src`: a folder of `src`, or one of `src/domain` or `src/topologies`. A file right in `src` belongs to the folder
 * of its name (`config.ts` to `config/`), or is a room by itself.
 */
export function roomOf(file: string): string {
  return (
    HALLS.exec(file)?.[0].slice(0, -1) ??
    file
      .split('/')
      .slice(0, 2)
      .join('/')
      .replace(/\.\w+$/, '')
  );
}
