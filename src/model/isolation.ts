/** What a foreign program needs of the place where it runs, and what such places offer (guards 1.7). */

/** What a program may be written for. `command` is any program of the sandbox's own system. */
export const TOOLCHAINS = ['python', 'typescript', 'command'] as const;
export type Toolchain = (typeof TOOLCHAINS)[number];

/** How far a program is kept from its host, weakest first. */
export const LEVELS = ['none', 'jail', 'os', 'container', 'microvm'] as const;
export type Level = (typeof LEVELS)[number];

/** What may be tried for guards that run code (`DSAP_SANDBOX`). */
export const SANDBOX_NAMES = ['deno', 'bwrap', 'oci', 'unsafe-local'] as const;
export type SandboxName = (typeof SANDBOX_NAMES)[number];

/** How many processes a sandbox keeps ready where nobody says (`sandbox.pool`): as many as a guard of TypeScript tests starts. */
export const USUAL_POOL = 3;

/** What a guard needs to judge at all. */
export interface Need {
  readonly toolchain: Toolchain;
  /** The weakest isolation that it accepts. */
  readonly floor: Level;
}

/** What one sandbox of a worker can do. */
export interface Capability {
  readonly sandbox: string;
  readonly version: string;
  readonly level: Level;
  readonly toolchains: readonly Toolchain[];
}

/** A sandbox that isolates nothing is there only because somebody asked for just that: then it serves whatever the floor. */
export function meets({ level, toolchains }: Capability, { toolchain, floor }: Need): boolean {
  return toolchains.includes(toolchain) && (level === 'none' || LEVELS.indexOf(level) >= LEVELS.indexOf(floor));
}

/** The need with its floor raised; never lowered. */
export function raised(need: Need, floor: Level | undefined): Need {
  return floor !== undefined && LEVELS.indexOf(floor) > LEVELS.indexOf(need.floor) ? { ...need, floor } : need;
}

/** `python at isolation level jail or above`. */
export function wanted({ toolchain, floor }: Need): string {
  return floor === 'none' ? toolchain : `${toolchain} at isolation level ${floor} or above`;
}

/** `deno 2.9.6 (jail: python, typescript)`. */
export function describeCapabilities(capabilities: readonly Capability[]): string {
  if (capabilities.length === 0) return 'none';
  return capabilities
    .map(({ version, level, toolchains }) => `${version} (${level}: ${toolchains.join(', ')})`)
    .join('; ');
}
