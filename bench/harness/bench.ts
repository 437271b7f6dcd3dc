import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeAll } from '../../src/cli/close-all.ts';
import { type Bare, startBare } from './bare.ts';
import { type Ground, startGround } from './ground.ts';

/** What figures measure on. Everything is started when it is first asked for. */
export interface Bench {
  readonly quick: boolean;
  /** The service of this checkout. */
  ground(): Promise<Ground>;
  /** The service of the commit that ours alternates with; undefined where none was asked for. */
  before(): Promise<Ground | undefined>;
  /** Plain workflows on our ground. */
  bare(): Promise<Bare>;
  /** An empty folder that is removed at the end. */
  folder(): Promise<string>;
  /** Stops what runs, so that it takes nothing away from the processes of a figure. */
  standDown(): Promise<void>;
  close(): Promise<void>;
}

export interface BenchSettings {
  readonly quick: boolean;
  /** The checkout of the commit of before. */
  readonly beforeRoot?: string;
}

export function createBench({ quick, beforeRoot }: BenchSettings): Bench {
  const folders: string[] = [];
  let ours: Promise<Ground> | undefined;
  let theirs: Promise<Ground> | undefined;
  let bare: Promise<Bare> | undefined;
  const folder = async () => {
    const made = await mkdtemp(path.join(tmpdir(), 'dsap-bench-'));
    folders.push(made);
    // Embedded servers of root run as another user (R82).
    await chmod(made, 0o755);
    return made;
  };
  const ground = () => (ours ??= folder().then((made) => startGround(made)));
  const standDown = async () => {
    const running = [bare, ours, theirs];
    [bare, ours, theirs] = [undefined, undefined, undefined];
    // What failed to start is closed already.
    const started = await Promise.all(running.map(async (part) => part?.catch(() => undefined)));
    await closeAll(started.map((part) => async () => part?.close()));
  };
  return {
    quick,
    ground,
    before: async () =>
      beforeRoot === undefined ? undefined : (theirs ??= folder().then((made) => startGround(made, beforeRoot))),
    bare: () => (bare ??= ground().then(startBare)),
    folder,
    standDown,
    async close() {
      try {
        await standDown();
      } finally {
        for (const made of folders) await rm(made, { recursive: true, force: true });
      }
    },
  };
}
