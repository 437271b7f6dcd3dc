import {
  type Capability,
  describeCapabilities,
  type Level,
  meets,
  type Need,
  raised,
  wanted,
} from '../model/isolation.ts';
import { type PoolFigures, type Sandbox, SandboxFault } from './sandbox.ts';

/** The sandboxes of one worker that have passed their self-test, in order of preference. */
export interface Sandboxes {
  readonly capabilities: readonly Capability[];
  /** The first that does; throws `SandboxFault`, naming what there is, when none does. */
  find(need: Need): Sandbox;
  /** The same sandboxes for those who accept no weaker isolation than this. */
  above(floor: Level | undefined): Sandboxes;
  /** What became of the jobs of those that keep processes ready, by the sandbox's name. */
  pools(): Readonly<Record<string, PoolFigures>>;
  close(): Promise<void>;
}

export function sandboxesOf(tested: readonly Sandbox[]): Sandboxes {
  const capabilities = tested.map(capabilityOf);
  const above = (floor: Level | undefined): Sandboxes => ({
    capabilities,
    find(asked) {
      const need = raised(asked, floor);
      const found = tested.find((sandbox) => meets(capabilityOf(sandbox), need));
      if (found) return found;
      throw new SandboxFault(
        `no sandbox of this worker runs ${wanted(need)}; it has ${describeCapabilities(capabilities)}`,
      );
    },
    above,
    pools: () => Object.fromEntries(tested.flatMap(({ name, pool }) => (pool ? [[name, pool()] as const] : []))),
    close: async () => {
      await Promise.all(tested.map((sandbox) => sandbox.close()));
    },
  });
  return above(undefined);
}

/** For a process that only lists guards and never runs them. */
export const NO_SANDBOXES: Sandboxes = sandboxesOf([]);

function capabilityOf({ name, version, capabilities: { level, toolchains } }: Sandbox): Capability {
  return { sandbox: name, version, level, toolchains };
}
