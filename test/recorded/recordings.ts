import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The committed recording of a scenario; undefined while there is none. */
export async function recordedOf(name: string): Promise<string | undefined> {
  return readFile(fileOf(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

export async function keepRecording(name: string, text: string): Promise<void> {
  await writeFile(fileOf(name), text);
}

/** As a report names it. */
export function pathOf(name: string): string {
  return `test/recorded/answers/${name}.txt`;
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`./answers/${name}.txt`, import.meta.url));
}
