import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** What has arrived in a folder, looked at again and again: the only thing that every way of fetching shows of itself. */
export interface FolderGrowth {
  /** The most that was seen in it, in bytes. */
  most(): number;
  /** Settles when it has not grown for so many milliseconds; never after `end`. */
  quietFor(milliseconds: number): Promise<void>;
  end(): void;
}

/** Looks every so many milliseconds, and tells each growth. */
export function watchGrowth(folder: string, every: number, tell: (bytes: number) => void): FolderGrowth {
  let most = 0;
  let grewAt = performance.now();
  const waiting = new Set<{ readonly limit: number; readonly settle: () => void }>();
  const look = async (): Promise<void> => {
    const bytes = await sizeOf(folder);
    if (bytes > most) {
      most = bytes;
      grewAt = performance.now();
      tell(bytes);
    }
    for (const { limit, settle } of waiting) if (performance.now() - grewAt >= limit) settle();
  };
  const timer = setInterval(() => void look(), every);
  return {
    most: () => most,
    quietFor: (limit) => new Promise((settle) => void waiting.add({ limit, settle })),
    end: () => clearInterval(timer),
  };
}

/** Bytes in all files of a folder; what goes away meanwhile counts nothing. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(path.join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
