import path from 'node:path';
import { type Holder, takeLock } from './lock-file.ts';

/** The data directory of the embedded servers, held by this process alone (running 2). */
export interface DataDirectory {
  readonly path: string;
  release(): Promise<void>;
}

/** Another process that is alive holds the directory. */
export class DataDirectoryHeld extends Error {
  override readonly name = 'DataDirectoryHeld';
  readonly holder: Holder;
  constructor(directory: string, holder: Holder) {
    super(
      `The data directory ${directory} is in use by process ${holder.pid} since ${holder.since}. ` +
        'Stop that process, or set DSAP_DATA_DIR to another directory.',
    );
    this.holder = holder;
  }
}

/** Creates the directory where needed. What a killed process left held is taken over. Throws `DataDirectoryHeld`. */
export async function holdDataDirectory(directory: string): Promise<DataDirectory> {
  const absolute = path.resolve(directory);
  const lock = await takeLock(path.join(absolute, 'lock'));
  if (lock.kind === 'taken') throw new DataDirectoryHeld(absolute, lock.holder);
  return { path: absolute, release: () => lock.release() };
}
