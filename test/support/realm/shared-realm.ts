import { ModuleMocker } from 'jest-mock';
import { timeSuite } from '../order/suite-times.ts';

/**
 * A suite has the globals and the modules of the process that plays it, and shares them with all that the process plays: `src` and the packages
 * are loaded once, by Node itself. What jest or a suite changes of the process is put back.
 */
export default class SharedRealm {
  readonly global = globalThis;
  readonly moduleMocker = new ModuleMocker(globalThis);
  // Whoever needs them has a realm of its own.
  readonly fakeTimers = null;
  readonly fakeTimersModern = null;
  readonly #putBack = keepProcess();
  readonly #tell: () => void;

  constructor(_: unknown, { testPath }: { readonly testPath: string }) {
    this.#tell = timeSuite(testPath);
  }

  async setup(): Promise<void> {
    tellPaths();
  }

  async teardown(): Promise<void> {
    this.#putBack();
    this.#tell();
  }

  /** Jest's loader, which is not asked for modules here, would have it. */
  getVmContext(): null {
    return null;
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }
}

/** What tells the lane's modules apart (play.ts). */
const APART = '.ts?engine';
const FRAMEWORK = /\n.*\/test\/support\/realm\/(?:play|lean-expect)\.ts:\d+:\d+\)?/g;

/** A stack tells paths, as in a realm of its own, where Node's loader tells addresses; the framework's call is not of the suite. */
function tellPaths(): void {
  const prepare: typeof Error.prepareStackTrace = Reflect.get(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (error, sites) => {
    const stack: string = prepare?.(error, sites);
    return stack.replaceAll('file://', '').replaceAll(APART, '.ts').replaceAll(FRAMEWORK, '');
  };
}

/** What it answers puts back the console, the way out and the environment variables. */
function keepProcess(): () => void {
  const { console: kept } = globalThis;
  const exit: typeof process.exit = Reflect.get(process, 'exit');
  const variables = { ...process.env };
  return () => {
    globalThis.console = kept;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    for (const [name, value] of Object.entries(variables)) if (process.env[name] !== value) process.env[name] = value;
  };
}
