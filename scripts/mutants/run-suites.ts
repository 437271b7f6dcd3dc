import { spawn } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SHARE_VARIABLE } from '../../test/support/properties.ts';
import { exchange, FOLDER_VARIABLE, type MutantId } from './exchange.ts';

export interface Running {
  readonly root: string;
  /** Where the suites tell what they find. */
  readonly folder: string;
  readonly workers: number;
  /** Of the cases of properties. */
  readonly share: number;
}

/** So long may one mutant be on. What goes on for ever in a mutated file ends by itself; this is for what does elsewhere. */
const PATIENCE_MS = 180_000;
const LOOKED_MS = 5_000;
const TRIES = 10;

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/**
 * Runs suites until each is through; one that a mutant holds up is ended and begun anew, and the mutant counts as killed. Throws where a
 * suite does not come through without any mutant.
 */
export async function runSuites(running: Running, suites: readonly string[]): Promise<void> {
  const { found, tell } = exchange(running.folder);
  const undone = () => {
    const done = new Set(found().flatMap((each) => (each.kind === 'done' ? [each.suite] : [])));
    return suites.filter((suite) => !done.has(suite));
  };
  let left = undone();
  for (let tries = 0; left.length > 0; tries += 1) {
    const held = await once(running, left);
    tell(held.map((mutant) => ({ kind: 'killed', mutant, suite: '', test: 'goes on for ever' })));
    left = undone();
    if (left.length > 0 && (held.length === 0 || tries === TRIES))
      throw new Error(`These suites do not come through: ${left.join(', ')}. Run them with npm test, and mend them.`);
  }
}

/** Answers the mutants that held suites up. */
async function once(
  { root, folder, workers, share }: Running,
  suites: readonly string[],
): Promise<readonly MutantId[]> {
  const held: MutantId[] = [];
  const args = ['--config', 'jest.mutants.config.js', '--maxWorkers', `${workers}`, '--runTestsByPath', ...suites];
  const jest = spawn(process.execPath, [...JEST, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [FOLDER_VARIABLE]: folder, [SHARE_VARIABLE]: `${share}` },
  });
  const ended = Promise.withResolvers<void>();
  jest.once('error', ended.reject).once('close', () => ended.resolve());
  const looking = setInterval(() => void endHeldUp(folder).then((found) => held.push(...found)), LOOKED_MS);
  await ended.promise.finally(() => clearInterval(looking));
  return held;
}

interface On {
  readonly pid: number;
  readonly at: number;
  readonly mutant?: MutantId;
}

async function endHeldUp(folder: string): Promise<readonly MutantId[]> {
  const held: MutantId[] = [];
  for await (const name of glob('on-*.json', { cwd: folder })) {
    const text = await readFile(path.join(folder, name), 'utf8');
    // It may be just about to be written.
    const { pid, at, mutant }: Partial<On> = text === '' ? {} : JSON.parse(text);
    if (!mutant || pid === undefined || at === undefined || Date.now() - at < PATIENCE_MS) continue;
    held.push(mutant);
    exchange(folder).tellOn(undefined, pid);
    process.kill(pid, 'SIGKILL');
  }
  return held;
}
