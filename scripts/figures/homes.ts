/** Where the core and the topologies live. */
const TOPOLOGY = /^src\/topologies\/(?<name>[^/]+)\//;
const REGISTRY = /^src\/topologies\/[^/]+\.ts$/;
/** Each of its folders is a room of its own. */
const HALL = /^src\/topologies\/[^/]+\//;

export function isSource(file: string): boolean {
  return file.startsWith('src/');
}

export function isCore(file: string): boolean {
  return file.startsWith('src/core/');
}

/** The topology, or the part that topologies share, whose folder the file lies in. */
export function topologyOf(file: string): string | undefined {
  return TOPOLOGY.exec(file)?.groups?.['name'];
}

/** The files that put the topologies together, the only ones outside that may import them. */
export function isRegistry(file: string): boolean {
  return REGISTRY.test(file);
}

/**
 * The room of a file of `src`: a folder of `src`, or one of `src/topologies`. A file right in `src` belongs to the folder
 * of its name (`config.ts` to `config/`), or is a room by itself.
 */
export function roomOf(file: string): string {
  return (
    HALL.exec(file)?.[0].slice(0, -1) ??
    file
      .split('/')
      .slice(0, 2)
      .join('/')
      .replace(/\.\w+$/, '')
  );
}
