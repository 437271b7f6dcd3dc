import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Makes a file that appears by one rename, so any number may make it at once and nobody sees a part of it. Rejects as `make` does, and leaves no draft. */
export async function makeWhole(file: string, make: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    await make(draft);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
