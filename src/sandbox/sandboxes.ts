import { type Level, meets, type Need, type Offer, offered, raised, wanted } from '../model/isolation.ts';
import { type Sandbox, SandboxFault } from './sandbox.ts';

/** The sandboxes of one worker that have passed their self-test, in order of preference. */
export interface Sandboxes {
  readonly offers: readonly Offer[];
  /** The first that does; throws `SandboxFault`, naming what there is, when none does. */
  find(need: Need): Sandbox;
  /** The same sandboxes for those who accept no weaker isolation than this. */
  above(floor: Level | undefined): Sandboxes;
  close(): Promise<void>;
}

export function sandboxesOf(tested: readonly Sandbox[]): Sandboxes {
  const offers = tested.map(offerOf);
  const above = (floor: Level | undefined): Sandboxes => ({
    offers,
    find(asked) {
      const need = raised(asked, floor);
      const found = tested.find((sandbox) => meets(offerOf(sandbox), need));
      if (found) return found;
      throw new SandboxFault(`no sandbox of this worker runs ${wanted(need)}; it has ${offered(offers)}`);
    },
    above,
    close: async () => {
      await Promise.all(tested.map((sandbox) => sandbox.close()));
    },
  });
  return above(undefined);
}

/** For a process that only lists guards and never runs them. */
export const NO_SANDBOXES: Sandboxes = sandboxesOf([]);

function offerOf({ name, version, capabilities: { level, toolchains } }: Sandbox): Offer {
  return { sandbox: name, version, level, toolchains };
}
