import type { Need } from '../model/isolation.ts';
import { cacheDirectory } from '../platform/cache-directory.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { NO_SANDBOXES, type Sandboxes } from '../sandbox/sandboxes.ts';
import { messageOf } from '../text/message-of.ts';
import { PlayError } from './play-error.ts';

/** The sandboxes of this machine, opened by the first guard that runs a program. */
export interface SandboxesOnDemand extends Sandboxes {
  /** Opens them, once in this process. */
  open(): Promise<void>;
  /** Why a program could not be run, where that was so. */
  readonly missing: string | undefined;
}

interface Opened {
  readonly sandboxes: Sandboxes;
  /** Why some are not offered. */
  readonly warnings: readonly string[];
}

let opening: Promise<Opened> | undefined;

export function sandboxesOnDemand(): SandboxesOnDemand {
  let opened: Opened = { sandboxes: NO_SANDBOXES, warnings: [] };
  let missing: string | undefined;
  const find = (need: Need): Sandbox => {
    try {
      return opened.sandboxes.find(need);
    } catch (error) {
      missing = [messageOf(error), ...opened.warnings].join('\n');
      throw error;
    }
  };
  const own: SandboxesOnDemand = {
    get capabilities() {
      return opened.sandboxes.capabilities;
    },
    get missing() {
      return missing;
    },
    find,
    above: () => own,
    pools: () => ({}),
    close: async () => undefined,
    async open() {
      opening ??= openAll();
      opened = await opening;
    },
  };
  return own;
}

/** As a service without settings of its own opens them; no process is kept ready, so that none keeps the tests from ending. */
async function openAll(): Promise<Opened> {
  const { openSandboxes } = await import('../sandbox/open.ts');
  const warnings: string[] = [];
  const sandboxes = await openSandboxes({
    order: ['deno', 'bwrap'],
    pool: 0,
    cacheDirectory: cacheDirectory(process.env),
    warn: (line) => warnings.push(line),
  });
  return { sandboxes, warnings };
}

export function sandboxMissing(
  why: string,
  where: { readonly step?: string | undefined; readonly attempt?: number | undefined },
): PlayError {
  const add =
    'Run this test where a sandbox is (docs/guards-that-run-code.md), or leave its guard to a test of its own.';
  return new PlayError('sandbox_missing', `a program has to run, and ${why}.`, { ...where, add });
}
